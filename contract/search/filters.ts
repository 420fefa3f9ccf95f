/** Judges the products that searches by one value find (§4.1), and the last pages of these searches. */
import {
  search,
  foundIn,
  merchantsToSearch,
  overlappingCategories,
  type Query,
} from '../steps/searches.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { ifExercised, requireSome } from '../../harness/verdict.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { categoryNames, type Product } from '../../schemas/resources/catalog.ts';
import { exchangesOf, readPage } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import { searchNumberParams } from '../steps/settings.ts';

/** Use cases to try. The spec shows no value. */
export const useCases = ['birthday', 'wedding'] as const;

/** Returns merchants to search by. */
export const merchants = async (context: Context) =>
  merchantsToSearch((await foundIn(context, {})).found);

/** Returns the ids of products, sorted. */
export const idsOf = (products: readonly unknown[]): string[] =>
  products.map(each => String(isObject(each) ? each['_id'] : each)).toSorted();

/** Returns the query as a text: `category=Food&category=Travel`. */
export const textOf = (query: Query): string =>
  Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map(value => `${name}=${value}`))
    .join('&');

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

/** Judges searches by these values. Each must find all products with the value and no other products, also on its last page. */
export async function judgeFilter(
  context: CheckContext,
  field: 'merchant' | 'category',
  values: readonly string[],
): Promise<void> {
  const hasValue = (product: Product, value: string) =>
    (field === 'merchant' ? [product['merchant']] : categoryNames(product)).includes(value);
  const cases = values.map(value => ({ id: `${field}=${value}`, field, value, isLastPage: false }));
  requireSome(cases, `a search without parameters shows no ${field} to search by`);
  const last = cases.at(-1)!;
  const all = [...cases, { ...last, id: `${last.id}, the last page`, isLastPage: true }];
  await context.each(all, ({ value, isLastPage }) =>
    again(async () => {
      const query = { [field]: value };
      if (isLastPage) return expectLastPage(context, query);
      const expected = (await foundIn(context, {})).found.filter(each => hasValue(each, value));
      const { found, complete, pages } = await foundIn(context, query);
      const ids = new Set(idsOf(found));
      if (complete)
        expect(
          idsOf(expected).filter(id => ids.has(id)),
          `products of ${textOf(query)} in a search without parameters`,
        ).toEqual(idsOf(expected));
      return context.judge(exchangesOf({ pages }));
    }),
  );
}

/** Expects that the last product of a search is on its last page when a page has one product. */
export async function expectLastPage(context: Context, query: Query): Promise<void> {
  const { found } = await foundSome(context, query);
  const last = found.length;
  const page = await readPage(context, search, { query, page: last, limit: 1 });
  const what = `product on page ${last} of ${textOf(query)}, with 1 product per page`;
  expect(idsOf(page.items)[0], what, page.exchange).toBe(idsOf(found.slice(-1))[0]);
}

/** Returns the products of a search without parameters, and of a search by each parameter. */
export async function foundByAnything(context: Context): Promise<Product[]> {
  const [category] = (await ifExercised(overlappingCategories(context))) ?? [];
  const numbers = (await ifExercised(searchNumberParams(context))) ?? [];
  const queries: Query[] = [
    {},
    ...(category === undefined ? [] : [{ category }]),
    ...(await merchants(context)).slice(-1).map(merchant => ({ merchant })),
    { useCase: useCases[0] },
    ...numbers.map(name => ({ [name]: '1' })),
  ];
  const searches = await Promise.all(queries.map(query => ifExercised(foundIn(context, query))));
  return searches.flatMap(search => search?.found ?? []);
}
