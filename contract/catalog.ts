/** §2.1 Product, §2.7 Catalog filters, and what browsing and the filters give. */
import { browsedProduct, searchedProduct } from '../schemas/resources/product.ts';
import { catalogFilters } from '../schemas/resources/catalog-filters.ts';
import { route } from '../schemas/routes.ts';
import type { ObjectSchema } from '../schemas/schema.ts';
import { strings } from '../schemas/values.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { bodyOf, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { lists } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import { persisting } from '../fixtures/scenarios/persisting.ts';
import {
  products,
  wholeCatalog,
  categoryNames,
  type Product,
} from '../fixtures/scenarios/products.ts';
import { requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target'>;

/** What a country is made of has a requirement of its own. */
const typesOnly = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: { ...schema.properties, country: { type: 'string' } },
});

const both = [
  { id: 'browse', list: lists.browse, schema: typesOnly(browsedProduct) },
  { id: 'search', list: lists.search, schema: typesOnly(searchedProduct) },
] as const;

requirement('catalog.product-fields', async ({ api, target, each }) => {
  const cases = both.flatMap(({ id, list, schema }) =>
    Object.keys(schema.properties)
      .filter(name => name !== 'redemption')
      .map(name => ({ id: `${id}: ${name}`, list, schema, name })),
  );
  await each(cases, async ({ list, schema, name }) => {
    const { items } = await readWhole(api, target, list);
    expect(items).toHaveField(schema, name);
  });
});

requirement('catalog.redemption', async ({ api, target, each }) => {
  await each(both, async ({ list, schema }) => {
    const { items } = await readWhole(api, target, list);
    expect(items).toHaveField(schema, 'redemption');
  });
});

/** Holds a statement against every product of both routes; `wrong` gives what contradicts it. */
function everyProduct(wrong: (product: Product) => unknown) {
  return async ({ each, ...parts }: Context) => {
    await each(both, async ({ list }) => {
      const bad = (await products(parts, list)).flatMap(product => {
        const problem = wrong(product);
        return problem === undefined ? [] : [{ product: product['_id'], problem }];
      });
      expect(bad).toEqual([]);
    });
  };
}

requirement(
  'catalog.country-code',
  everyProduct(({ country }) => (/^[a-z]{2}$/i.test(String(country)) ? undefined : country)),
);

requirement(
  'catalog.image-url',
  everyProduct(({ imageUrl }) => (URL.canParse(String(imageUrl)) ? undefined : imageUrl)),
);

requirement(
  'catalog.price-range',
  everyProduct(({ minPrice, maxPrice }) =>
    Number(minPrice) > Number(maxPrice) ? { minPrice, maxPrice } : undefined,
  ),
);

requirement(
  'catalog.denominations',
  everyProduct(({ minPrice, maxPrice, denominations }) => {
    const values = Array.isArray(denominations) ? denominations : [];
    const outside = values.filter(value => value < Number(minPrice) || value > Number(maxPrice));
    return outside.length === 0 ? undefined : { minPrice, maxPrice, outside };
  }),
);

requirement('catalog.allowed-countries', async parts => {
  const allowed = given(parts.target, 'GV_COUNTRIES').map(country => country.toUpperCase());
  const foreign = (await products(parts, lists.browse)).filter(
    ({ country }) => !allowed.includes(String(country).toUpperCase()),
  );
  expect(foreign.map(({ _id, country }) => ({ _id, country }))).toEqual([]);
});

requirement('catalog.filter-fields', async ({ api, each }) => {
  const exchange = await api.send(route.filters);
  await each(Object.keys(catalogFilters.properties), name => {
    expect(exchange).toHaveStatus(200);
    // That none is given twice has a requirement of its own.
    expect(exchange).toKeep({ type: 'object', required: [name], properties: { [name]: strings } });
  });
});

/** @throws NotExercised where there are none; `catalog.filter-fields` tells why. */
async function filterValues(
  { api }: Parts,
  name: 'categories' | 'merchants',
  fresh = false,
): Promise<string[]> {
  const body = bodyOf(await api.send(route.filters, { fresh }));
  const values = isObject(body) ? body[name] : undefined;
  if (!Array.isArray(values)) throw new NotExercised(`the filters give no ${name}`);
  return values.map(String);
}

requirement('catalog.filters-distinct', async ({ each, ...parts }) => {
  await each(['categories', 'merchants'] as const, async name => {
    const values = await filterValues(parts, name);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });
});

const agreement = ['every filter has products', 'every product has a filter'] as const;

/** Holds the filters against the catalog, both ways; `wrong` gives what one has and the other has not. */
function filtersAgree(
  name: 'categories' | 'merchants',
  wrong: (id: (typeof agreement)[number], catalog: Product[], values: string[]) => unknown[],
) {
  return async ({ each, ...parts }: Context) => {
    await each(agreement, async id => {
      const found = await persisting(async fresh =>
        wrong(id, await wholeCatalog(parts, fresh), await filterValues(parts, name, fresh)),
      );
      expect(found).toEqual([]);
    });
  };
}

requirement(
  'catalog.filters-merchants',
  filtersAgree('merchants', (id, catalog, values) => {
    const known = [...new Set(catalog.map(({ merchant }) => String(merchant)))];
    return id === 'every filter has products'
      ? values.filter(value => !known.includes(value))
      : known.filter(merchant => !values.includes(merchant));
  }),
);

requirement(
  'catalog.filters-categories',
  filtersAgree('categories', (id, catalog, values) => {
    // A value may be one name or a product's whole list of names: the spec does not tell which is distinct.
    const fits = (value: string, product: Product) =>
      product['category'] === value || categoryNames(product).includes(value);
    if (id === 'every filter has products')
      return values.filter(value => !catalog.some(product => fits(value, product)));
    const covered = (product: Product) =>
      values.includes(String(product['category'])) ||
      categoryNames(product).every(each => values.includes(each));
    return catalog.filter(product => !covered(product)).map(({ _id }) => _id);
  }),
);
