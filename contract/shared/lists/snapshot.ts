/** A list as it was read: from its first page on, and in other page sizes while it stood still. */
import { sentQuery, type Exchange, isObject } from '../../../schemas/records/exchange.ts';
import { lanes } from '../../../fixtures/client/clock.ts';
import { paramName, readPage, type PageQuery } from './pages.ts';
import { contradictions, keysOf, type SeenPage } from './paging-laws.ts';
import { type List, type Page, lists } from '../../../schemas/lists.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../../fixtures/verdict.ts';
import type { Product } from '../../catalog/judgements.ts';

export interface Snapshot {
  /** Consecutive pages from the first, as large as the target gives them. */
  readonly large: readonly Page[];
  /** Size of those pages. */
  readonly size: number;
  /** True if `large` holds the whole list. */
  readonly complete: boolean;
  readonly items: readonly unknown[];
}

export interface Still extends Snapshot {
  /** Pages of other sizes. */
  readonly others: readonly SeenPage[];
}

export type ReadOptions = Pick<PageQuery, 'key' | 'fresh' | 'earlier' | 'query'> & {
  /** A list that takes more pages than this is read as far as its first page. */
  readonly atMost?: number;
  /** Read anew at another URL: a cache on the way keeps responses by theirs. */
  readonly around?: boolean;
};

/** A list is read whole while that takes no more pages than this. */
export const mostPages = 8;
export const largest = 200;
const limits = [largest, 100, 50];
/** Of a longer list, this many items are read, on two pages at least: the laws of paging show on one stretch. */
const stretch = 200;

/** Returns the number of pages that are read of a list with so many. */
function pagesRead(pages: number, size: number, atMost?: number): number {
  if (pages <= (atMost ?? mostPages)) return pages;
  return atMost === undefined ? Math.min(mostPages, Math.max(2, Math.ceil(stretch / size))) : 1;
}

/** The list from its first page on, whole where it is not too long. */
export async function readWhole(
  context: Context,
  list: List,
  { atMost, around = false, fresh = around, ...others }: ReadOptions = {},
): Promise<Snapshot> {
  const options = { ...others, fresh };
  const first = await firstPage(context, list, { ...options, around });
  const { total = first.items.length } = first;
  const size = first.items.length;
  const large = [first];
  const pages = size === 0 ? 1 : Math.ceil(total / size);
  // Pages after the first are asked for in the size that the first one came in.
  const limit = (await wasLimited(context, list, first)) ? { limit: size } : {};
  if (pages > 1 && (await paramName(context, list, 'page')) !== undefined)
    for (let page = 2; page <= pagesRead(pages, size, atMost); page++)
      large.push(await readPage(context, list, { ...options, page, ...limit }));
  const items = large.flatMap(page => page.items);
  return { large, size, items, complete: items.length >= total || large.length === pages };
}

const wasLimited = async (context: Context, list: List, { exchange }: Page) =>
  sentQuery(exchange).has((await paramName(context, list, 'limit')) ?? '');

/** Returns the first page as large as can be had: a maximum that a list refuses to exceed is not shown (§8). */
async function firstPage(
  context: Context,
  list: List,
  { around = false, ...options }: ReadOptions,
): Promise<Page> {
  if ((await paramName(context, list, 'limit')) === undefined)
    return readPage(context, list, options);
  for (const limit of limits) {
    const page = { ...options, limit: limit - Number(around) };
    const read = await ifExercised(readPage(context, list, page));
    if (read) return read;
  }
  return readPage(context, list, options);
}

/**
 * Pages that are read of the size that comes without a limit: all of a few, else some at both ends and in the middle. The
 * reads of `smoke` are few: its second page stands for the later ones.
 */
function usualAsked({ target: { profile } }: Context, last: number): readonly number[] {
  if (profile === 'smoke') return last === 1 ? [1] : [1, 2];
  return last <= 6
    ? Array.from({ length: last }, (_, index) => index + 1)
    : [1, 2, 3, 4, Math.ceil(last / 2), last];
}

/** Pages of the size that comes without a limit. */
async function usualPages(context: Context, list: List, fresh: boolean): Promise<SeenPage[]> {
  const first = await readPage(context, list, { fresh });
  const { total = 0 } = first;
  const size = first.items.length;
  const isFull = size > 0 && total > size;
  const seen: SeenPage[] = [];
  for (const asked of new Set(usualAsked(context, isFull ? Math.ceil(total / size) : 1))) {
    const page = asked === 1 ? first : await readPage(context, list, { page: asked, fresh });
    seen.push({ page, asked, size, isFull });
  }
  return seen;
}

