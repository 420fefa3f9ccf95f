/** Reads lists (§2.8): one page, or from the first page on, whole if a list is not too long. */
import { lists, toPage, type Page, type List } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../harness/run/context.ts';
import {
  arrayIn,
  at,
  isSuccess,
  type Exchange,
  sentQuery,
  isObject,
} from '../../schemas/records/exchange.ts';
import type { KeyChoice } from '../../harness/config/keys.ts';
import { ifExercised, NotExercised, requireSome } from '../../harness/verdict.ts';
import type { Product } from '../../schemas/resources/catalog.ts';

type PagingParam = 'page' | 'limit';

/** List, with a function that discovers its paging parameters if the spec does not name them. */
export type NamedList = List &
  (
    | { readonly params?: undefined }
    | { readonly findName: (context: Context, which: PagingParam) => Promise<string> }
  );

const nameOf = async (context: Context, list: NamedList, which: PagingParam): Promise<string> =>
  'findName' in list ? list.findName(context, which) : which;

export interface PageQuery {
  readonly page?: number | string;
  readonly limit?: number | string;
  readonly key?: KeyChoice;
  readonly fresh?: boolean;
  readonly earlier?: boolean;
  /** Further query parameters. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Returns the name of a paging parameter on this target, or undefined if it is unknown. */
export async function paramName(
  context: Context,
  list: NamedList,
  which: PagingParam,
): Promise<string | undefined> {
  return ifExercised(nameOf(context, list, which));
}

/** Requests a page and returns the response, which may be an error. */
export async function requestPage(
  context: Context,
  list: NamedList,
  { page, limit, query, ...options }: PageQuery = {},
): Promise<Exchange> {
  const named: Record<string, string | number> = {};
  for (const [which, value] of [
    ['page', page],
    ['limit', limit],
  ] as const)
    if (value !== undefined) named[await nameOf(context, list, which)] = value;
  return context.api.send(list.route, { ...options, query: { ...query, ...named } });
}

/** Page that no list has. Its number fits into 32 bits, but the number of items before it does not. */
export const pastEnd = { page: '2147483647' } as const;

/** Returns values of page and limit that are below 1. */
export const belowRange = (list: List): readonly Pick<PageQuery, 'page' | 'limit'>[] =>
  list.route === route.browse ? [{ page: '0' }] : [{ limit: '0' }];

/** Requests a page by valid values, and again if that fails, because one failure may be an accident. */
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
  const reason = `${list.id} returned no list (status ${exchange.response.status})`;
  const refused = query.page === undefined && query.limit === undefined;
  const reportedBy = refused ? 'service.routes' : 'paging.accepted';
  throw new NotExercised(reason, isSuccess(exchange) ? 'paging.fields' : reportedBy);
}

/** Items and pages that were read from a list. */
export interface ListRead {
  /** Consecutive pages from the first, as large as the target allows. */
  readonly pages: readonly Page[];
  /** Items a page. */
  readonly size: number;
  /** Items of those pages. */
  readonly items: readonly unknown[];
  /** True if the list has no other items. */
  readonly complete: boolean;
  /** Number of items that the first page states. */
  readonly total: number | undefined;
}

export type ReadOptions = Pick<PageQuery, 'key' | 'fresh' | 'earlier' | 'query' | 'limit'> & {
  /** Longest list, in pages, that is read beyond its first page. */
  readonly atMost?: number;
  /** Items a page. If absent, the target's largest page is used. */
  readonly limit?: number;
};

/** Longest list, in pages, that is read whole. */
const mostPages = 8;
export const largest = 200;
const limits = [largest, 100, 50];
/** Items that are read of a longer list, on two pages or more. One stretch is enough to judge paging. */
const stretch = 200;

/** Returns the number of pages to read of a list with `pages` pages. */
function pagesToRead(pages: number, size: number, atMost?: number): number {
  if (pages <= (atMost ?? mostPages)) return pages;
  return atMost === undefined ? Math.min(mostPages, Math.max(2, Math.ceil(stretch / size))) : 1;
}

/** Attempts to read a list again after it changed while it was read. */
const maxReads = 2;

/** Reads a list from its first page on, whole unless it is too long. Reads it again if its total changes between pages. */
export async function readWhole(
  context: Context,
  list: NamedList,
  options: ReadOptions = {},
): Promise<ListRead> {
  let read = await readPages(context, list, options);
  for (let tries = 0; tries < maxReads && changedWhileRead(read); tries++)
    read = await readPages(context, list, { ...options, fresh: true });
  return read;
}

async function readPages(
  context: Context,
  list: NamedList,
  { atMost, ...options }: ReadOptions,
): Promise<ListRead> {
  const first = await firstPage(context, list, options);
  const size = first.items.length;
  const count = first.total ?? size;
  const pages = [first];
  const last = size === 0 ? 1 : Math.ceil(count / size);
  // Later pages are requested with the size of the first page.
  const limit = (await wasLimited(context, list, first)) ? { limit: size } : {};
  if (last > 1 && (await paramName(context, list, 'page')) !== undefined)
    for (let page = 2; page <= pagesToRead(last, size, atMost); page++)
      pages.push(await readPage(context, list, { ...options, page, ...limit }));
  const items = pages.flatMap(page => page.items);
  const complete = items.length >= count || pages.length === last;
  return { pages, size, items, complete, total: first.total };
}

const wasLimited = async (context: Context, list: NamedList, { exchange }: Page) =>
  sentQuery(exchange).has((await paramName(context, list, 'limit')) ?? '');

/** Returns the first page with the given limit, or as large as can be had: a maximum that a list refuses to exceed is not shown (§8). */
export async function firstPage(
  context: Context,
  list: NamedList,
  options: ReadOptions,
): Promise<Page> {
  if ((await paramName(context, list, 'limit')) === undefined)
    return readPage(context, list, options);
  for (const limit of options.limit === undefined ? limits : [options.limit]) {
    const read = await ifExercised(readPage(context, list, { ...options, limit }));
    if (read) return read;
  }
  return readPage(context, list, options);
}

/** Returns the size of pages of which a list has three: each check that sorts a list reads the same ones. */
export const thirdOf = ({ size, total = 0 }: Pick<ListRead, 'size' | 'total'>): number =>
  Math.max(1, Math.min(size, Math.ceil(total / 3)));

/** True if a list changed between its pages: an item that moved to the next page is there twice. */
export const changedWhileRead = ({ pages }: Pick<ListRead, 'pages'>): boolean =>
  new Set(pages.map(({ total }) => total)).size > 1;

/** Returns the responses that a list was read from. */
export const exchangesOf = ({ pages }: Pick<ListRead, 'pages'>): Exchange[] =>
  pages.map(({ exchange }) => exchange);

/** Reads the whole catalog, for comparison with other responses. */
export async function wholeCatalog(context: Context): Promise<Product[]> {
  const { items, complete } = await readWhole(context, lists.browse);
  if (!complete) throw new NotExercised('the catalog is too long to be read whole');
  requireSome(items, 'the catalog is empty');
  return items.filter(isObject);
}

/** True of a text that is not empty. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** Returns the texts in one field of a list of objects. */
export const identifiers = (items: unknown, name: string): string[] =>
  arrayIn(items)
    .map(item => at(item, name))
    .filter(isText);
