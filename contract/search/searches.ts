/** Searches the catalog (§4.1), chooses the values to search by, and judges the products that searches by one value find. */
import { isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { categoryNames, type Product } from '../../schemas/resources/catalog.ts';
import { ifExercised, NotExercised, requireSome } from '../../harness/verdict.ts';
import {
  exchangesOf,
  firstPage,
  readWhole,
  requestTwice,
  search,
  type ListRead,
} from '../steps/lists.ts';

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
export async function merchants(context: Context): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { merchant } of (await foundIn(context, {})).found)
    if (typeof merchant === 'string' && merchant === merchant.trim())
      counts.set(merchant, (counts.get(merchant) ?? 0) + 1);
  const names = [...counts.keys()];
  const [unusualest] = names.toSorted((a, b) => unusual(b) - unusual(a));
  const [largest] = names.toSorted((a, b) => counts.get(b)! - counts.get(a)!);
  return [...new Set([unusualest, largest])].filter(name => name !== undefined);
}

/** Merchant and use case that no product has. */
export const unknownName = 'qx7f3a9czw-hb26kd80yv-mw51tr94ne';

/** Use cases to try. The spec shows no value. */
export const useCases = ['birthday', 'wedding'] as const;

/** Returns the ids of products, sorted. */
export const idsOf = (products: readonly unknown[]): string[] =>
  products.map(each => String(isObject(each) ? each['_id'] : each)).toSorted();

/** Returns the query as a text: `category=Food&category=Travel`. */
export const textOf = (query: Query): string =>
  Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map(value => `${name}=${value}`))
    .join('&') || 'no parameter';

/**
 * Returns the products that a search finds.
 *
 * @throws NotExercised if it finds none, because an empty result shows nothing.
 */
export async function foundSome(context: Context, query: Query) {
  const read = await foundIn(context, query);
  requireSome(read.found, `the search by ${textOf(query)} finds nothing`);
  return read;
}

/** Field of a product by which a search filters. */
export type FilterField = 'merchant' | 'category';

/** Returns the values of a product in a field. */
export const valuesOf = (product: Product, field: FilterField): readonly unknown[] =>
  field === 'merchant' ? [product['merchant']] : categoryNames(product);

/** Returns a search by one value, as a case. */
export const searchBy = (field: FilterField, value: string) => ({
  id: `${field}=${value}`,
  field,
  value,
  query: { [field]: value },
});

/** Returns searches by one merchant or one category, as cases. */
export async function filteredSearches(context: Context) {
  const categories = (await ifExercised(overlappingCategories(context))) ?? [];
  return [
    ...(await merchants(context)).map(value => searchBy('merchant', value)),
    ...categories.map(value => searchBy('category', value)),
  ];
}

/** Judges each product that searches by these values find. */
export async function judgeFilter(
  context: CheckContext,
  field: FilterField,
  values: readonly string[],
): Promise<void> {
  await context.each(
    values.map(value => searchBy(field, value)),
    async ({ query }) => context.judge(exchangesOf(await foundIn(context, query))),
  );
}

/** Returns the products of a search without parameters, by each merchant and category, and by a use case. */
export async function foundByAnything(context: Context): Promise<Product[]> {
  const filtered = (await filteredSearches(context)).map(({ query }) => query);
  const queries: readonly Query[] = [{}, ...filtered, { useCase: useCases[0] }];
  const searches = await Promise.all(queries.map(query => ifExercised(foundIn(context, query))));
  return searches.flatMap(search => search?.found ?? []);
}
