/** §4.1 sortBy and order. */
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectNoProblem } from '../../harness/run/expect/found.ts';
import { ifExercised, NotExercised, requireSome } from '../../harness/verdict.ts';
import { sortable } from '../../schemas/lists.ts';
import { own } from '../../harness/run/own.ts';
import { valuesIn, type Value } from '../steps/settings.ts';
import { exchangesOf, readPage, readWhole, requestTwice, halfOf, keyOf } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import { expectSameItems } from '../steps/same-items.ts';
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

const orders = ['desc', 'asc'] as const;
type Order = (typeof orders)[number];

/** Returns the first two neighbours that are out of order, or undefined. Texts may be in dictionary order or in the order of character codes. */
function outOfOrder(values: readonly Value[], order: Order): readonly [Value, Value] | undefined {
  const sign = order === 'asc' ? 1 : -1;
  const found = [byValue, byDictionary].map(compare =>
    values.findIndex((value, at) => at > 0 && sign * compare(values[at - 1]!, value) > 0),
  );
  const at = found.includes(-1) ? -1 : Math.max(...found);
  return at < 0 ? undefined : [values[at - 1]!, values[at]!];
}

/** List in the order of a field. */
interface Sorting {
  readonly list: (typeof sortable)[number];
  readonly field: string;
  readonly order: Order;
}

/** Runs a case for each list, each field of a kind that sorts it, and each order. */
async function eachSorting(
  context: CheckContext,
  judge: (sorting: Sorting) => Promise<void>,
  isOfKind: (item: ObjectSchema, field: string) => boolean = () => true,
): Promise<void> {
  const fields = own(context, 'GV_SORT_BY');
  const cases = sortable.flatMap(list =>
    fields
      .filter(field => field in list.item.properties && isOfKind(list.item, field))
      .flatMap(field => orders.map(order => ({ list, field, bound: `order=${order}`, order }))),
  );
  requireSome(cases, 'neither GV_SORT_BY nor the discovered fields name a field of this kind');
  await context.each(cases, sorting => again(() => judge(sorting)));
}

/** Reads a list as it is, and sorted in two pages. Of a long list, only the first pages are read. */
async function readSorted(context: Context, { list, field, order }: Sorting) {
  const plain = await readWhole(context, list);
  const query = { sortBy: field, order };
  return { plain, sorted: await readWhole(context, list, { query, limit: halfOf(plain) }) };
}

async function judgeOrder(context: Context, sorting: Sorting): Promise<void> {
  const { field, order } = sorting;
  const { plain, sorted } = await readSorted(context, sorting);
  const [first, ...others] = valuesIn(sorted.items, field);
  const rest = valuesIn(plain.items, field);
  if (first === undefined || new Set([first, ...others, ...rest]).size < 2)
    throw new NotExercised(`all items have the same ${field}`);
  // No item of the list comes before the first item of the sorted list.
  const pair =
    outOfOrder([first, ...others], order) ??
    rest.map(value => outOfOrder([first, value], order)).find(Boolean);
  expectNoProblem(
    pair && {
      about: `${field} of two items in the order of the list`,
      expected: pair.toReversed(),
      actual: pair,
      of: exchangesOf(sorted),
    },
  );
}

requirement('sorting.order', context =>
  eachSorting(context, sorting => judgeOrder(context, sorting), isMeasured),
);

requirement('sorting.text-order', context =>
  eachSorting(
    context,
    sorting => judgeOrder(context, sorting),
    (item, field) => !isMeasured(item, field),
  ),
);

requirement('sorting.pages', context =>
  eachSorting(context, async sorting => {
    const { sorted } = await readSorted(context, sorting);
    const { items, pages, complete, total, size } = sorted;
    const what = `items on ${pages.length} pages of ${size}`;
    expect(items.map(keyOf), what, ...exchangesOf(sorted)).toBeDistinct();
    if (complete) expect(items.length, `number of ${what}`, ...exchangesOf(sorted)).toBe(total);
  }),
);

requirement('sorting.same-items', async context => {
  await context.each(sortable, list =>
    again(async () => {
      const whole = await readWhole(context, list);
      const pages = [];
      for (const order of orders) {
        const name = `order=${order}`;
        const page = await ifExercised(readPage(context, list, { query: { order } }));
        if (page) pages.push({ ...page, name });
      }
      expectSameItems(list, whole, pages);
    }),
  );
  await eachSorting(context, async sorting => {
    const { plain, sorted } = await readSorted(context, sorting);
    expectSameItems(
      sorting.list,
      plain,
      sorted.pages.map(page => ({ ...page, name: `page ${page.page}, sorted` })),
    );
  });
});

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
