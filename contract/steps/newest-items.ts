/** Reads the newest items of a list that is too long to be read whole. */
import { lists, type Page } from '../../schemas/lists.ts';
import { at } from '../../schemas/records/exchange.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifOwn } from '../../harness/run/own.ts';
import { readPage, readWhole, type ListRead, type ReadOptions } from './lists.ts';
import { direction } from './settings.ts';

/** Lists that get an item when the account buys something, and the field with the time of an item. */
export const purchaseLists = {
  orders: { list: lists.orders, time: 'createdAt' },
  ledger: { list: lists.ledger, time: 'timestamp' },
} as const;
type PurchaseList = (typeof purchaseLists)[keyof typeof purchaseLists];

/** Number of pages to read. A run buys less than these pages show, even at 20 items a page. */
const mostPages = 12;

/** Returns the numbers of the pages from the newest to the oldest. Returns none if the items are in another order than the order of time. */
function fromNewest({ items, size, total = 0 }: ListRead, time: string): number[] {
  const numbers = Array.from({ length: Math.ceil(total / size) }, (_, index) => index + 1);
  const order = direction(items, time);
  if (order === 'falling') return numbers;
  return order === 'rising' ? numbers.toReversed() : [];
}

/**
 * Reads the items of a list since a time. A short list is read whole. A long list is read from its newest page on, until a page has only
 * older items. If it is not in the order of time, it is sorted by time, where the target sorts. `complete` is true if all items since
 * the time were read.
 */
export async function readNewest(
  context: Context,
  { list, time }: PurchaseList,
  since: number,
  options: ReadOptions = {},
): Promise<ListRead> {
  const read = await readWhole(context, list, options);
  if (read.complete) return read;
  const numbers = fromNewest(read, time);
  if (numbers.length === 0) {
    const sorted = { sortBy: time, order: 'desc' };
    const canSort = list === lists.orders && options.query?.['sortBy'] === undefined;
    const fields = canSort ? ifOwn(context, 'GV_SORT_BY') : [];
    if (!fields?.includes(time)) return read;
    return readNewest(context, { list, time } as PurchaseList, since, {
      ...options,
      query: sorted,
    });
  }
  const isOlder = (item: unknown) => Date.parse(String(at(item, time))) < since;
  const pages: Page[] = [];
  for (const page of numbers.slice(0, mostPages)) {
    const known = read.pages[page - 1];
    pages.push(known ?? (await readPage(context, list, { ...options, limit: read.size, page })));
    if (pages.at(-1)!.items.every(isOlder)) break;
  }
  const complete = pages.at(-1)!.items.every(isOlder);
  return { ...read, pages, items: pages.flatMap(({ items }) => items), complete };
}
