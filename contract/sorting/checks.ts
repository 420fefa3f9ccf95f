/** §4.1 sortBy and order. */
import type { CheckContext } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotExercised, requireSome } from '../../harness/verdict.ts';
import { sortable, type List } from '../../schemas/lists.ts';
import { sortFields, valuesIn, type Value } from '../steps/settings.ts';
import { exchangesOf, readWhole, requestTwice, thirdOf, keyOf } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import type { ObjectSchema } from '../../schemas/schema.ts';

/** Returns true for a field of numbers or times. They have only one order, and texts may have several. */
const isMeasured = ({ properties }: ObjectSchema, field: string): boolean =>
  ['number', 'integer'].includes(String(properties[field]?.type)) ||
  properties[field]?.format === 'date-time';

type Compare = (a: Value, b: Value) => number;

const byValue: Compare = (a, b) => (a < b ? -1 : Number(a > b));
const collator = new Intl.Collator('en');
const byDictionary: Compare = (a, b) =>
  typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : byValue(a, b);

/** Returns the first two neighbours that are out of order, or undefined. Texts may be in dictionary order or in the order of character codes. */
function outOfOrder(
  values: readonly Value[],
  order: 'asc' | 'desc',
): readonly [Value, Value] | undefined {
  const sign = order === 'asc' ? 1 : -1;
  const found = [byValue, byDictionary].map(compare =>
    values.findIndex((value, at) => at > 0 && sign * compare(values[at - 1]!, value) > 0),
  );
  const at = found.includes(-1) ? -1 : Math.max(...found);
  return at < 0 ? undefined : [values[at - 1]!, values[at]!];
}

const orders = ['desc', 'asc'] as const;

/** Judges lists that are sorted by each field of a kind. A list is read in three pages. Of a long list, only the first pages are read. */
async function judgeOrder(
  context: CheckContext,
  isOfKind: (list: List, field: string) => boolean,
): Promise<void> {
  const fields = await sortFields(context);
  const cases = sortable.flatMap(list =>
    fields
      .filter(field => field in list.item.properties && isOfKind(list, field))
      .flatMap(field => orders.map(order => ({ list, field, bound: `order=${order}`, order }))),
  );
  requireSome(cases, 'neither GV_SORT_BY nor the discovered fields name a field of this kind');
  await context.each(cases, ({ list, field, order }) =>
    again(async () => {
      const plain = await readWhole(context, list);
      const limit = thirdOf(plain);
      const sorted = await readWhole(context, list, { query: { sortBy: field, order }, limit });
      const values = valuesIn(sorted.items, field);
      const listed = plain.total === sorted.total ? valuesIn(plain.items, field) : [];
      if (new Set([...listed, ...values]).size < 2)
        throw new NotExercised(`all items have the same ${field}`);
      const pair =
        outOfOrder(values, order) ??
        listed.map(value => outOfOrder([...values.slice(0, 1), value], order)).find(Boolean);
      const of = exchangesOf(sorted);
      expect(pair, `${field} of two items in the order of the list`, ...of).toEqual(
        pair?.toReversed(),
      );
      const { items, complete, total } = sorted;
      const what = `different items on ${of.length} pages of ${limit}`;
      expect(new Set(items.map(keyOf)).size, what, ...of).toBe(complete ? total : items.length);
    }),
  );
}

requirement('sorting.order', context =>
  judgeOrder(context, ({ item }, field) => isMeasured(item, field)),
);

requirement('sorting.text-order', context =>
  judgeOrder(context, ({ item }, field) => !isMeasured(item, field)),
);

requirement('sorting.order-alone', async context => {
  const cases = sortable.flatMap(list =>
    orders.map(order => ({ list, bound: `order=${order}`, order })),
  );
  await context.each(cases, async ({ list, order }) =>
    expect(await requestTwice(context, list, { query: { order } })).toHaveStatus(200),
  );
});

observation('sorting.default', async context => {
  for (const list of sortable) {
    const { items } = await readWhole(context, list);
    const fields = Object.keys(list.item.properties).filter(name => {
      const values = valuesIn(items, name);
      return new Set(values).size > 1 && outOfOrder(values, 'asc') === undefined;
    });
    context.observe('sorting.default', { list: list.id, risesBy: fields });
  }
  const exchange = await context.api.send(sortable[0].route, { query: { order: 'sideways' } });
  context.observe('sorting.default', { unlistedOrder: exchange.response.status });
});
