/** Agreement of two places about the same record, and of an order with the gift that its body gives (§2.2). */
import { isSameAmount } from '../../schemas/schema.ts';
import {
  field,
  has,
  isObject,
  isSuccess,
  type Exchange,
  isAbsent,
  type Item,
} from '../../schemas/records/exchange.ts';
import { ordersInResult } from '../orders/judgements.ts';
import { isSameTime, timestampProblem } from '../../fixtures/run/expect/formats.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { giftsIn } from '../steps/order-bodies.ts';
import { giftFields } from '../../schemas/resources/orders.ts';

/** One instant can be written in several ways; what is no timestamp is judged elsewhere. */
const instant = (value: unknown): number | undefined =>
  timestampProblem(value) === undefined ? Date.parse(value as string) : undefined;

/** Fields of an order that no later event changes. */
const lasting: Readonly<Record<string, (order: Item) => unknown>> = {
  productCode: ({ productCode }) => productCode,
  currency: ({ currency }) => (typeof currency === 'string' ? currency.toUpperCase() : undefined),
  valuePurchased: ({ valuePurchased }) => valuePurchased,
  'merchant.name': ({ merchant }) => (isObject(merchant) ? merchant['name'] : undefined),
  createdAt: ({ createdAt }) => instant(createdAt),
};

export interface Difference {
  readonly field: string;
  readonly returned: unknown;
  readonly listed: unknown;
}

/** Fields that both places show, and not alike. */
export const differences = (returned: Item, listed: Item): Difference[] => [
  ...Object.entries(lasting).flatMap(([field, of]) => {
    const [one, other] = [of(returned), of(listed)];
    if (one === undefined || other === undefined || one === other) return [];
    if (field === 'createdAt' && isSameTime(Number(one), Number(other))) return [];
    if (field === 'valuePurchased' && isSameAmount(one, other)) return [];
    return [{ field, returned: one, listed: other }];
  }),
  ...misplacedTexts(returned['giftOrder'], listed['giftOrder']),
];

/** Texts of a giftOrder that have the place of another one. In which words a text is listed is not shown. */
function misplacedTexts(returned: unknown, listed: unknown): Difference[] {
  if (!isObject(returned) || !isObject(listed)) return [];
  return giftFields.flatMap(name => {
    const [one, other] = [returned[name], listed[name]];
    if (!isPlain(one) || !isPlain(other) || one === other) return [];
    return giftFields.some(each => returned[each] === other)
      ? [{ field: `giftOrder.${name}`, returned: one, listed: other }]
      : [];
  });
}

/**
 * Records whose `createdAt` is another in another read.
 *
 * @throws NotExercised if no record is in both.
 */
export function createdAtChanges(
  identity: string,
  before: readonly unknown[] = [],
  after: readonly unknown[] = [],
): { id: unknown; before: number; after: number }[] {
  // Of records that share an id, the last one counts: that ids differ is judged elsewhere.
  const times = (items: readonly unknown[]) =>
    new Map(
      items.filter(isObject).flatMap(item => {
        const time = instant(item['createdAt']);
        return time === undefined || item[identity] === undefined ? [] : [[item[identity], time]];
      }) as [unknown, number][],
    );
  const [first, second] = [times(before), times(after)];
  const shared = [...first].flatMap(([id, time]) => {
    const other = second.get(id);
    return other === undefined ? [] : [{ id, before: time, after: other }];
  });
  if (shared.length === 0) throw new NotExercised('no record was seen in both reads');
  return shared.filter(({ before: one, after: other }) => !isSameTime(one, other));
}

const ordersOf = (exchange: Exchange): Item[] =>
  ordersInResult(field(exchange, 'result')).filter(isObject);

/** Names what the last read of an order request showed of its end and another one does not; its end may be worded anew. */
export function lostSince(before: Exchange, after: Exchange): string[] {
  if (!isSuccess(after)) return [`the request itself (status ${after.response.status})`];
  const missing = ['result', 'error', 'type'].filter(
    name => has(before, name) && !has(after, name),
  );
  const shown = ordersOf(after);
  const orders = ordersOf(before).flatMap(order => {
    const same = shown.find(({ _id }) => _id === order['_id']);
    if (!same) return missing.includes('result') ? [] : [`order ${String(order['_id'])}`];
    return differences(order, same).map(each => `${each.field} of order ${String(order['_id'])}`);
  });
  return [...missing, ...orders];
}

const isPlain = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w @.+-]*\w[\w @.+-]*$/.test(text);

/** A name and an address are masked in what a request gets that did not send them: their shape is kept. */
const shapeOf = (text: unknown): string =>
  String(text)
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{L}/gu, letter => (letter === 'A' ? 'A' : 'a'))
    .replaceAll(/\p{Nd}/gu, '0');

/** Each giftOrder of some bodies that has a message in plain words, and a name or an address: another order shows it if it has these. */
export const comparableGifts = (bodies: readonly unknown[]): Item[] =>
  bodies
    .flatMap(giftsIn)
    .filter(
      gift => isPlain(gift['message']) && giftFields.filter(each => isPlain(gift[each])).length > 1,
    );

/** True if an order has the message of a giftOrder, and its other texts. */
export const hasGift = ({ giftOrder: shown }: Item, gift: Item): boolean =>
  isObject(shown) &&
  shown['message'] === gift['message'] &&
  giftFields.every(name => !isPlain(gift[name]) || shapeOf(shown[name]) === shapeOf(gift[name]));

const countOf = (texts: readonly string[], text: string): number =>
  texts.filter(each => each === text).length;

/**
 * Names of the texts that a body gives and an order made of it does not carry, or carries in place of one another. In which words a
 * text comes back is not shown.
 *
 * @throws NotExercised if nothing shows that the target reads a giftOrder in the body of an order.
 */
export function lostTexts(body: unknown, orders: readonly Item[]): string[] {
  const gifts = giftsIn(body);
  const given = giftFields.flatMap(name => {
    const texts = gifts.map(gift => gift[name]).filter(isPlain);
    return texts.length > 0 ? [{ name, shapes: texts.map(shapeOf) }] : [];
  });
  if (given.length === 0)
    throw new NotExercised(
      `the body of the order has no giftOrder with ${giftFields.join(', ')} in plain words`,
    );
  const isGiven = (text: unknown) => given.some(({ shapes }) => shapes.includes(shapeOf(text)));
  const read = orders
    .map(({ giftOrder }) => giftOrder)
    .filter(isObject)
    .filter(gift => given.some(({ name }) => isGiven(gift[name])));
  if (read.length === 0)
    throw new NotExercised(
      'no text of the giftOrder comes back: the body may not be the place for it',
    );
  const ofOthers = given.flatMap(({ name, shapes }) => {
    const shown = read.map(gift => shapeOf(gift[name]));
    const isRepeated = shapes.some(shape => countOf(shown, shape) > countOf(shapes, shape));
    const isLost = shapes.some(shape => !shown.includes(shape));
    return isLost && isRepeated ? [`${name} (two orders have that of one line)`] : [];
  });
  const ofFields = read.flatMap(gift =>
    given.flatMap(({ name, shapes }) => {
      if (isAbsent(gift[name])) return [name];
      const shown = shapeOf(gift[name]);
      const other = given.find(each => each.shapes.includes(shown));
      return shapes.includes(shown) || !other ? [] : [`${name} (it has that of ${other.name})`];
    }),
  );
  return [...ofFields, ...ofOthers];
}
