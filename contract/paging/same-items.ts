/** Items that a list shows otherwise on a page of another size, or in another order (§2.8, §4.1). */
import { isDeepStrictEqual } from 'node:util';
import { lists, type List, type Page } from '../../schemas/lists.ts';
import { isAbsent, isObject, type Item } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { categoryNames } from '../catalog/judgements.ts';
import { behindAtMost } from '../search/browsed-products.ts';
import { readPage, readWhole } from '../shared/lists.ts';
import { readStableList } from '../shared/page-laws.ts';

/** Fields that change with time, or are made anew for each response. */
const passing = new Set(
  'imageUrl status isPaid isActive isActivated usageLimit updatedAt'.split(' '),
);

/** Returns what is compared of a field: names and values in any order, an instant as such, of what may change its presence. */
function shownAs({ item: { properties } }: List, name: string, item: Item): unknown {
  const value = item[name];
  if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return 'absent';
  if (passing.has(name) || isObject(value)) return 'present';
  if (name === 'category') return categoryNames(item).toSorted();
  if (properties[name]?.format === 'date-time') return Math.floor(Date.parse(String(value)) / 1000);
  return Array.isArray(value) ? value.map(String).toSorted() : value;
}

/** Pages of other sizes, and in the orders that need no field; as they were read before, or anew. */
async function otherReads(
  context: Context,
  list: List,
  fresh: boolean,
): Promise<readonly { readonly where: string; readonly page: Page | undefined }[]> {
  const { otherPages } = await readStableList(context, list);
  const sized = otherPages.map(({ asked, size, limit }) => ({
    where: `page ${asked} (${size} a page)`,
    query: { ...(asked === 1 ? {} : { page: asked }), ...(limit ? { page: asked, limit } : {}) },
  }));
  const ordered = (['asc', 'desc'] as const).map(order => ({
    where: `order=${order}`,
    query: { query: { order } },
  }));
  const isSorted = list.id === lists.browse.id || list.id === lists.orders.id;
  return Promise.all(
    [...sized, ...(isSorted ? ordered : [])].map(async ({ where, query }) => ({
      where,
      page: await ifExercised(readPage(context, list, { ...query, fresh })),
    })),
  );
}

/**
 * Fields of items that such a page shows otherwise than the list itself; none if so few differ that they were edited meanwhile.
 *
 * @param fresh reads both anew.
 * @throws NotExercised if no item was seen twice.
 */
export async function shownOtherwise(context: Context, list: List, fresh: boolean) {
  const { items } = await readWhole(context, list, { fresh });
  const idOf = (item: Item) => item['_id'];
  const known = new Map(items.filter(isObject).map(item => [idOf(item), item]));
  const pairs = (await otherReads(context, list, fresh)).map(({ where, page }) => ({
    where,
    both: (page?.items ?? []).filter(isObject).flatMap(item => {
      const same = isAbsent(idOf(item)) ? undefined : known.get(idOf(item));
      return same ? [{ item, same }] : [];
    }),
  }));
  if (pairs.every(({ both }) => both.length === 0))
    throw new NotExercised('no item with an id is on two pages of different sizes');
  return pairs.flatMap(({ where, both }) =>
    Object.keys(list.item.properties).flatMap(name => {
      const wrong = both
        .map(pair => [pair.same, pair.item].map(each => shownAs(list, name, each)))
        .filter(([one, other]) => !isDeepStrictEqual(one, other));
      const [example] = wrong;
      return wrong.length > behindAtMost(both.length)
        ? [{ field: name, where, listed: example![0], shown: example![1] }]
        : [];
    }),
  );
}
