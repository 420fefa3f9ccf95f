/** Compares the items that a list shows in several responses. */
import { group } from '../../schemas/group.ts';
import type { List, Page } from '../../schemas/lists.ts';
import { isObject, type Item } from '../../schemas/records/exchange.ts';
import { unordered } from '../../schemas/resources/catalog.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { exchangesOf, type ListRead } from './lists.ts';

/** Page of a list, with a name for messages. */
export type NamedPage = Pick<Page, 'items' | 'exchange'> & { readonly name: string };

/** Returns a value that identifies an item in each response. For a ledger entry it has the type and the id of the order, because a refund may have the same order. */
const nameOf = ({ _id, orderID, transactionType }: Item): unknown =>
  _id ?? (orderID === undefined ? undefined : JSON.stringify([transactionType, orderID]));

/** Returns the items of a page that a list has exactly once, each with the item of the list. */
function pairsOf(whole: ListRead, { items }: NamedPage): [Item, Item][] {
  const listed = group(whole.items.filter(isObject), nameOf);
  return items.filter(isObject).flatMap(item => {
    const [same, ...others] = listed.get(nameOf(item)) ?? [];
    return same && others.length === 0 && nameOf(item) !== undefined ? [[item, same]] : [];
  });
}

/** Returns a value of an item. An image URL may be signed for each response, and categories may be in any order. */
const valueIn = (item: Item, field: string): unknown =>
  field === 'imageUrl' ? Boolean(item[field]) : (unordered(item, field) ?? undefined);

/** Expects the items of pages to have the values that they have in the list. */
export function expectSameItems(
  { item: { properties } }: List,
  whole: ListRead,
  pages: readonly NamedPage[],
): void {
  const pairs = pages.flatMap(page => pairsOf(whole, page).map(pair => ({ page, pair })));
  for (const { page, pair } of pairs)
    for (const field of Object.keys(properties)) {
      const [onPage, inList] = pair.map(each => valueIn(each, field));
      const what = `${field} of ${String(nameOf(pair[0]))} on ${page.name}`;
      expect(onPage, what, page.exchange, ...exchangesOf(whole)).toEqual(inList);
    }
}
