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
import type { SendOptions } from '../../harness/client/api.ts';
import { own } from '../../harness/run/own.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { answerOf, type Found, discover } from '../steps/discovery.ts';
import { orderLines } from './order-lines.ts';
import { placeOrder, type OwnOrder } from './order-requests.ts';

/**
 * Returns the request that orders a product by a body.
 *
 * @param template body with placeholders.
 */
export const purchaseOf = (template: unknown, purchase: Purchase): SendOptions => ({
  body: fill(template, purchase),
  costs: [costOfPurchase(purchase, template)],
  departs: 'in turn',
});

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

/** Number of orders that discover a body, if the target accepts only the last body that is tried. */
export const mostTried = { single: singles.length, bulk: bulks(line).length } as const;

/** Body that the target accepts, with placeholders. */
export interface OrderBody {
  readonly template: unknown;
  /** Order that discovered the body. Absent if a setting states the body. */
  readonly order?: OwnOrder;
}

/** Returns the body of an order: the setting, or the first obvious body that the target accepts. */
export async function findOrderBody(context: Context): Promise<OrderBody> {
  const { GV_ORDER_BODY: template } = context.target.values;
  if (template !== undefined) return { template };
  const { value, order } = await discover(context, 'GV_ORDER_BODY', () =>
    tryBodies(context, route.createOrder, {}, singles, isSuccess),
  );
  return { template: value, order };
}

/** Returns the body of a bulk, as `findOrderBody`. */
export async function findBulkBody(context: Context): Promise<OrderBody> {
  const { GV_BULK_ORDER_BODY: template } = context.target.values;
  if (template !== undefined) return { template };
  const { value, order } = await discover(context, 'GV_BULK_ORDER_BODY', async () => {
    const params = { bulkPath: own(context, 'GV_BULK_ORDER_PATH') };
    const bodies = bulks(context.facts.get('GV_ORDER_BODY') ?? line);
    return tryBodies(context, route.createBulkOrder, params, bodies, isCreation);
  });
  return { template: value, order };
}

/** Orders the cheapest product with one body after the other, until the target accepts one. */
async function tryBodies(
  context: Context,
  to: Route,
  params: Readonly<Record<string, string>>,
  bodies: readonly Body[],
  accepts: (exchange: Exchange) => boolean,
): Promise<Found<Body> & { readonly order: OwnOrder }> {
  const lines = orderLines.single(own(context, 'shop'));
  let seen = '';
  for (const value of bodies) {
    const sent = { params, ...purchaseOf(value, lines[0]!) };
    const order = await placeOrder(context, to, lines, sent);
    const { creation } = order;
    const how = `${to.id} accepts it with ${creation.response.status}`;
    if (accepts(creation)) return { value, how, order };
    seen = answerOf(creation);
    if (!isAboutBody(creation)) break;
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

/** Returns the request of a bulk of these purchases, or undefined if the body has no array of lines. */
export async function bulkOf(
  context: Context,
  template: unknown,
  purchases: readonly Purchase[],
): Promise<SendOptions | undefined> {
  const body = bulkBody(template, purchases);
  if (body === undefined) return undefined;
  const line = linesIn(template).find(isLine);
  const costs = purchases.map(each => costOfPurchase(each, line));
  const params = { bulkPath: own(context, 'GV_BULK_ORDER_PATH') };
  return { params, body, costs, departs: 'in turn' };
}
