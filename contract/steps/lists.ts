/** Reads pages of lists (§2.8), and whole lists if they are not too long. */
import { lists, toPage, type Page, type List } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../harness/run/context.ts';
import { arrayIn, at, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import type { KeyChoice } from '../../harness/config/keys.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { own } from '../../harness/run/own.ts';

type PagingParam = 'page' | 'limit';

/** List, with a function that discovers its paging parameters if the spec does not name them. */
export type NamedList = List &
  (
    | { readonly params?: undefined }
    | { readonly findName: (context: Context, which: PagingParam) => Promise<string> }
  );

const nameOf = async (context: Context, list: NamedList, which: PagingParam): Promise<string> =>
  'findName' in list ? list.findName(context, which) : which;

/** Returns the name of a paging parameter on this target, or undefined if it is unknown. */
export const paramName = (
  context: Context,
  list: NamedList,
  which: PagingParam,
): Promise<string | undefined> => ifExercised(nameOf(context, list, which));

export interface PageQuery {
  readonly page?: number | string;
  readonly limit?: number | string;
  readonly key?: KeyChoice;
  readonly fresh?: boolean;
  /** Further query parameters. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Requests a page and returns the response, which may be an error. */
export async function requestPage(
  context: Context,
  list: NamedList,
  { page, limit, query, ...options }: PageQuery = {},
): Promise<Exchange> {
  const named = { ...query };
  if (page !== undefined) named[await nameOf(context, list, 'page')] = page;
  if (limit !== undefined) named[await nameOf(context, list, 'limit')] = limit;
  return context.api.send(list.route, { ...options, query: named });
}

/** Page that no list has. Its number fits into 32 bits, but the number of items before it does not. */
export const pastEnd = { page: '2147483647' } as const;

/** Returns values of page and limit that are below 1. */
export const belowRange = (list: List): readonly Pick<PageQuery, 'page' | 'limit'>[] =>
  list.route === route.browse ? [{ page: '0' }] : [{ limit: '0' }];

/** Requests a page with valid values. Retries once, because one failure may be an accident. */
export async function requestTwice(
  context: Context,
  list: NamedList,
  query: PageQuery,
): Promise<Exchange> {
  const exchange = await requestPage(context, list, query);
  return isSuccess(exchange) ? exchange : requestPage(context, list, { ...query, fresh: true });
}

/**
 * Requests a page that must exist.
 *
 * @throws NotExercised if the response is not a page.
 */
export async function readPage(context: Context, list: NamedList, query: PageQuery): Promise<Page> {
  const exchange = await requestPage(context, list, query);
  const page = toPage(list, exchange);
  if (page) return page;
  throw new NotExercised(
    `${list.id} returned no list (status ${exchange.response.status})`,
    isSuccess(exchange) ? 'paging.fields' : 'paging.accepted',
  );
}

/** Items and pages that were read from a list. */
export interface ListRead {
  /** Consecutive pages from the first, as large as the target allows. */
  readonly pages: readonly Page[];
  /** Items a page. */
  readonly size: number;
  /** Items of those pages. */
  readonly items: readonly unknown[];
  /** True if the whole list was read. */
  readonly complete: boolean;
  /** Number of items that the first page states. */
  readonly total: number | undefined;
}

export type ReadOptions = Pick<PageQuery, 'key' | 'fresh' | 'query'> & {
  /** Items a page. If absent, the target's largest page is used. */
  readonly limit?: number;
};

/**
 * Requires that a list was read whole. The part of a long list that was read shows nothing about what it lacks.
 *
 * @throws NotExercised if the list is too long.
 */
export function requireWhole({ pages, complete }: Pick<ListRead, 'pages' | 'complete'>): void {
  if (!complete) throw new NotExercised(`${pages[0]!.exchange.route} is too long to be read whole`);
}

export const largest = 200;
const limits = [largest, 100, 50];
/** Most pages of a list that is read whole. A run reads dozens of lists with a query, so these have fewer. */
const mostPages = { plain: 8, query: 4 } as const;
/** Number of items to read from a longer list, on at least two pages. These are enough to judge paging. */
const stretch = 100;

/** Reads a whole list, or the first pages of a list that is too long. With a query, these are two. */
export async function readWhole(
  context: Context,
  list: NamedList,
  options: ReadOptions = {},
): Promise<ListRead> {
  const first = await firstPage(context, list, options);
  const size = first.items.length;
  const { total = size } = first;
  const last = size === 0 ? 1 : Math.ceil(total / size);
  const isPlain = Object.keys(options.query ?? {}).length === 0;
  const most = isPlain ? mostPages.plain : mostPages.query;
  const part = isPlain ? Math.min(most, Math.max(2, Math.ceil(stretch / size))) : 2;
  const query = { ...options, ...((await paramName(context, list, 'limit')) && { limit: size }) };
  const pages = [first];
  if ((await paramName(context, list, 'page')) !== undefined)
    for (let page = 2; page <= (last <= most ? last : part); page++)
      pages.push(await readPage(context, list, { ...query, page }));
  const items = pages.flatMap(page => page.items);
  const complete = items.length >= total || pages.length === last;
  return { pages, size, items, complete, total: first.total };
}

/**
 * Returns the items of the last page of a list that was not read whole. Purchases of runs fill one end of the history and of the ledger,
 * so the other end has what the account had before.
 */
export async function readLastItems(
  context: Context,
  list: NamedList,
  { size, total = size, complete }: ListRead,
  options: Omit<ReadOptions, 'limit'> = {},
): Promise<readonly unknown[]> {
  if (complete) return [];
  const last = { ...options, limit: size, page: Math.ceil(total / size) };
  return (await readPage(context, list, last)).items;
}

/** Returns the first page with the given limit, or the largest first page. A list may reject a large limit, because the spec shows no maximum (§8). */
export async function firstPage(
  context: Context,
  list: NamedList,
  { limit: given, ...options }: ReadOptions,
): Promise<Page> {
  for (const limit of given === undefined ? limits : [given]) {
    const page = await ifExercised(readPage(context, list, { ...options, limit }));
    if (page) return page;
  }
  return readPage(context, list, options);
}

/** Returns the page size that splits a list into two pages. All checks that sort a list use this size, so they read the same pages. */
export const halfOf = ({ size, total = 0 }: Pick<ListRead, 'size' | 'total'>): number =>
  Math.max(1, Math.min(size, Math.ceil(total / 2)));

/** Returns the responses that a list was read from. */
export const exchangesOf = ({ pages }: Pick<ListRead, 'pages'>): Exchange[] =>
  pages.map(({ exchange }) => exchange);

/** Returns true for a string that is not empty. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** Returns the non-empty strings in one field of a list of objects. */
export const identifiers = (items: unknown, name: string): string[] =>
  arrayIn(items)
    .map(item => at(item, name))
    .filter(isText);

/** Returns the id of an item, or its JSON if it has no id. Other fields are left out, because an image URL may be signed for each response. */
export const keyOf = (item: unknown): string => {
  const id = at(item, '_id');
  return typeof id === 'string' ? id : JSON.stringify(item);
};

/** Returns the items that `others` lack. Duplicates count. `key` decides when two items are the same. */
export function missingFrom<T>(
  others: readonly T[],
  items: readonly T[],
  key: (item: T) => string = keyOf,
): T[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return items.filter(item => {
    const left = counts.get(key(item)) ?? 0;
    counts.set(key(item), left - 1);
    return left <= 0;
  });
}

const searchParams = { page: 'GV_SEARCH_PAGE_PARAM', limit: 'GV_SEARCH_LIMIT_PARAM' } as const;

/** Product search, with discovered paging parameters. */
export const search = {
  ...lists.search,
  // oxlint-disable-next-line require-await -- a gap becomes a rejection
  findName: async (context: Context, which: PagingParam) => own(context, searchParams[which]),
} as const;

/** Lists of the API (§2.8). */
export const allLists: readonly NamedList[] = [lists.browse, search, lists.orders, lists.ledger];
