/** Items that a list shows otherwise on a page of another size, or in another order (§2.8, §4.1). */
import { isDeepStrictEqual } from 'node:util';
import { sortable, type List, type Page } from '../../schemas/lists.ts';
import { isAbsent, isObject, type Item } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { unordered } from '../catalog/judgements.ts';
import { known } from '../steps/settings.ts';
import { exchangesOf, firstPage, isText, readPage, readWhole } from '../steps/lists.ts';
import { behindAtMost } from '../shared/compared-items.ts';
import { readStableList } from './page-laws.ts';

/** Fields that change with time, or are made anew for each response. */
const passing = new Set('imageUrl status isPaid isActive isActivated usageLimit'.split(' '));

/** Returns what is compared of a field; of what may change, or be written otherwise, its presence. */
function shownAs({ item: { properties } }: List, name: string, item: Item): unknown {
  const value = item[name];
  if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return 'absent';
  const isTime = properties[name]?.format === 'date-time';
  return passing.has(name) || isTime || isObject(value) ? 'present' : unordered(item, name);
}

/** A price may follow a rate of exchange between two responses, one of them from a cache: by less than half. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.max(one, other) < 2 * Math.min(one, other);
  if (!Array.isArray(one) || !Array.isArray(other)) return isDeepStrictEqual(one, other);
  return one.length === other.length && one.every((each, index) => isAlike(each, other[index]));
}

interface OtherRead {
  readonly where: string;
  readonly read: () => Promise<Page>;
}

/** Pages of other sizes, and in other orders. */
async function otherReads(context: Context, list: List): Promise<readonly OtherRead[]> {
  const { otherPages } = await readStableList(context, list);
  const sized = otherPages.map(({ asked, size, limit }) => {
    const isNamed = asked > 1 || limit !== undefined;
    const page = { ...(isNamed ? { page: asked } : {}), ...(limit ? { limit } : {}) };
    return {
      where: `page ${asked} (${size} a page)`,
      read: () => readPage(context, list, page),
    };
  });
  if (!sortable.some(({ id }) => id === list.id)) return sized;
  const fields = (await ifExercised(known(context, 'GV_SORT_BY'))) ?? [];
  const queries = (['asc', 'desc'] as const).flatMap(order => [
    { order },
    ...fields
      .filter(field => field in list.item.properties)
      .map(field => ({ sortBy: field, order })),
  ]);
  const ordered = queries.map(query => ({
    where: new URLSearchParams(query).toString(),
    read: () =>
      'sortBy' in query ? firstPage(context, list, { query }) : readPage(context, list, { query }),
  }));
  return [...sized, ...ordered];
}

/** An item of a page, and the same one in the list. */
interface Pair {
  readonly item: Item;
  readonly same: Item;
}

/**
 * Fields of items that such a page shows otherwise than the list itself; none if so few differ that they were edited meanwhile.
 *
 * @throws NotExercised if no item was seen twice.
 */
export async function shownOtherwise(context: Context, list: List) {
  const { items, pages } = await readWhole(context, list);
  const own = new Set(exchangesOf({ pages }));
  // An order gets its transactionId when it is paid.
  const names = Object.keys(list.item.properties).filter(name => name !== 'transactionId');
  const idOf = (item: Item) => item['_id'];
  const listed = new Map(items.filter(isObject).map(item => [idOf(item), item]));
  const pairs = await Promise.all(
    (await otherReads(context, list)).map(async ({ where, read }) => {
      const page = await ifExercised(read());
      const others = page && !own.has(page.exchange) ? page.items : [];
      const both = others.filter(isObject).flatMap(item => {
        const same = isText(idOf(item)) ? listed.get(idOf(item)) : undefined;
        return same ? [{ item, same }] : [];
      });
      return { where, both };
    }),
  );
  if (pairs.every(({ both }) => both.length === 0))
    throw new NotExercised('no item with an id is on two pages of different sizes');
  const isWrong = (name: string) => (pair: Pair) =>
    !isAlike(shownAs(list, name, pair.same), shownAs(list, name, pair.item));
  const idsOf = (both: readonly Pair[]) => new Set(both.map(({ same }) => idOf(same)));
  const all = pairs.flatMap(({ both }) => both);
  return names.flatMap(name => {
    // One item that was edited is another one on each page that a cache has of it.
    if (idsOf(all.filter(isWrong(name))).size <= Math.min(1, idsOf(all).size - 1)) return [];
    return pairs.flatMap(({ where, both }) => {
      const wrong = both.filter(isWrong(name));
      if (wrong.length <= behindAtMost(both.length)) return [];
      const { same, item } = wrong[0]!;
      const [listed, shown] = [same, item].map(each => shownAs(list, name, each));
      return [{ field: name, where, listed, shown }];
    });
  });
}
