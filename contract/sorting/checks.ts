/** §4.1 sortBy and order. */
import type { Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { known } from '../shared/known.ts';
import { requestTwice, readWhole, type ListRead } from '../shared/lists.ts';
import { expectNone } from '../steps/again.ts';
import {
  changed,
  disorder,
  isSortedBy,
  isTimestampField,
  firstPages,
  laterPages,
  sortedWhole,
  type Sorting,
} from './sorted-lists.ts';
import { sortable } from '../../schemas/lists.ts';

const orders = ['asc', 'desc'] as const;

requirement('sorting.order', async context => {
  const fields = await known(context, 'GV_SORT_BY');
  // A field that a list does not have is left alone.
  const cases = sortable.flatMap(list =>
    fields
      .filter(field => field in list.item.properties)
      .map((field, index, own) => ({
        list,
        field,
        timestamps: isTimestampField(list.item, field),
        turned: later(index, own.length),
      })),
  );
  await context.each(cases, async ({ turned, ...by }) => {
    await expectNone('items that are out of order', async () => {
      const plain = await readWhole(context, by.list);
      const both = orders.map(order => ({ ...by, order, later: turned.includes(order) }));
      return plain.complete
        ? wholeProblems(context, both, plain)
        : startProblems(context, both, plain.items);
    });
  });
});

/** Directions whose later pages are read: both; of a list with several fields, one of each in turn. */
const later = (index: number, fields: number): readonly string[] =>
  fields === 1 ? orders : orders.filter((_, at) => at !== index % 2);

async function wholeProblems(
  context: Context,
  both: readonly Sorting[],
  plain: ListRead,
): Promise<string[]> {
  const found = await Promise.all(both.map(each => sortedWhole(context, each)));
  const pages = await Promise.all(both.map((each, at) => laterPages(context, each, found[at]!)));
  const [up, down] = found.map(each => each.items);
  const others = found.map(({ items, total }) => [
    ...changed(plain.items, items),
    ...(total === plain.total ? [] : [`total ${total}, of ${plain.total}`]),
  ]);
  return [
    ...others.flatMap((each, at) => each.map(problem => `order=${orders[at]}, ${problem}`)),
    ...disorder(both[0]!, up!, down!),
    ...pages.flat(),
  ];
}

async function startProblems(
  context: Context,
  both: readonly Sorting[],
  items: readonly unknown[],
): Promise<string[]> {
  const starts = await Promise.all(both.map(each => firstPages(context, each)));
  const [up, down] = starts.map(each => each.items);
  return [...starts.flatMap(each => each.problems), ...disorder(both[0]!, up!, down!, items)];
}

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
    const fields = Object.keys(list.item.properties).filter(name =>
      isSortedBy(items, name, isTimestampField(list.item, name)),
    );
    context.observe('sorting.default', { list: list.id, risesBy: fields });
  }
  const exchange = await context.api.send(sortable[0].route, { query: { order: 'sideways' } });
  context.observe('sorting.default', { unlistedOrder: exchange.response.status });
});
