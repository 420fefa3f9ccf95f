/** §2.7, §4.1 Searches by one value: all products of the value, the last page, and the values of the filters. */
import { requirement } from '../requirement.ts';
import { filterValues, type FilterName } from '../catalog/judgements.ts';
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectEach } from '../../harness/run/expect/found.ts';
import { route } from '../../schemas/routes.ts';
import { toPage } from '../../schemas/lists.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { again } from '../steps/again.ts';
import { readPage, requireWhole, search } from '../steps/lists.ts';
import {
  acceptedSearch,
  type FilterField,
  filteredSearches,
  foundIn,
  foundSome,
  idsOf,
  searchBy,
  textOf,
  useCases,
  valuesOf,
} from './searches.ts';

requirement('search.all-found', async context => {
  const { found: all } = await foundIn(context, {});
  await context.each(await filteredSearches(context), ({ field, value, query }) =>
    again(async () => {
      const read = await foundIn(context, query);
      requireWhole(read);
      const ids = new Set(idsOf(read.found));
      expectEach(
        idsOf(all.filter(product => valuesOf(product, field).includes(value))),
        id => `${textOf(query)} finds the product ${id}`,
        id => ids.has(id),
      );
    }),
  );
});

requirement('search.last-page', async context => {
  const searches = await filteredSearches(context);
  const lastBy = (name: string) => searches.filter(({ field }) => field === name).slice(-1);
  const cases = [
    ...[...lastBy('merchant'), ...lastBy('category')].map(({ query }) => query),
    { useCase: useCases[1] },
  ].map(query => ({ id: textOf(query), query }));
  await context.each(cases, ({ query }) =>
    again(async () => {
      const { found } = await foundSome(context, query);
      const page = await readPage(context, search, { query, page: found.length, limit: 1 });
      const what = `product on page ${found.length} of ${textOf(query)}, with 1 product per page`;
      expect(idsOf(page.items)[0], what, page.exchange).toBe(idsOf(found.slice(-1))[0]);
    }),
  );
});

/** Characters that a query, a database or a list of values may misread. */
const signs = [/&/, /\+/, /'/, /,/, /[%#=?;/\\]/, /"/, /[^ -~]/, /(?=[^ -~])\p{Lu}/u];
const signsIn = (value: string): number => signs.filter(sign => sign.test(value)).length;

/** Returns true for a value of plain letters, digits and blanks, which every service finds. */
const hasOnlyLetters = (value: string): boolean => /^[a-z0-9 ]+$/i.test(value);

/** Longest list of filter values that is searched whole. */
const longestList = 30;
/** Most searches by values of the filters. */
const mostSearches = 20;

/**
 * Returns searches by values of the filters, as cases. Values with special characters come first, then all values of short lists.
 * Values whose products no search shows are left out.
 */
async function searchedValues(context: Context) {
  const filters = await context.api.send(route.filters);
  const { found: all } = await foundIn(context, {});
  const valuesIn = (name: FilterName, field: FilterField) => {
    const sold = new Set(all.flatMap(product => valuesOf(product, field)));
    const values = filterValues(filters, name)
      .filter(value => sold.has(value))
      .toSorted((a, b) => signsIn(b) - signsIn(a));
    const special = signs.flatMap(sign => values.find(value => sign.test(value)) ?? []);
    const others = values.length <= longestList ? values : [];
    return { field, special: [...new Set(special)], others };
  };
  const lists = [valuesIn('merchants', 'merchant'), valuesIn('categories', 'category')];
  const chosen = [
    ...lists.flatMap(({ field, special }) => special.map(value => searchBy(field, value))),
    ...lists.flatMap(({ field, others }) => others.map(value => searchBy(field, value))),
  ];
  return [...new Map(chosen.map(each => [each.id, each])).values()].slice(0, mostSearches);
}

/** Judges searches by values of the filters. Each finds a product with the value. */
const judgeValues = async (context: CheckContext, isPlain: boolean): Promise<void> =>
  context.each(
    (await searchedValues(context)).filter(({ value }) => hasOnlyLetters(value) === isPlain),
    ({ field, value }) =>
      again(async () => {
        const query = { [field]: value };
        const exchange = await acceptedSearch(context, query);
        expect(exchange).toHaveStatus(200);
        const ownOf = (items: readonly unknown[]) =>
          items.filter(isObject).filter(product => valuesOf(product, field).includes(value));
        const first = toPage(search, exchange)?.items ?? [];
        // Usually the first page shows one. A search may list similar values first.
        const found = ownOf(first).length > 0 ? first : (await foundIn(context, query)).found;
        const about = `products of ${value} among ${found.length} found`;
        expect(ownOf(found).length, about).toBeAtLeast(1);
      }),
  );

requirement('search.filter-values', context => judgeValues(context, true));
requirement('search.special-values', context => judgeValues(context, false));
