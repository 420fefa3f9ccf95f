/** Searches the catalog (§4.1), and chooses the values to search by. */
import { isDeepStrictEqual } from 'node:util';
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../harness/run/context.ts';
import { categoryNames, type Product } from '../../schemas/resources/catalog.ts';
import { route } from '../../schemas/routes.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { discovered, type Found as FoundSetting } from './discovery.ts';
import { firstPage, readWhole, requestTwice, type ListRead, type NamedList } from './lists.ts';

/** Possible names of the paging parameters of the search (§4.1 rule 5). */
const names = {
  page: ['page', 'currentPage', 'pageNumber'],
  limit: ['limit', 'pageSize', 'perPage', 'per_page'],
} as const;
type PagingParam = keyof typeof names;

/** Discovers the names of the paging parameters of the search, which the spec does not show. */
export const searchParam = {
  page: discovered('GV_SEARCH_PAGE_PARAM', context => findParam(context, 'page')),
  limit: discovered('GV_SEARCH_LIMIT_PARAM', context => findParam(context, 'limit')),
} as const;

/** Product search, with discovered paging parameters. */
export const search = {
  ...lists.search,
  findName: (context: Context, which: PagingParam) => searchParam[which](context),
} as const;

/** Lists of the API (§2.8). */
export const allLists: readonly NamedList[] = [lists.browse, search, lists.orders, lists.ledger];

/** Requests page 2 with one product per page, and tries one pair of names at a time. The response shows which of the two has an effect. */
async function findParam({ api }: Context, which: PagingParam): Promise<FoundSetting<string>> {
  const read = async (query: Readonly<Record<string, number>> = {}) =>
    toPage(lists.search, await api.send(route.search, { query }));
  const plain = await read();
  const [, second] = plain?.items ?? [];
  for (const [n, name] of names[which].entries()) {
    if (second === undefined) break;
    const page = names.page.slice(n, n + 1).map(each => [each, 2] as const);
    const limit = names.limit.slice(n, n + 1).map(each => [each, 1] as const);
    const tried =
      (await read(Object.fromEntries([...page, ...limit]))) ??
      (await read({ [name]: which === 'page' ? 2 : 1 }));
    const isOne = tried?.limit === 1 || (tried?.items.length === 1 && tried.total === plain?.total);
    const isSecond = tried?.page === 2 || isDeepStrictEqual(tried?.items[0], second);
    if (which === 'page' ? isSecond : isOne)
      return { value: name, how: `GET /products/search shows the effect of ${name}` };
  }
  throw new NotExercised(`none of ${names[which].join(', ')} has an effect on the ${which}`);
}

export type Query = Readonly<Record<string, string | readonly string[]>>;

export interface Found extends Pick<ListRead, 'pages' | 'complete' | 'total'> {
  readonly found: readonly Product[];
}

/** Returns the products that a search finds. */
export async function foundIn(context: Context, query: Query): Promise<Found> {
  const read = await readWhole(context, search, { query });
  return { ...read, found: read.items.filter(isObject) };
}

/** Returns the first page of a search. If there is no page, returns the response to the same search without paging parameters. */
export async function acceptedSearch(context: Context, query: Query): Promise<Exchange> {
  const page = await ifExercised(firstPage(context, search, { query }));
  return page ? page.exchange : requestTwice(context, search, { query });
}

/**
 * Returns up to three categories to search by. If possible, the first two have some products in common, and each has further
 * products. The union, the intersection and each category alone then differ. In a long catalog, it returns rare categories, so
 * that the search results can be read whole.
 *
 * @throws NotExercised if no two categories differ.
 */
export async function overlappingCategories(context: Context): Promise<string[]> {
  const { found, complete } = await foundIn(context, {});
  const ids = new Map<string, Set<unknown>>();
  for (const product of found)
    for (const name of categoryNames(product))
      ids.set(name, (ids.get(name) ?? new Set()).add(product['_id']));
  const bySize = [...ids]
    .filter(([, own]) => own.size < found.length)
    .toSorted(([, a], [, b]) => (complete ? b.size - a.size : a.size - b.size))
    .map(([name]) => name);
  const shared = (a: string, b: string) =>
    [...ids.get(a)!].filter(id => ids.get(b)!.has(id)).length;
  const pairs = bySize
    .flatMap((a, index) => bySize.slice(index + 1).map(b => ({ a, b, shared: shared(a, b) })))
    .filter(({ a, b, shared }) => shared < Math.min(ids.get(a)!.size, ids.get(b)!.size));
  const best = pairs.find(pair => pair.shared > 0) ?? pairs[0];
  if (!best)
    throw new NotExercised('a search without parameters finds no two categories that differ');
  const third = bySize.filter(name => name !== best.a && name !== best.b).slice(0, 1);
  return [best.a, best.b, ...third];
}

const unusual = (text: string): number => text.replaceAll(/[a-z ]/gi, '').length;

/** Returns two merchants to search by. The first has the name with the most unusual characters, and the last has the most products. */
export function merchantsToSearch(found: readonly Product[]): string[] {
  const counts = new Map<string, number>();
  for (const { merchant } of found)
    if (typeof merchant === 'string' && merchant === merchant.trim())
      counts.set(merchant, (counts.get(merchant) ?? 0) + 1);
  const names = [...counts.keys()];
  const [unusualest] = names.toSorted((a, b) => unusual(b) - unusual(a));
  const [largest] = names.toSorted((a, b) => counts.get(b)! - counts.get(a)!);
  return [...new Set([unusualest, largest])].filter(name => name !== undefined);
}

/** Merchant and use case that no product has. */
export const unknownName = 'qx7f3a9czw-hb26kd80yv-mw51tr94ne';

/** Searches by a merchant that no product has. */
export const searchUnknownMerchant = ({ api }: Context): Promise<Exchange> =>
  api.send(route.search, { query: { merchant: unknownName } });

/** Returns the number of products that a search finds, as its response states it. */
export const totalOf = (exchange: Exchange): number | undefined =>
  toPage(lists.search, exchange)?.total;
