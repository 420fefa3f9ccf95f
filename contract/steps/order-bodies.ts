/** Bodies of orders: those of the settings or the obvious ones, filled for a purchase. */
import {
  isObject,
  field,
  has,
  isSuccess,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { costOfPurchase, fill, type Purchase } from '../../fixtures/payloads/purchase.ts';
import type { SendOptions } from '../../fixtures/client/api.ts';
import type { SettingValue } from '../../fixtures/config/settings.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { answerOf, NotFound, type Found, bulkOrderPath, discovered } from './discovery.ts';
import {
  atValue,
  cheapest,
  nextValue,
  unevenAbove,
  offerElsewhere,
  offers,
  smallShare,
  unknownProduct,
  type Offer,
} from './purchases.ts';

/**
 * The order of a product by a body: sent once a run, whatever asks for it.
 *
 * @param template a body with placeholders.
 */
export function purchaseOf(template: unknown, purchase: Purchase): SendOptions {
  const body = fill(template, purchase);
  return { body, costs: [costOfPurchase(purchase, template)], once: JSON.stringify(body) };
}

/**
 * The body of an order without its giftOrder; undefined if it has none, or if the rest has no place for product and value, or has
 * a text of the gift as well: a target may read it there.
 */
export function withoutGift(template: unknown): unknown {
  const gifts = giftsIn(template);
  const json = JSON.stringify(template, (name, value: unknown) =>
    name === 'giftOrder' ? undefined : value,
  );
  const texts = gifts.flatMap(Object.values).filter(each => typeof each === 'string');
  const isWhole = orderPlaces.every(place => json.includes(place));
  const isRepeated = texts.some(each => json.includes(JSON.stringify(each)));
  return gifts.length > 0 && isWhole && !isRepeated ? (JSON.parse(json) as unknown) : undefined;
}

/** Each giftOrder of a body, at any depth. */
export function giftsIn(body: unknown): Item[] {
  if (Array.isArray(body)) return body.flatMap(giftsIn);
  if (!isObject(body)) return [];
  const { giftOrder, ...rest } = body;
  return isObject(giftOrder) ? [giftOrder] : giftsIn(Object.values(rest));
}

/** Places that a body needs to order a product for a value. */
export const orderPlaces = ['{{productCode}}', '{{value}}'] as const;

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

/** True if an order is rejected for its body: then another body is worth a try. */
export const isAboutBody = (exchange: Exchange): boolean =>
  [400, 422].includes(exchange.response.status) &&
  field(exchange, 'error') !== errors.unknownProduct.error;

/** A bulk creation, and not whatever else a path that was guessed may serve. */
const isCreation = (exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  ([201, 202].includes(exchange.response.status) ||
    ['orderRequestId', 'orders', 'summary'].some(name => has(exchange, name)));

/** The list of lines of a body, wherever it is: that of which one names a product by such a text. */
export function linesIn(body: unknown, code = '{{productCode}}'): readonly unknown[] {
  if (Array.isArray(body))
    return body.some(each => JSON.stringify(each).includes(`"${code}"`)) ? body : [];
  if (!isObject(body)) return [];
  const lists = Object.values(body).map(each => linesIn(each, code));
  return lists.find(({ length }) => length > 0) ?? [];
}

/** The line of a body that orders a product. */
const lineIn = (template: unknown): unknown =>
  linesIn(template).find(each => JSON.stringify(each).includes('"{{productCode}}"'));

/** The body with more lines; undefined if it has no list of lines. */
export function withLines(template: unknown, more: readonly unknown[]): unknown {
  const lines = linesIn(template);
  if (lines.length === 0) return undefined;
  return JSON.parse(
    JSON.stringify(template, (_name, value: unknown) =>
      value === lines ? [...lines, ...more] : value,
    ),
  ) as unknown;
}

/** Returns a line with another message of the same length, wherever it has that: it shows which order is of which line. */
function withOtherMessage(line: unknown): unknown {
  const { message } = isObject(line) && isObject(line['giftOrder']) ? line['giftOrder'] : {};
  if (typeof message !== 'string' || !/^[\w @.+-]*[a-z]$/i.test(message)) return line;
  return JSON.parse(JSON.stringify(line), (_name, value: unknown) =>
    value === message ? message.replace(/.$/, '2') : value,
  ) as unknown;
}

/** True if each line of the bulk order has a value of its own. */
export const linesHaveValues = async (context: Context): Promise<boolean> =>
  JSON.stringify(lineIn(await bulkOrderBody(context)) ?? null).includes('"{{value}}"');

/** Returns a product at the next value that it is sold for; undefined if it, the body or the money of a run has no other. */
async function atOtherValue(
  context: Context,
  offer: Offer,
  wanted?: number,
): Promise<Purchase | undefined> {
  const next = nextValue(offer, wanted);
  if (next === undefined || next > smallShare(context, offer.currency)) return undefined;
  return (await linesHaveValues(context)) ? atValue(offer, next) : undefined;
}

/** A bulk of a purchase by the body of the settings, with further lines; undefined if that has no list of lines. */
async function bulkOf(
  context: Context,
  first: Purchase,
  further: readonly Purchase[],
): Promise<SendOptions | undefined> {
  const template = await bulkOrderBody(context);
  const line = lineIn(template);
  const lines = further.map(purchase => fill(withOtherMessage(line), purchase));
  const body = withLines(template, lines);
  if (body === undefined) return undefined;
  const costs = [
    costOfPurchase(first, template),
    ...further.map(purchase => costOfPurchase(purchase, line)),
  ];
  return { params: { bulkPath: await bulkOrderPath(context) }, body: fill(body, first), costs };
}

/**
 * The bulk order of the cheapest product for two values, whose sum shows what a total is of, and with two messages.
 *
 * @returns undefined if the product, the settings or the money of a run do not make it possible.
 */
export async function bulkOfTwoValues(context: Context): Promise<SendOptions | undefined> {
  const [offer] = await offers(context);
  const other = await atOtherValue(context, offer!);
  return other && bulkOf(context, offer!, [other]);
}

/** Codes of the lines that have to be rejected in a bulk. */
export const rejectedProducts = [unknownProduct, 'NO-SUCH-PRODUCT-7F3B'] as const;

/**
 * Returns the purchases of the good lines of the last bulk: one product for two values, one with cents if it may have any,
 * in another currency than most of a run if the account has money in one.
 */
export async function goodLines(context: Context): Promise<readonly [Purchase, Purchase]> {
  const good = await offerElsewhere(context);
  const other =
    (await atOtherValue(context, good, unevenAbove(good.value + 1, 20))) ??
    (await atOtherValue(context, good, good.value + 1.5));
  return [good, other ?? good];
}

/**
 * The bulk order of two good lines and of two of unknown products, the first line among them: what comes after a line that is left
 * out is easily numbered wrong. Each would cost as much as a good one.
 *
 * @throws NotExercised if GV_BULK_ORDER_BODY has no list of orders.
 */
export async function bulkWithUnknown(context: Context): Promise<SendOptions> {
  const [good, other] = await goodLines(context);
  const [first, last] = rejectedProducts.map(productCode => ({ ...good, productCode }));
  const bulk = await bulkOf(context, first!, [good, other, last!]);
  if (!bulk)
    throw new NotExercised('GV_BULK_ORDER_BODY has no list of orders with a {{productCode}}');
  return { ...bulk, once: 'a bulk with an unknown product' };
}
