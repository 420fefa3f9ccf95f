/** §4.1 sortBy and order. */
import type { Context } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { readPage, requestPage, requestTwice } from '../fixtures/scenarios/lists/pages.ts';
import { persisting } from '../fixtures/scenarios/lists/persisting.ts';
import { readWhole } from '../fixtures/scenarios/lists/snapshot.ts';
import {
  changed,
  disorder,
  isSortedBy,
  isTimestampField,
} from '../fixtures/scenarios/lists/sorted-lists.ts';
import { lists, type List } from '../schemas/lists.ts';

/** Lists that take `sortBy`; a field that a list does not have is left alone. */
const sortable = [lists.browse, lists.orders] as const;

const orders = ['asc', 'desc'] as const;

/** The list in one order, whole where it can be, else its first page. */
async function sorted(
  context: Context,
  list: List,
  query: Record<string, string>,
  { whole, fresh }: { readonly whole: boolean; readonly fresh: boolean },
): Promise<readonly unknown[]> {
  try {
    return whole
      ? (await readWhole(context, list, { query, fresh })).items
      : (await readPage(context, list, { query, fresh })).items;
  } catch (error) {
    // This field is known to be accepted: then the response is a list.
    expect(await requestPage(context, list, { query })).toMatchSchema({
      title: 'A sorted list',
      type: 'object',
      required: [list.items],
    });
    throw error;
  }
}

requirement('sorting.order', async context => {
  const fields = await known(context, 'GV_SORT_BY');
  const cases = sortable.flatMap(list =>
    fields
      .filter(field => field in list.item.properties)
      .map(field => ({ id: `${list.id}: ${field}`, list, field })),
  );
  await context.each(cases, async ({ list, field }) => {
    const problems = await persisting(async fresh => {
      const { items, complete } = await readWhole(context, list, { fresh });
      const [up, down] = await Promise.all(
        orders.map(order =>
          sorted(context, list, { sortBy: field, order }, { whole: complete, fresh }),
        ),
      );
      return [
        ...(complete ? changed(items, up!).map(each => `order=asc, ${each}`) : []),
        ...(complete ? changed(items, down!).map(each => `order=desc, ${each}`) : []),
        ...disorder(
          field,
          isTimestampField(list.item, field),
          up!,
          down!,
          complete ? undefined : items,
        ),
      ];
    });
    expect(problems).toEqual([]);
  });
});

requirement('sorting.order-alone', async context => {
  const cases = sortable.flatMap(list =>
    orders.map(order => ({ id: `${list.id}: order=${order}`, list, order })),
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
