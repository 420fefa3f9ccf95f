/** §4.1 sortBy and order. */
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { requestPage } from '../fixtures/scenarios/lists/pages.ts';
import { persisting } from '../fixtures/scenarios/lists/persisting.ts';
import { readWhole } from '../fixtures/scenarios/lists/snapshot.ts';
import {
  changed,
  disorder,
  isSortedBy,
  isTimestampField,
} from '../fixtures/scenarios/lists/sorted-lists.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { lists } from '../schemas/lists.ts';

/** Lists that take `sortBy`; a field that a list does not have is left alone. */
const sortable = [lists.browse, lists.orders] as const;

requirement('sorting.order', async context => {
  const fields = await known(context, 'GV_SORT_BY');
  const cases = sortable.flatMap(list =>
    fields
      .filter(field => field in list.item.properties)
      .map(field => ({ id: `${list.id}: ${field}`, list, field })),
  );
  await context.each(cases, async ({ list, field }) => {
    const problems = await persisting(async fresh => {
      const plain = await readWhole(context, list, { fresh });
      if (!plain.complete) throw new NotExercised('the list is too long to be read whole');
      const sorted = async (order: string) => {
        const query = { sortBy: field, order };
        const { items } = await readWhole(context, list, { query, fresh }).catch(
          async (error: unknown) => {
            // GV_SORT_BY states that this field is accepted: then the response is a list.
            expect(await requestPage(context, list, { query })).toMatchSchema({
              title: 'A sorted list',
              type: 'object',
              required: [list.items],
            });
            throw error;
          },
        );
        return items;
      };
      const [up, down] = [await sorted('asc'), await sorted('desc')];
      return [
        ...changed(plain.items, up).map(each => `order=asc, ${each}`),
        ...changed(plain.items, down).map(each => `order=desc, ${each}`),
        ...disorder(field, isTimestampField(list.item, field), up, down),
      ];
    });
    expect(problems).toEqual([]);
  });
});

observation('sorting.default', async context => {
  for (const list of sortable) {
    const { items } = await readWhole(context, list);
    const fields = Object.keys(list.item.properties).filter(name =>
      isSortedBy(items, name, isTimestampField(list.item, name)),
    );
    const exchange = await context.api.send(list.route, { query: { order: 'sideways' } });
    const { status } = exchange.response;
    context.observe('sorting.default', { list: list.id, risesBy: fields, unlistedOrder: status });
  }
});
