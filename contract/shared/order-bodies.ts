/** Bodies of orders: those of the settings or the obvious ones, filled for a purchase. */
import { isObject, field, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { costOfPurchase, fill, type Purchase } from '../../fixtures/payloads/purchase.ts';
import type { SendOptions } from '../../fixtures/client/api.ts';
import type { SettingValue } from '../../fixtures/config/settings.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised } from '../../fixtures/verdict.ts';
import { answerOf, NotFound, type Found, bulkOrderPath, discovered } from './discovery.ts';
import { atValue, cheapest, nextValue, offers } from './purchases.ts';

/**
 * The order of a product by a body: sent once a run, whatever asks for it.
 *
 * @param template a body with placeholders.
 */
export function purchaseOf(template: unknown, purchase: Purchase): SendOptions {
  const body = fill(template, purchase);
  return { body, costs: [costOfPurchase(purchase, template)], once: JSON.stringify(body) };
}

// Bodies that create orders, which the spec does not show (§4.1 rules 7 and 8): obvious ones are tried, one purchase each.

type Body = SettingValue<'GV_ORDER_BODY'>;

const product = { productCode: '{{productCode}}', currency: '{{currency}}' };
const line = { ...product, valuePurchased: '{{value}}' };
const recipient = { recipientEmail: 'recipient@example.com', recipientName: 'Tom', message: 'Hi' };

const singles: readonly Body[] = [
  line,
  { ...line, merchant: '{{merchant}}', ...recipient, giftOrder: recipient },
  { ...product, value: '{{value}}', quantity: 1 },
];

const bulks = (order: Body): readonly Body[] => [{ orders: [order] }, { items: [order] }, [order]];

/** The body of an order. */
export const orderBody = discovered('GV_ORDER_BODY', context =>
  findBody(context, route.createOrder, {}, singles, isSuccess),
);

/** The body of a bulk order. */
export const bulkOrderBody = discovered('GV_BULK_ORDER_BODY', async context => {
  const params = { bulkPath: await bulkOrderPath(context) };
  const order = (await ifExercised(orderBody(context))) ?? line;
  return findBody(context, route.createBulkOrder, params, bulks(order), isCreation);
});

/** Creates an order by the first body that the target accepts: the checks use the same creation. */
async function findBody(
  context: Context,
  to: Route,
  params: Readonly<Record<string, string>>,
  bodies: readonly Body[],
  accepts: (exchange: Exchange) => boolean,
): Promise<Found<Body>> {
  const asked = await cheapest(context);
  let seen = '';
  for (const body of bodies) {
    const exchange = await context.api.send(to, { params, ...purchaseOf(body, asked) });
    const { status } = exchange.response;
    if (accepts(exchange)) return { value: body, how: `${to.id} accepts it with ${status}` };
    seen = answerOf(exchange);
    if (!isAboutBody(exchange)) break;
  }
  throw new NotFound(`${seen} to the obvious bodies`);
}

/** Only a rejection of the body makes another body worth a try. */
const isAboutBody = (exchange: Exchange): boolean =>
  [400, 422].includes(exchange.response.status) &&
  field(exchange, 'error') !== errors.unknownProduct.error;

/** A bulk creation, and not whatever else a path that was guessed may serve. */
const isCreation = (exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  ([201, 202].includes(exchange.response.status) ||
    ['orderRequestId', 'orders', 'summary'].some(name => has(exchange, name)));

/** The body with one more line, made of the first that orders a product; undefined if it has no list of lines. */
export function withLine(template: unknown, of: (line: unknown) => unknown): unknown {
  if (Array.isArray(template)) {
    const line: unknown = template.find(each => JSON.stringify(each).includes('{{productCode}}'));
    return line === undefined ? undefined : [...template, of(line)];
  }
  if (!isObject(template)) return undefined;
  for (const [name, value] of Object.entries(template)) {
    const list = withLine(value, of);
    if (list !== undefined) return { ...template, [name]: list };
  }
  return undefined;
}

/** The most that the second line may cost, as a share of GV_MAX_SPEND: other checks spend too. */
const share = 1 / 20;

/** Returns a line with another message of the same length, wherever it has that: it shows which order is of which line. */
function withOtherMessage(line: unknown): unknown {
  const { message } = isObject(line) && isObject(line['giftOrder']) ? line['giftOrder'] : {};
  if (typeof message !== 'string' || !/^[\w @.+-]*[a-z]$/i.test(message)) return line;
  return JSON.parse(JSON.stringify(line), (_name, value: unknown) =>
    value === message ? message.replace(/.$/, '2') : value,
  ) as unknown;
}

/**
 * The bulk order of the cheapest product for two values, whose sum shows what a total is of, and with two messages.
 *
 * @returns undefined if the product, the settings or the money of a run do not make it possible.
 */
export async function bulkOfTwoValues(context: Context): Promise<SendOptions | undefined> {
  const template = await bulkOrderBody(context);
  const [offer] = await offers(context);
  const next = nextValue(offer!);
  const limit = context.target.values.GV_MAX_SPEND?.[offer!.currency.toUpperCase()] ?? Infinity;
  if (next === undefined || next > limit * share) return undefined;
  const [one, other] = [offer!.value, next].map(value => atValue(offer!, value));
  const costs = [costOfPurchase(one!, template)];
  const body = withLine(template, line => {
    costs.push(costOfPurchase(other!, line));
    return JSON.stringify(line).includes('"{{value}}"')
      ? fill(withOtherMessage(line), other!)
      : undefined;
  });
  if (body === undefined || costs.length < 2) return undefined;
  return { params: { bulkPath: await bulkOrderPath(context) }, body: fill(body, one!), costs };
}
