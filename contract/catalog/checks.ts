/** §2.1 Product, §2.7 Catalog filters. */
import {
  type ListRead,
  type NamedList,
  exchangesOf,
  readWhole,
  requestPage,
  requireWhole,
  search,
} from '../steps/lists.ts';
import { fieldsOn, type CheckContext, type Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { filterValues, namesIn, productFields, type FilterName } from './judgements.ts';
import { expectSomewhere, statesField } from '../../harness/run/judgement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectEach } from '../../harness/run/expect/found.ts';
import { given } from '../../harness/config/needs.ts';
import { again } from '../steps/again.ts';
import { ifExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isObject, type Exchange } from '../../schemas/records/exchange.ts';
import {
  catalogFilters,
  freeTexts,
  type Product,
  usualInProducts,
} from '../../schemas/resources/catalog.ts';
import { folded } from '../../schemas/schema.ts';
import { route } from '../../schemas/routes.ts';

const both = [
  { id: 'browse', list: lists.browse },
  { id: 'search', list: search },
] as const;

/** Returns the largest pages of a list, and page 3 with the page size of the target. */
async function pagesOf(context: Context, list: NamedList): Promise<Exchange[]> {
  const later = await ifExercised(requestPage(context, list, { page: 3 }));
  return [...exchangesOf(await readWhole(context, list)), ...(later ? [later] : [])];
}

requirement('catalog.product-fields', async context => {
  const cases = both.flatMap(({ id, list }) =>
    productFields.map(name => ({ id: `${id}: ${name}`, list, field: name })),
  );
  await context.each(cases, async ({ list, field: name }) => {
    const seen = await readWhole(context, list);
    // Free text may be empty in every product.
    const isGiven = freeTexts.includes(name) ? statesField(name) : undefined;
    if (usualInProducts.includes(name))
      expectSomewhere(seen.items, name, exchangesOf(seen), isGiven);
    context.judge(await pagesOf(context, list), name);
  });
});

/** Judges every product of both routes. */
const judgeProducts = (context: CheckContext): Promise<void> =>
  context.each(both, async ({ list }) => context.judge(await pagesOf(context, list)));

requirement('catalog.redemption', judgeProducts);
requirement('catalog.country-code', judgeProducts);
requirement('catalog.image-url', judgeProducts);
requirement('catalog.price-range', judgeProducts);
requirement('catalog.denominations', judgeProducts);

requirement('catalog.allowed-countries', async context => {
  given(context.target, 'GV_COUNTRIES');
  context.judge(await pagesOf(context, lists.browse));
});

const filterFields = fieldsOn(route.filters, Object.keys(catalogFilters.properties));

requirement('catalog.filter-fields', async ({ api, each, judge }) => {
  const exchange = await api.send(route.filters);
  await each(filterFields, ({ field: name }) => {
    expect(exchange).toHaveStatus(200);
    judge(exchange, name);
  });
});

requirement('catalog.filters-distinct', async ({ api, each, judge }) => {
  await each(filterFields, async ({ field: name }) => judge(await api.send(route.filters), name));
});

/** Reads the filters and the products of our account and of another account, and compares them. */
const judgeFilters = (
  context: CheckContext,
  name: FilterName,
  way: string,
  judge: (filters: readonly string[], products: readonly Product[], read: ListRead) => void,
): Promise<void> =>
  context.each(
    [
      { id: way, route: route.filters, key: 'business' },
      { id: `another account, ${way}`, route: route.filters, key: 'other-account' },
    ] as const,
    ({ key }) =>
      again(async () => {
        const filters = filterValues(await context.api.send(route.filters, { key }), name);
        const read = await readWhole(context, lists.browse, { key });
        judge(filters, read.items.filter(isObject), read);
      }),
  );

/** Returns a predicate for the names in a list. Ignores case and blanks, because the spec does not say when two filter values are distinct. */
function isIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(folded));
  return name => known.has(folded(name));
}

const everyProduct = 'every product has a filter';

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

requirement('catalog.filters-merchants', context =>
  judgeFilters(context, 'merchants', everyProduct, (filters, products) =>
    expectEach(
      distinct(products.flatMap(namesIn.merchants)),
      merchant => `the filters name the merchant ${merchant}`,
      isIn(filters),
    ),
  ),
);

/** Returns the text of all categories of a product. A filter may name it as a whole. */
const allCategories = ({ category }: Product): string => String(category);

requirement('catalog.filters-categories', context =>
  judgeFilters(context, 'categories', everyProduct, (filters, products) =>
    expectEach(
      products.filter(product => namesIn.categories(product).length > 0),
      product => `the filters name the categories ${allCategories(product)}`,
      product =>
        isIn(filters)(allCategories(product)) || namesIn.categories(product).every(isIn(filters)),
    ),
  ),
);

requirement('catalog.filters-separate', context =>
  judgeFilters(context, 'categories', everyProduct, (filters, products) => {
    const names = distinct(products.flatMap(namesIn.categories));
    expectEach(names, category => `the filters name the category ${category}`, isIn(filters));
    const isText = isIn(products.map(allCategories));
    expectEach(
      filters,
      value => `the filter ${value} is one category`,
      value => isIn(names)(value) || !isText(value),
    );
  }),
);

requirement('catalog.filters-used', async context => {
  for (const name of ['merchants', 'categories'] as const)
    await judgeFilters(
      context,
      name,
      `each of the ${name} has a product`,
      (filters, products, read) => {
        requireWhole(read);
        const used = products.flatMap(each => [...namesIn[name](each), allCategories(each)]);
        expectEach(filters, value => `a product has ${value}`, isIn(used));
      },
    );
});
