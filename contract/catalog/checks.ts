/** §2.1 Product, §2.7 Catalog filters, and what browsing and the filters return. */
import { fieldsOn, type CheckContext, type Context } from '../../fixtures/run/context.ts';
import { requirement } from '../../fixtures/run/requirement.ts';
import {
  filterValues,
  hasValue,
  isSameName,
  namesIn,
  productFields,
  type FilterName,
} from './judgements.ts';
import { expectSomewhere, stating } from '../../fixtures/run/judgement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { known } from '../shared/known.ts';
import { expectNone } from '../steps/again.ts';
import { readPage, exchangesOf, largest, readWhole } from '../shared/lists.ts';
import { withoutProducts } from '../search/filter-values.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import {
  catalogFilters,
  freeTexts,
  type Product,
  usualInProducts,
} from '../../schemas/resources/catalog.ts';
import { route } from '../../schemas/routes.ts';

const both = [
  { id: 'browse', list: lists.browse },
  { id: 'search', list: lists.search },
] as const;

requirement('catalog.product-fields', async context => {
  const cases = both.flatMap(({ id, list }) =>
    productFields.map(name => ({ id: `${id}: ${name}`, list, field: name })),
  );
  await context.each(cases, async ({ list, field: name }) => {
    const seen = await readWhole(context, list);
    // Free text may be empty in every product.
    const isGiven = freeTexts.includes(name) ? stating(name) : undefined;
    if (usualInProducts.includes(name))
      expectSomewhere(seen.items, name, exchangesOf(seen), isGiven);
    context.judge(exchangesOf(seen), name);
  });
});

/** Every product of both routes. */
const judgeProducts = (context: CheckContext): Promise<void> =>
  context.each(both, async ({ list }) =>
    context.judge(exchangesOf(await readWhole(context, list))),
  );

requirement('catalog.redemption', judgeProducts);
requirement('catalog.country-code', judgeProducts);
requirement('catalog.image-url', judgeProducts);
requirement('catalog.price-range', judgeProducts);
requirement('catalog.denominations', judgeProducts);

requirement('catalog.allowed-countries', async context => {
  await known(context, 'GV_COUNTRIES');
  context.judge(exchangesOf(await readWhole(context, lists.browse)));
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

/** Products that a key sees, and whether these are all of them. */
async function seenBy(context: Context, key: 'business' | 'other-account') {
  if (key === 'business') {
    const { items, complete } = await readWhole(context, lists.browse);
    return { catalog: items.filter(isObject), complete };
  }
  await known(context, 'GV_KEY_OTHER_ACCOUNT');
  const { items, total } = await readPage(context, lists.browse, { key, limit: largest });
  return { catalog: items.filter(isObject), complete: items.length === total };
}

const agreement = (['business', 'other-account'] as const).flatMap(key =>
  (['every filter has products', 'every product has a filter'] as const).map(way => ({
    id: key === 'business' ? way : `another account, ${way}`,
    route: route.filters,
    key,
    way,
  })),
);

/** A filter may name what is sold out: "can access" (§2.7) is more than "available" (§2.1). */
const share = 1 / 10;

/**
 * Returns the values that the other account sees on products, all of them of countries that our key is not allowed: it cannot
 * access what they name. None without GV_COUNTRIES or a second account.
 */
async function onlyAbroad(
  context: Context,
  name: FilterName,
  values: readonly string[],
): Promise<readonly string[]> {
  const { GV_COUNTRIES: allowed, GV_KEY_OTHER_ACCOUNT: other } = context.target.values;
  if (allowed === undefined || other === undefined) return [];
  const { catalog } = await seenBy(context, 'other-account');
  const ours = allowed.map(country => country.toUpperCase());
  return values.filter(value => {
    const own = catalog.filter(product => hasValue(product, name, value));
    return (
      own.length > 0 && own.every(({ country }) => !ours.includes(String(country).toUpperCase()))
    );
  });
}

/** True if a value is the whole list of the categories of a product, and none of them (§2.1). */
const isList = (product: Product, value: string): boolean =>
  value.includes(',') && String(product['category']).trim() === value.trim();

/** Compares the filters with the catalog, both ways. */
async function compareFilters(context: CheckContext, name: FilterName): Promise<void> {
  await context.each(agreement, ({ key, way }) =>
    expectNone(`${name} that no product has`, async () => {
      const { catalog, complete } = await seenBy(context, key);
      const filters = await context.api.send(route.filters, { key });
      const values = filterValues(filters, name);
      if (catalog.length === 0) throw new NotExercised('the catalog is empty');
      if (way === 'every product has a filter') {
        const names = [...new Set(catalog.flatMap(namesIn[name]))];
        const other = names.filter(each => !values.includes(each));
        const missing = other.filter(each => !values.some(value => isSameName(value, each)));
        if (other.length > missing.length)
          context.observe('catalog.filters-otherwise', { [name]: { spelledOtherwise: other } });
        return missing;
      }
      if (values.length === 0) throw new NotExercised('there are no filters');
      if (!complete && key !== 'business')
        throw new NotExercised('the catalog of GV_KEY_OTHER_ACCOUNT is longer than one page');
      if (!complete) return withoutProducts(context, name, values, catalog);
      const unsold = values.filter(
        value => !catalog.some(product => hasValue(product, name, value)),
      );
      const joined = unsold.filter(value => catalog.some(product => isList(product, value)));
      if (joined.length > 0) return joined;
      // Of a few values, one may be sold out.
      const isPart = unsold.length < values.length * share || unsold.length === 1;
      if (unsold.length === 0 || !isPart || unsold.length === values.length) return unsold;
      const foreign = key === 'business' ? await onlyAbroad(context, name, unsold) : [];
      if (foreign.length > 0) return foreign;
      const seen = { [name]: { withoutProducts: unsold } };
      context.observe('catalog.filters-otherwise', seen, { marked: true });
      return [];
    }),
  );
}

requirement('catalog.filters-merchants', context => compareFilters(context, 'merchants'));
requirement('catalog.filters-categories', context => compareFilters(context, 'categories'));
