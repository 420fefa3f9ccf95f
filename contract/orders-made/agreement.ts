/** What two places state about the same record. */
import { field, has, isObject, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { ordersInResult } from '../orders/judgements.ts';
import { isSameTime, timestampProblem } from '../../fixtures/run/expect/timestamp.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

type Item = Record<string, unknown>;

/** One instant can be written in several ways; what is no timestamp is judged elsewhere. */
const instant = (value: unknown): number | undefined =>
  timestampProblem(value) === undefined ? Date.parse(value as string) : undefined;

const nameOf = ({ merchant }: Item): unknown => (isObject(merchant) ? merchant['name'] : undefined);

/** What an order is, and no later event changes. */
const lasting: Readonly<Record<string, (order: Item) => unknown>> = {
  productCode: ({ productCode }) => productCode,
  currency: ({ currency }) => (typeof currency === 'string' ? currency.toUpperCase() : undefined),
  valuePurchased: ({ valuePurchased }) => valuePurchased,
  'merchant.name': nameOf,
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
    return [{ field, returned: one, listed: other }];
  }),
  ...createdAtDifference(returned['createdAt'], listed['createdAt']),
];

function createdAtDifference(returned: unknown, listed: unknown): Difference[] {
  const [one, other] = [instant(returned), instant(listed)];
  if (one === undefined || other === undefined || isSameTime(one, other)) return [];
  return [{ field: 'createdAt', returned: one, listed: other }];
}

/**
 * Records whose `createdAt` is another in another read.
 *
 * @throws NotExercised where no record is in both.
 */
export function createdAtChanges(
  identity: string,
  before: readonly unknown[] = [],
  after: readonly unknown[] = [],
): { id: unknown; before: number; after: number }[] {
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

/** What the last read of an order request showed of its end, and another one does not; how it ended may be told in new words. */
export function lostSince(before: Exchange, after: Exchange): string[] {
  if (!isSuccess(after)) return [`status ${after.response.status}`];
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
