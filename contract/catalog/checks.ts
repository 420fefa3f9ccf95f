/** §2.1 Product, §2.7 Catalog filters. */
import { type NamedList, exchangesOf, readWhole, requestPage, search } from '../steps/lists.ts';
import { fieldsOn, type CheckContext, type Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { filterValues, namesIn, productFields, type FilterName } from './judgements.ts';
import { expectSomewhere, statesField } from '../../harness/run/judgement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { given } from '../../harness/config/needs.ts';
import { again } from '../steps/again.ts';
import { ifExercised, NotExercised, requireSome } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isObject, type Exchange } from '../../schemas/records/exchange.ts';
import { catalogFilters, freeTexts, usualInProducts } from '../../schemas/resources/catalog.ts';
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

const agreement = (['business', 'other-account'] as const).flatMap(key =>
  (['every filter has products', 'every product has a filter'] as const).map(way => ({
    id: key === 'business' ? way : `another account, ${way}`,
    route: route.filters,
    key,
    way,
  })),
);

/** Compares the filters with the catalog: each filter value has a product, and each product has a filter value. */
const compareFilters = (context: CheckContext, name: FilterName): Promise<void> =>
  context.each(agreement, ({ key, way }) =>
    again(async () => {
      const values = filterValues(await context.api.send(route.filters, { key }), name);
      const { items, complete } = await readWhole(context, lists.browse, { key });
      requireSome([...items, ...values], 'the catalog is empty');
      const names = items.filter(isObject).flatMap(namesIn[name]);
      if (way === 'every product has a filter') {
        const missing = missingNames(names, values);
        return expect(missing, `${name} of products that the filters lack`).toEqual([]);
      }
      if (!complete) throw new NotExercised('the catalog is too long to be read whole');
      const unsold = missingNames(values, names);
      expect(unsold, `${name} of the filters without a product`).toEqual([]);
    }),
  );

/** Returns the names that `others` lack. Ignores case and blanks, because the spec does not say when two filter values are distinct. */
function missingNames(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(folded));
  return [...new Set(names)].filter(name => !known.has(folded(name)));
}

requirement('catalog.filters-merchants', context => compareFilters(context, 'merchants'));
requirement('catalog.filters-categories', context => compareFilters(context, 'categories'));
