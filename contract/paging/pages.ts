/** Reads the pages of a list in several sizes, and judges them together (§2.8). */
import {
  allLists,
  type NamedList,
  firstPage,
  isText,
  paramName,
  readPage,
  readWhole,
  requestPage,
  search,
  type ListRead,
  type PageQuery,
} from '../steps/lists.ts';
import { group } from '../../schemas/group.ts';
import { toPage, type Page } from '../../schemas/lists.ts';
import { isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { again } from '../steps/again.ts';

/** Page, and the position of its items in the list. */
export interface PlacedPage extends Page {
  /** Requested page number, or 1. */
  readonly number: number;
  /** Items of a full page. */
  readonly size: number;
  /** Items of the list before the page. */
  readonly start: number;
  /** Names the page in a message. */
  readonly name: string;
  /** Same for all pages that were requested with one `limit`. */
  readonly series: string;
}

export interface PagesRead {
  /** List in its largest pages. The other pages are compared with it. */
  readonly whole: ListRead;
  /** Pages of all sizes. */
  readonly pages: readonly PlacedPage[];
  /** Number of items that the first page states. */
  readonly total: number;
}

/** List, or search with a query. */
interface Listed {
  readonly list: NamedList;
  readonly query?: NonNullable<PageQuery['query']>;
}

interface Asked {
  readonly page?: number;
  readonly limit?: number;
}

const place = (page: Page, number: number, size: number, series: string): PlacedPage => ({
  ...page,
  number,
  size,
  start: (number - 1) * size,
  name: `page ${number} (${size} a page)`,
  series,
});

/** Returns the numbers of the pages to read after the first page: all pages of a short list, or the first and the last two of a long list. */
function laterNumbers({ target: { profile } }: Context, last: number): number[] {
  if (profile === 'smoke') return last > 1 ? [2] : [];
  if (last > 4) return [2, last - 1, last];
  return Array.from({ length: Math.max(last - 1, 0) }, (_, index) => index + 2);
}

/** Returns requests for further pages: pages of the default size, a page of one item, and pages of sizes that we choose. */
async function furtherPages(
  context: Context,
  { list, query }: Listed,
  { items, total = 0 }: Page,
  largest: number,
): Promise<Asked[]> {
  if ((await paramName(context, list, 'page')) === undefined) return [];
  const last = items.length > 0 ? Math.ceil(total / items.length) : 1;
  const usual = laterNumbers(context, last).map(page => ({ page }));
  if ((await paramName(context, list, 'limit')) === undefined) return usual;
  // If one page shows all items, two smaller pages show whether an item is on both.
  const twoThirds = Math.floor((largest * 2) / 3);
  const halves = last < 2 ? [1, 2].map(page => ({ page, limit: twoThirds })) : [];
  // A target may read only the first digit of a number.
  const page = largest >= 24 ? 11 : 3;
  const small = { page, limit: Math.floor(largest / (page + 1)) };
  const isBrief = context.target.profile === 'smoke' || query !== undefined;
  const chosen: Asked[] = isBrief ? halves : [{ limit: 1 }, ...halves, small];
  return [...usual, ...chosen.filter(({ limit = 0 }) => limit > 0)];
}

/** Requests the pages that `readPages` reads, even if some requests fail. */
export async function requestPages(context: Context, list: NamedList): Promise<Exchange[]> {
  const exchanges = [await requestPage(context, list)];
  const first = toPage(list, exchanges[0]!);
  const largest = await ifExercised(firstPage(context, list, {}));
  if (!first || !largest) return exchanges;
  for (const asked of await furtherPages(context, { list }, first, largest.items.length))
    exchanges.push(await requestPage(context, list, asked));
  return exchanges;
}

async function readPages(context: Context, listed: Listed): Promise<PagesRead> {
  const { list, query = {} } = listed;
  const whole = await readWhole(context, list, { query });
  const first = await readPage(context, list, { query });
  const usual = Math.max(first.items.length, 1);
  const pages = [place(first, 1, usual, 'no limit')];
  for (const asked of await furtherPages(context, listed, first, whole.size)) {
    const { page = 1, limit } = asked;
    const series = limit === undefined ? 'no limit' : `limit=${limit}`;
    const read = await readPage(context, list, { ...asked, query });
    pages.push(place(read, page, limit ?? usual, series));
  }
  const size = Math.max(whole.size, 1);
  if ((await paramName(context, list, 'limit')) !== undefined)
    pages.push(...whole.pages.map((page, index) => place(page, index + 1, size, 'the largest')));
  return { whole, pages, total: whole.total ?? whole.items.length };
}

/** Returns a search by a merchant with a few products, which is a list of a few items. */
async function searchOfFew(context: Context): Promise<Listed> {
  const { items } = await readWhole(context, search);
  const byMerchant = group(items.filter(isObject), ({ merchant }) => merchant);
  const [few] = [...byMerchant].filter(
    ([name, { length }]) => isText(name) && length > 1 && length < 6,
  );
  if (!few) throw new NotExercised('no merchant has a few products');
  return { list: search, query: { merchant: String(few[0]) } };
}

/** Judges the pages of each list. */
export async function judgePages(
  context: CheckContext,
  judge: (read: PagesRead, list: NamedList) => Promise<void> | void,
): Promise<void> {
  const judgeOne = (find: () => Listed | Promise<Listed>) =>
    again(async () => {
      const listed = await find();
      const read = await readPages(context, listed);
      if (read.total === 0 && read.whole.items.length === 0)
        throw new NotExercised('the list is empty');
      await judge(read, listed.list);
    });
  await context.each(allLists, list => judgeOne(() => ({ list })));
  await context.each([{ list: search, bound: 'a few items' }], () =>
    judgeOne(() => searchOfFew(context)),
  );
}
