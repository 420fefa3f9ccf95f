/** §4.1 sortBy and order. */
import type { Context } from '../../fixtures/run/context.ts';
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { known } from '../shared/known.ts';
import { requestTwice, readWhole, type ListRead } from '../shared/lists.ts';
import { expectNone } from '../shared/polling.ts';
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
    await expectNone('items that are out of order', async again => {
      const plain = await readWhole(context, by.list, { around: again });
      const both = orders.map(order => ({ ...by, order, again }));
      return plain.complete
        ? wholeProblems(context, both, turned, plain)
        : startProblems(context, both, turned, plain.items);
    });
  });
});

/** Directions whose pages are read: both; of a list with several fields, one of each in turn. */
const later = (index: number, fields: number): readonly string[] =>
  fields === 1 ? orders : orders.filter((_, at) => at !== index % 2);

async function wholeProblems(
  context: Context,
  both: readonly Sorting[],
  turned: readonly string[],
  { items, total }: ListRead,
): Promise<string[]> {
  const found = await Promise.all(both.map(each => sortedWhole(context, each)));
  const [up, down] = found.map(each => each.items);
  const { field, timestamps } = both[0]!;
  const pages = await Promise.all(
    both.map(async (each, at) =>
      found[at]!.onePage && turned.includes(each.order)
        ? laterPages(context, each, found[at]!.items)
        : [],
    ),
  );
  return [
    ...changed(items, up!).map(each => `order=asc, ${each}`),
    ...changed(items, down!).map(each => `order=desc, ${each}`),
    ...disorder(field, timestamps, up!, down!),
    ...found.flatMap((each, at) =>
      each.total === total ? [] : [`order=${orders[at]}, total ${each.total}, of ${total}`],
    ),
    ...pages.flat(),
  ];
}

async function startProblems(
  context: Context,
  both: readonly Sorting[],
  turned: readonly string[],
  items: readonly unknown[],
): Promise<string[]> {
  const [up, down] = await Promise.all(
    both.map(each => firstPages(context, each, turned.includes(each.order) ? 2 : 1)),
  );
  const { field, timestamps } = both[0]!;
  return [
    ...up!.problems,
    ...down!.problems,
    ...disorder(field, timestamps, up!.items, down!.items, items),
  ];
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
