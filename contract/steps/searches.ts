/** Products that searches of the catalog find, and the values by which they show most. */
import { lists, toPage } from '../../schemas/lists.ts';
import { isObject, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { categoryNames, type Product } from '../../schemas/resources/catalog.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { readWhole, requestTwice, type ListRead } from '../shared/lists.ts';
import { route } from '../../schemas/routes.ts';

export type Query = Readonly<Record<string, string | readonly string[]>>;

/** One value of one parameter of a search. */
export interface Filter {
  readonly name: 'merchant' | 'category' | 'useCase';
  readonly value: string;
}

/** A search; of a long list its first pages, or its first one if the search has parameters. */
export interface Found extends Pick<ListRead, 'pages' | 'complete' | 'total'> {
  readonly found: readonly Product[];
}

/** A search by parameters is read whole while that takes no more pages: there are many of them. */
export const atMost = 3;

/** Products that a search returns. */
export async function foundIn(context: Context, query: Query): Promise<Found> {
  const few = Object.keys(query).length === 0 ? {} : { atMost };
  const read = await readWhole(context, lists.search, { query, ...few });
  return { ...read, found: read.items.filter(isObject) };
}

/** The first page of what a search finds, as large as can be had. */
export async function firstFound(context: Context, query: Query): Promise<Found> {
  const read = await readWhole(context, lists.search, { query, atMost: 1 });
  return { ...read, found: read.items.filter(isObject) };
}

function idsByCategory(catalog: readonly Product[]): Map<string, Set<unknown>> {
  const ids = new Map<string, Set<unknown>>();
  for (const product of catalog)
    for (const name of categoryNames(product))
      ids.set(name, (ids.get(name) ?? new Set()).add(product['_id']));
  return ids;
}

/**
 * Up to three categories that share products and have some of their own: there, every way to combine differs. Of those that
 * differ alike, the ones with the fewest products come first, so that a filter without effect shows.
 *
 * @throws NotExercised if the catalog has no two that differ.
 */
export async function overlappingCategories(context: Context): Promise<string[]> {
  const { found: catalog, complete } = await foundIn(context, {});
  const ids = idsByCategory(catalog);
  const categories = [...ids]
    .filter(([, own]) => own.size < catalog.length)
    .toSorted(([, a], [, b]) => a.size - b.size)
    .map(([name]) => name);
  const pairs = categories.flatMap((first, index) =>
    categories.slice(index + 1).map(second => {
      const [a, b] = [ids.get(first)!, ids.get(second)!];
      const shared = [...a].filter(id => b.has(id)).length;
      const all = a.size + b.size - shared;
      return { pair: [first, second], shared, least: Math.min(a.size, b.size), all };
    }),
  );
  // In a long catalog, what few products have can still be read whole.
  const rank = ({ shared, least, all }: (typeof pairs)[number]) =>
    (shared > 0 ? 4000 : 0) + (shared < least ? 2000 : 0) + (complete ? all : -all);
  const [best] = pairs.toSorted((a, b) => rank(b) - rank(a));
  if (!best || best.all === best.shared)
    throw new NotExercised('a search without parameters finds no two categories that differ');
  const others = categories.filter(name => !best.pair.includes(name));
  const third = complete ? others.at(-1) : others[0];
  return [...best.pair, ...(third === undefined ? [] : [third])];
}

/** Returns how much a server has to decode to read a text in a query. */
const hardness = (text: string): number =>
  Number(/[&+#%=?]/.test(text)) * 2 + Number(/[^ -~]/.test(text)) + Number(/ /.test(text));

/**
 * Merchants of products that were found: the one that is hardest to decode, and the one with most products. A search may be for
 * a text without the blanks around it.
 */
export function decisiveMerchants(found: readonly Product[]): string[] {
  const counts = new Map<string, number>();
  for (const { merchant } of found)
    if (typeof merchant === 'string') counts.set(merchant, (counts.get(merchant) ?? 0) + 1);
  const names = [...counts.keys()].filter(name => name === name.trim());
  const hardest = names.toSorted((a, b) => hardness(b) - hardness(a)).slice(0, 1);
  const largest = names.toSorted((a, b) => counts.get(b)! - counts.get(a)!).slice(0, 1);
  return [...new Set([...hardest, ...largest])];
}

/**
 * A merchant and a category, each with products that the other does not have: there, a search by both differs from a search
 * by one of them.
 *
 * @throws NotExercised if the catalog has none.
 */
export async function merchantAndCategory(context: Context): Promise<Filter[]> {
  const { found: catalog } = await foundIn(context, {});
  // A search by each of them is read anyway.
  const categories = await overlappingCategories(context);
  const inCategory = idsByCategory(catalog);
  const pairs = decisiveMerchants(catalog).flatMap(merchant => {
    const own = catalog.filter(product => product['merchant'] === merchant);
    return categories.map(category => {
      const others = inCategory.get(category)!;
      const shared = own.filter(({ _id }) => others.has(_id)).length;
      return { merchant, category, shared, isApart: shared < Math.min(own.length, others.size) };
    });
  });
  const [best] = pairs.filter(({ isApart }) => isApart).toSorted((a, b) => b.shared - a.shared);
  if (!best)
    throw new NotExercised(
      'the catalog has no merchant and category that each have a product the other lacks',
    );
  return [
    { name: 'merchant', value: best.merchant },
    { name: 'category', value: best.category },
  ];
}

/** A case for each merchant to search by. */
export async function merchantCases(context: Context) {
  const { found } = await foundIn(context, {});
  return decisiveMerchants(found).map(merchant => ({
    id: `merchant=${merchant}`,
    field: 'merchant',
    merchant,
  }));
}

// Searches by values that are valid, each to be accepted, and by what no product has (§4.1).

/** A search whose first page is read anyway; if that fails, the same without paging. */
export async function acceptedSearch(context: Context, query: Query): Promise<Exchange> {
  const read = await ifExercised(readWhole(context, lists.search, { query, atMost: 1 }));
  return read ? read.pages[0]!.exchange : requestTwice(context, lists.search, { query });
}

/** Of a merchant or a use case. */
export const ofNobody = 'qx7f3a9czw';

export const totalOf = (exchange: Exchange) => toPage(lists.search, exchange)?.total;

/** A merchant that no product has, with a sign that a pattern would have to close. */
export const openBracket = `${ofNobody} (`;

/** The search by a merchant that no product has: a gateway may refuse the one with a sign. */
export async function searchOfNobody({ api }: Context): Promise<Exchange> {
  const exchange = await api.send(route.search, { query: { merchant: openBracket } });
  return isSuccess(exchange) ? exchange : api.send(route.search, { query: { merchant: ofNobody } });
}
