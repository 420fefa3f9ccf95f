/** §4.1 sortBy and order. */
import type { ObjectSchema } from '../schemas/schema.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { askPage } from '../fixtures/scenarios/pages.ts';
import { lists } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import { persisting } from '../fixtures/scenarios/persisting.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

/** Lists that take `sortBy`; a field that a list does not have is left alone. */
const sortable = [lists.browse, lists.orders] as const;

requirement('sorting.order', async ({ api, target, each }) => {
  const cases = sortable.flatMap(list =>
    given(target, 'GV_SORT_BY')
      .filter(field => field in list.item.properties)
      .map(field => ({ id: `${list.id}: ${field}`, list, field })),
  );
  await each(cases, async ({ list, field }) => {
    const problems = await persisting(async fresh => {
      const plain = await readWhole(api, target, list, { fresh });
      if (!plain.complete) throw new NotExercised('the list is too long to be read whole');
      const sorted = async (order: string) => {
        const query = { sortBy: field, order };
        const { items } = await readWhole(api, target, list, { query, fresh }).catch(
          async (error: unknown) => {
            // GV_SORT_BY says that this field is taken: then the answer is a list.
            expect(await askPage(api, target, list, { query })).toKeep({
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

/** Items that a sorted list lost or gained. */
function changed(plain: readonly unknown[], sorted: readonly unknown[]): string[] {
  const [before, after] = [identities(plain), identities(sorted)];
  return [
    ...before.filter(id => !after.includes(id)).map(id => `lost ${id}`),
    ...after.filter(id => !before.includes(id)).map(id => `has ${id} besides`),
    ...(before.length === after.length ? [] : [`${after.length} items for ${before.length}`]),
  ];
}

function disorder(
  field: string,
  timestamps: boolean,
  upItems: readonly unknown[],
  downItems: readonly unknown[],
): string[] {
  const [up, down] = [upItems, downItems].map(items =>
    items.map(item => (isObject(item) ? item[field] : undefined)),
  ) as [unknown[], unknown[]];
  if (new Set(up.map(String)).size < 2)
    throw new NotExercised(`all items have the same ${field}: no order shows`);
  const rank = comparable(up, timestamps);
  const wrong = (values: readonly unknown[], order: string) => {
    const pair = rank && firstUnsorted(values, rank);
    return pair ? [`order=${order}, neighbours ${JSON.stringify(pair)}`] : [];
  };
  // What ranks alike may be written differently, and stand in any order: text never ranks alike.
  const exact = rank && (timestamps || up.every(isNumber)) ? rank : String;
  const ends = (values: readonly unknown[]) =>
    JSON.stringify([exact(values[0]), exact(values.at(-1))]);
  return [
    ...wrong(up, 'asc'),
    ...wrong(down.toReversed(), 'desc').map(each => `${each}, read backwards`),
    ...(ends(up) === ends(down.toReversed()) ? [] : [`ends ${ends(up)} and ${ends(down)}`]),
  ];
}

const identities = (items: readonly unknown[]): string[] =>
  items.map(item => String(isObject(item) ? item['_id'] : item)).toSorted();

type Rank = (value: unknown) => number;

/** How values can be ranked: numbers and timestamps in one way; text by its first letter, which every collation has in one order. */
function comparable(values: readonly unknown[], timestamps: boolean): Rank | undefined {
  if (values.every(isNumber)) return value => Number(value);
  if (timestamps) return value => Date.parse(String(value));
  if (values.every(value => /^[a-z]/i.test(String(value))))
    return value => String(value).toLowerCase().charCodeAt(0);
  return undefined;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTimestampField = (schema: ObjectSchema, name: string): boolean =>
  schema.properties[name]?.format === 'date-time';

/** The first pair of neighbours that is the wrong way round. */
function firstUnsorted(values: readonly unknown[], rank: Rank): unknown {
  const index = values.findIndex((value, at) => at > 0 && rank(values[at - 1]) > rank(value));
  return index < 0 ? undefined : [values[index - 1], values[index]];
}

observation('sorting.default', async ({ api, target, observe }) => {
  for (const list of sortable) {
    const { items } = await readWhole(api, target, list);
    const fields = Object.keys(list.item.properties).filter(name => {
      const values = items.map(item => (isObject(item) ? item[name] : undefined));
      const rank = comparable(values, isTimestampField(list.item, name));
      return rank && new Set(values).size > 1 && firstUnsorted(values, rank) === undefined;
    });
    const exchange = await api.send(list.route, { query: { order: 'sideways' } });
    const { status } = exchange.response;
    observe('sorting.default', { list: list.id, risesBy: fields, unlistedOrder: status });
  }
});