/** Pages of a size of our own, of which the second is the last where the list came on one page. */
async function smallerPages(
  context: Context,
  list: List,
  { size: largestSeen }: Snapshot,
  { asked, fresh }: { readonly asked: readonly number[]; readonly fresh: boolean },
): Promise<SeenPage[]> {
  const size = Math.floor((largestSeen * 2) / 3);
  if (size < 1 || !(await paramName(context, list, 'limit'))) return [];
  const seen: SeenPage[] = [];
  for (const page of asked) {
    const read = await readPage(context, list, { page, limit: size, fresh });
    seen.push({ page: read, asked: page, size, limit: size, isFull: true });
  }
  return seen;
}

async function readOthers(
  context: Context,
  list: List,
  whole: Snapshot,
  fresh: boolean,
): Promise<SeenPage[]> {
  if (!(await paramName(context, list, 'page'))) return [];
  const usual = await usualPages(context, list, fresh);
  // If all fits on one page without a limit, these show the items that two pages of one size share.
  const asked = usual.length > 1 ? [2] : [1, 2];
  return [...usual, ...(await smallerPages(context, list, whole, { asked, fresh }))];
}

/**
 * The list as it was while it stood still. Pages that agree with each other show that it did. Where they do not, it is
 * read anew, and its first page once more: if that is the same, the contradiction is the target's. Read once a run, and
 * again after a write of ours touched it: it is kept by its first page, and by each other one that it was read with.
 *
 * @throws NotExercised if it changed under us each time.
 */
export async function readStill(context: Context, list: List): Promise<Still> {
  const inTurn = await context.memo('a turn for each list', lanes);
  return inTurn(list.id, async () => {
    const nameOf = ({ exchange }: Page) => `${list.id} ${exchange.id}`;
    const whole = await readWhole(context, list);
    const settled = () => context.memo(nameOf(whole.large[0]!), () => settle(context, list));
    const { still, firsts } = await settled();
    for (const first of firsts) await context.memo(nameOf(first), settled);
    return still;
  });
}

/**
 * Begins with the list itself: a replay may get here with a first page that a run has read later.
 *
 * @returns the list, and every first page that it was read with.
 */
async function settle(
  context: Context,
  list: List,
): Promise<{ readonly still: Still; readonly firsts: readonly Page[] }> {
  const whole = await readWhole(context, list);
  const before = whole.large[0]!;
  const seen = { ...whole, others: await readOthers(context, list, whole, false) };
  if (contradictions(seen).length === 0) return { still: seen, firsts: [before] };
  for (let attempt = 0; attempt < 2; attempt++) {
    const anew = await readWhole(context, list, { fresh: true });
    const first = anew.large[0]!;
    const still = { ...anew, others: await readOthers(context, list, anew, true) };
    if (contradictions(still).length === 0) return { still, firsts: [before, first] };
    const again = await firstPage(context, list, { fresh: true });
    if (again.total === first.total && keysOf(again.items) === keysOf(first.items))
      return { still, firsts: [before, first, again] };
  }
  throw new NotExercised(`${list.id} changed each time while it was read`);
}

/** True if a list changed between its pages: an item that moved to the next page is there twice. */
export const wasMoved = ({ large }: Pick<Snapshot, 'large'>): boolean =>
  new Set(large.map(({ total }) => total)).size > 1;

/** The responses that a list was read from. */
export const exchangesOf = ({ large }: Pick<Snapshot, 'large'>): Exchange[] =>
  large.map(({ exchange }) => exchange);

/** Products of a route; those that are not objects fail `catalog.product-fields`. */
export async function products(
  context: Context,
  list: typeof lists.browse | typeof lists.search,
  options: ReadOptions = {},
): Promise<Product[]> {
  const { items } = await readWhole(context, list, options);
  if (items.length === 0) throw new NotExercised('there are no products');
  return items.filter(isObject);
}

/** The whole catalog: what other responses are compared with, and read anew with it where they differ. */
export async function wholeCatalog(context: Context, fresh = false): Promise<Product[]> {
  const { items, complete } = await readWhole(context, lists.browse, { fresh });
  if (!complete) throw new NotExercised('the catalog is too long to be read whole');
  if (items.length === 0) throw new NotExercised('the catalog is empty');
  return items.filter(isObject);
}
