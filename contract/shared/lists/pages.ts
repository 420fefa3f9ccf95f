/** Requests pages of a list (§2.8). */
import { allLists, toPage, type List, type Page } from '../../../schemas/lists.ts';
import { isSuccess, type Exchange } from '../../../schemas/records/exchange.ts';
import type { KeyChoice } from '../../../fixtures/config/keys.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { searchParam } from '../discovery/search-params.ts';
import { ifExercised, NotExercised } from '../../../fixtures/verdict.ts';

export interface PageQuery {
  readonly page?: number | string;
  readonly limit?: number | string;
  readonly key?: KeyChoice;
  readonly fresh?: boolean;
  readonly earlier?: boolean;
  /** Further parameters. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Name of a paging parameter on this target; undefined if it is not known. */
export async function paramName(
  context: Context,
  list: List,
  which: 'page' | 'limit',
): Promise<string | undefined> {
  return list.params ? ifExercised(searchParam(context, which)) : which;
}

/** Requests a page, whatever the response is. */
export async function requestPage(
  context: Context,
  list: List,
  query: PageQuery = {},
): Promise<Exchange> {
  const named: Record<string, string | number> = {};
  for (const which of ['page', 'limit'] as const) {
    const value = query[which];
    if (value === undefined) continue;
    named[list.params ? await searchParam(context, which) : which] = value;
  }
  return context.api.send(list.route, {
    query: { ...query.query, ...named },
    ...(query.key ? { key: query.key } : {}),
    ...(query.fresh ? { fresh: true } : {}),
    ...(query.earlier ? { earlier: true } : {}),
  });
}

/** Odd pages: one list shows the habit of the service, the others what no items and a limit of zero make of their numbers. */
export const outOfRange = (list: List): readonly Pick<PageQuery, 'page' | 'limit'>[] => [
  { page: '999999' },
  { limit: '0' },
  ...(list === allLists[0] ? [{ page: '0' }, { page: '1.5' }, { page: 'x', limit: '-1' }] : []),
];

/** Requests a page by valid values: anew where it was not accepted, because one failure may be an accident. */
export async function requestTwice(
  context: Context,
  list: List,
  query: PageQuery,
): Promise<Exchange> {
  const exchange = await requestPage(context, list, query);
  return isSuccess(exchange) ? exchange : requestPage(context, list, { ...query, fresh: true });
}

/**
 * Requests a page that is expected to be there.
 *
 * @throws NotExercised if the response is not a page.
 */
export async function readPage(context: Context, list: List, query: PageQuery): Promise<Page> {
  const exchange = await requestPage(context, list, query);
  const page = toPage(list, exchange);
  if (page) return page;
  const reason = `${list.id} returned no list (status ${exchange.response.status})`;
  const refused = query.page === undefined && query.limit === undefined;
  const reportedBy = refused ? 'service.routes' : 'paging.accepted';
  throw new NotExercised(reason, isSuccess(exchange) ? 'paging.fields' : reportedBy);
}
