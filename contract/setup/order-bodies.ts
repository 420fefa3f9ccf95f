/** Fills order bodies for purchases. The bodies come from the settings, or are obvious bodies that the target accepts. */
import {
  at,
  isObject,
  field,
  has,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { costOfPurchase, fill, type Purchase } from '../../fixtures/payloads/purchase.ts';
import type { SettingValue } from '../../harness/config/settings.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { answerOf, type Found, bulkOrderPath, discovered } from '../steps/discovery.ts';
import { cheapest } from '../steps/purchases.ts';
import { sendOrder, type OrderOptions } from './order-requests.ts';

/**
 * Returns the request that orders a product by a body. It is sent once a run.
 *
 * @param template body with placeholders.
 */
export function purchaseOf(template: unknown, purchase: Purchase): OrderOptions {
  const body = fill(template, purchase);
  return { body, costs: [costOfPurchase(purchase, template)], once: JSON.stringify(body) };
}

/**
 * Requires that a body has places for the product and its value.
 *
 * @throws NotExercised if it lacks one, because the run then does not know what it orders.
 */
export function requirePlaces(setting: string, template: unknown): void {
  const places = ['{{productCode}}', '{{value}}'];
  const missing = places.find(place => !JSON.stringify(template).includes(place));
  if (missing !== undefined)
    throw new NotExercised(`${setting} has no ${missing}, so the run does not know what it orders`);
}

// Bodies that create orders. The spec does not show them (§4.1 rules 7 and 8), so obvious bodies are
// tried. An accepted body is a purchase.

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

/** Discovers the body of an order. */
export const orderBody = discovered('GV_ORDER_BODY', context =>
  findBody(context, route.createOrder, {}, singles, isSuccess),
);

/** Discovers the body of a bulk order. */
export const bulkOrderBody = discovered('GV_BULK_ORDER_BODY', async context => {
  const params = { bulkPath: await bulkOrderPath(context) };
  const order = (await ifExercised(orderBody(context))) ?? line;
  return findBody(context, route.createBulkOrder, params, bulks(order), isCreation);
});

/** Creates an order with the first body that the target accepts. The checks use the same creation. */
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
    const { creation: exchange } = await sendOrder(context, to, {
      params,
      ...purchaseOf(body, asked),
    });
    const { status } = exchange.response;
    if (accepts(exchange)) return { value: body, how: `${to.id} accepts it with ${status}` };
    seen = answerOf(exchange);
    if (!isAboutBody(exchange)) break;
  }
  throw new NotExercised(`the target rejected every body that was tried: ${seen}`);
}

/** Returns true if an order is rejected because of its body. Another body may then be accepted. */
const isAboutBody = (exchange: Exchange): boolean =>
  [400, 422].includes(exchange.response.status) &&
  field(exchange, 'error') !== errors.unknownProduct.error;

/** Returns true for the creation of a bulk order. A guessed path may be another route. */
const isCreation = (exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  ([201, 202].includes(exchange.response.status) ||
    ['orderRequestId', 'orders', 'summary'].some(name => has(exchange, name)));

/** Finds the array of order lines in a body. One of its lines has the placeholder of the product. */
function linesIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body.some(isLine) ? body : [];
  if (!isObject(body)) return [];
  return (
    Object.values(body)
      .map(linesIn)
      .find(({ length }) => length > 0) ?? []
  );
}

const isLine = (value: unknown): boolean => JSON.stringify(value).includes('"{{productCode}}"');

/** Returns the body with other lines, or undefined if it has no array of lines. */
export function withLines(template: unknown, lines: readonly unknown[]): unknown {
  const present = linesIn(template);
  if (present.length === 0) return undefined;
  return JSON.parse(
    JSON.stringify(template, (_name, value: unknown) => (value === present ? lines : value)),
  ) as unknown;
}

/** Gives a line its own message of the same length, so that its order can be recognised. */
export function withOtherMessage(line: unknown): unknown {
  const message = at(line, 'giftOrder', 'message');
  if (typeof message !== 'string' || !/^[\w @.+-]*[a-z]$/i.test(message)) return line;
  return JSON.parse(JSON.stringify(line), (_name, value: unknown) =>
    value === message ? message.replace(/.$/, '2') : value,
  ) as unknown;
}

/**
 * Returns the body of a bulk of these purchases, each with its own message. Placeholders outside the lines, like a currency of the whole
 * bulk, get the values of the first purchase. Returns undefined if the body has no array of lines.
 */
export function bulkBody(template: unknown, purchases: readonly Purchase[]): unknown {
  const line = linesIn(template).find(isLine);
  const lines = purchases.map((each, index) =>
    fill(index === 0 ? line : withOtherMessage(line), each),
  );
  const body = withLines(template, lines);
  return body === undefined ? undefined : fill(body, purchases[0]!);
}

/** Returns a bulk of these purchases by the body of the settings, or undefined if the body has no array of lines. */
export async function bulkOf(
  context: Context,
  purchases: readonly Purchase[],
): Promise<OrderOptions | undefined> {
  const template = await bulkOrderBody(context);
  const body = bulkBody(template, purchases);
  if (body === undefined) return undefined;
  const line = linesIn(template).find(isLine);
  const costs = purchases.map(each => costOfPurchase(each, line));
  const params = { bulkPath: await bulkOrderPath(context) };
  return { params, body, costs, once: JSON.stringify(body) };
}
