/** §2.1 Product, §2.7 Catalog filters, §4.1 the catalog routes. */
import { isDeepStrictEqual } from 'node:util';
import { browsedProduct, searchedProduct } from '../schemas/product.ts';
import { catalogFilters } from '../schemas/filters.ts';
import { route } from '../schemas/routes.ts';
import type { ObjectSchema } from '../schemas/schema.ts';
import type { Context } from '../fixtures/context.ts';
import { bodyOf, isObject } from '../fixtures/exchange.ts';
import { expect } from '../fixtures/expect.ts';
import { foundBy } from '../fixtures/found.ts';
import { lists, readPage, toPage } from '../fixtures/lists.ts';
import { given } from '../fixtures/needs.ts';
import { observation, requirement } from '../fixtures/requirement.ts';
import { readStill, readWhole } from '../fixtures/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target'>;
type Product = Record<string, unknown>;

/** What a country is made of has a requirement of its own. */
const typesOnly = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: { ...schema.properties, country: { type: 'string' } },
});

const both = [
  { id: 'browse', list: lists.browse, schema: typesOnly(browsedProduct) },
  { id: 'search', list: lists.search, schema: typesOnly(searchedProduct) },
] as const;

/** Products of a route; those that are no objects are told by `catalog.product-fields`. */
async function products(
  { api, target }: Parts,
  list: typeof lists.browse | typeof lists.search,
): Promise<Product[]> {
  const { items } = await readWhole(api, target, list);
  if (items.length === 0) throw new NotExercised('there are no products');
  return items.filter(isObject);
}

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
    const { uniqueItems, ...schema } = catalogFilters.properties[name] ?? {};
    expect(exchange).toKeep({ type: 'object', required: [name], properties: { [name]: schema } });
  });
});

/** @throws NotExercised where there are none; `catalog.filter-fields` tells why. */
async function filterValues({ api }: Parts, name: 'categories' | 'merchants'): Promise<string[]> {
  const body = bodyOf(await api.send(route.filters));
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

/** The whole catalog while it stood still: the ground for comparing it with anything. */
async function wholeCatalog({ api, target }: Parts): Promise<Product[]> {
  const { items, complete } = await readStill(api, target, lists.browse);
  if (!complete) throw new NotExercised('the catalog is too long to be read whole');
  if (items.length === 0) throw new NotExercised('the catalog is empty');
  return items.filter(isObject);
}

/** Category names of a product: separated by commas (§2.1). */
const names = ({ category }: Product): string[] =>
  String(category)
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');

requirement('catalog.filters-merchants', async ({ each, ...parts }) => {
  const known = new Set((await wholeCatalog(parts)).map(({ merchant }) => String(merchant)));
  const values = await filterValues(parts, 'merchants');
  await each(['every filter has products', 'every product has a filter'], id => {
    const [these, those] =
      id === 'every filter has products' ? [values, [...known]] : [[...known], values];
    expect(these.filter(value => !those.includes(value))).toEqual([]);
  });
});

requirement('catalog.filters-categories', async ({ each, ...parts }) => {
  const catalog = await wholeCatalog(parts);
  const values = await filterValues(parts, 'categories');
  await each(['every filter has products', 'every product has a filter'], id => {
    // A value may be one name or a product's whole list of names: the spec does not tell which is distinct.
    const fits = (value: string, product: Product) =>
      product['category'] === value || names(product).includes(value);
    if (id === 'every filter has products')
      expect(values.filter(value => !catalog.some(product => fits(value, product)))).toEqual([]);
    else {
      const covered = (product: Product) =>
        values.includes(String(product['category'])) ||
        names(product).every(name => values.includes(name));
      expect(catalog.filter(product => !covered(product)).map(({ _id }) => _id)).toEqual([]);
    }
  });
});

requirement('catalog.search-in-catalog', async parts => {
  const known = new Set((await wholeCatalog(parts)).map(({ _id }) => _id));
  const found = await products(parts, lists.search);
  expect(
    found.filter(({ _id }) => !known.has(_id)).map(({ _id, country }) => ({ _id, country })),
  ).toEqual([]);
});

/** Fields that describe a product wherever it is shown (§2.1). */
const described = Object.keys(browsedProduct.properties).filter(name => name !== 'redemption');

requirement('catalog.search-agrees', async ({ each, ...parts }) => {
  const known = new Map((await wholeCatalog(parts)).map(product => [product['_id'], product]));
  const found = (await products(parts, lists.search)).filter(({ _id }) => known.has(_id));
  await each(described, name => {
    if (found.length === 0) throw new NotExercised('searching found no product of the catalog');
    const differing = found.filter(
      product => !isDeepStrictEqual(product[name], known.get(product['_id'])?.[name]),
    );
    expect(differing.map(product => ({ _id: product['_id'], [name]: product[name] }))).toEqual([]);
  });
});

/** Categories to search by: those with the fewest products, so that a filter that does nothing shows. */
async function searchable(parts: Parts): Promise<{ catalog: Product[]; categories: string[] }> {
  const catalog = await wholeCatalog(parts);
  const counts = new Map<string, number>();
  for (const name of catalog.flatMap(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const categories = [...counts]
    .filter(([, count]) => count < catalog.length)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name);
  if (categories.length === 0)
    throw new NotExercised('no category tells some products of the catalog from the others');
  return { catalog, categories };
}

requirement('catalog.search-category', async ({ each, ...parts }) => {
  const { catalog, categories } = await searchable(parts);
  const chosen = [...new Set([categories[0], categories.at(-1)])].filter(
    name => name !== undefined,
  );
  const cases = chosen.flatMap(category => [
    { id: `${category}: no others`, category, lost: false },
    { id: `${category}: all of them`, category, lost: true },
  ]);
  await each(cases, async ({ category, lost }) => {
    const found = await foundBy(parts.api, parts.target, { category });
    const has = ({ category: text }: Product) =>
      String(text).toLowerCase().includes(category.toLowerCase());
    const wrong = lost
      ? catalog.filter(product => names(product).includes(category) && !found.has(product['_id']))
      : [...found.values()].filter(product => !has(product));
    expect(wrong.map(({ _id, category: text }) => ({ _id, category: text }))).toEqual([]);
  });
});

requirement('catalog.search-categories', async ({ api, target, observe }) => {
  const [first, second] = await distinctCategories({ api, target });
  const alone = [
    await foundBy(api, target, { category: first }),
    await foundBy(api, target, { category: second }),
  ] as const;
  const together = [...(await foundBy(api, target, { category: [first, second] })).keys()].sort();
  const union = [...new Set([...alone[0].keys(), ...alone[1].keys()])].sort();
  const intersection = [...alone[0].keys()].filter(id => alone[1].has(id)).sort();
  const how = isDeepStrictEqual(together, union)
    ? 'union'
    : isDeepStrictEqual(together, intersection)
      ? 'intersection'
      : `${together.length} products`;
  observe('catalog.categories-combined', how);
  const expected = `union (${union.length} products) or intersection (${intersection.length})`;
  expect(/^(union|intersection)$/.test(how) ? expected : how, `${first} and ${second}`).toBe(
    expected,
  );
});

/** Two categories whose products differ. */
async function distinctCategories(parts: Parts): Promise<[string, string]> {
  const { catalog, categories } = await searchable(parts);
  const ids = (name: string) =>
    catalog.filter(product => names(product).includes(name)).map(({ _id }) => _id);
  const [first = ''] = categories;
  const second = categories.find(name => !isDeepStrictEqual(ids(name), ids(first)));
  if (second === undefined) throw new NotExercised('the catalog has no two categories that differ');
  return [first, second];
}

requirement('catalog.search-unknown-merchant', async ({ api, target }) => {
  const all = await readWhole(api, target, lists.search);
  const total = all.large[0]?.total ?? all.items.length;
  if (total === 0) throw new NotExercised('searching without parameters finds nothing');
  const merchant = 'no merchant is called 7f3a9c';
  const exchange = await api.send(route.search, { query: { merchant } });
  const found = toPage(lists.search, exchange);
  if (!found)
    expect(exchange.response.status, 'a refusal finds nothing').toBeGreaterThanOrEqual(400);
  else
    expect(
      (found.total ?? found.items.length) < total ? 'fewer' : 'everything',
      `of ${total} products, found by a merchant that none has`,
    ).toBe('fewer');
});

observation('catalog.merchant-matching', async ({ observe, ...parts }) => {
  const [product] = await products(parts, lists.browse);
  const merchant = String(product?.['merchant']);
  const count = async (text: string) =>
    (await readPage(parts.api, parts.target, lists.search, { query: { merchant: text } })).total;
  observe('catalog.merchant-matching', {
    whole: await count(merchant),
    part: await count(merchant.slice(0, Math.max(1, Math.floor(merchant.length / 2)))),
    otherCase: await count(
      merchant === merchant.toUpperCase() ? merchant.toLowerCase() : merchant.toUpperCase(),
    ),
  });
});

observation('catalog.use-case', async ({ api, observe }) => {
  for (const useCase of [['birthday'], ['birthday', 'thank you']]) {
    const exchange = await api.send(route.search, { query: { useCase } });
    const total = toPage(lists.search, exchange)?.total;
    observe('catalog.use-case', { useCase, status: exchange.response.status, total });
  }
});

observation('catalog.search-numbers', async ({ api, target, observe }) => {
  for (const name of given(target, 'GV_SEARCH_NUMBER_PARAMS'))
    for (const value of [1, 0]) {
      const exchange = await api.send(route.search, { query: { [name]: value } });
      const total = toPage(lists.search, exchange)?.total;
      observe('catalog.search-numbers', { [name]: value, status: exchange.response.status, total });
    }
});

observation('catalog.search-redemption', async ({ observe, ...parts }) => {
  const shapes = (await products(parts, lists.search)).map(({ redemption }) =>
    isObject(redemption) ? Object.keys(redemption).sort().join(', ') : String(redemption),
  );
  observe('catalog.search-redemption', [...new Set(shapes)]);
});

/** Lists that take `sortBy`; a field that a list does not have is left alone. */
const sortable = [lists.browse, lists.orders] as const;

requirement('catalog.sort-order', async ({ api, target, each }) => {
  const cases = sortable.flatMap(list =>
    given(target, 'GV_SORT_BY')
      .filter(field => field in list.item.properties)
      .map(field => ({ id: `${list.id}: ${field}`, list, field })),
  );
  await each(cases, async ({ list, field }) => {
    await readStill(api, target, list);
    const [up, down] = [await sorted('asc'), await sorted('desc')];
    if (new Set(up.map(String)).size < 2)
      throw new NotExercised(`all items have the same ${field}: no order shows`);
    // How text is collated is not told: numbers and timestamps have one order only.
    if (up.every(isNumber) || isTimestampField(list.item, field)) {
      expect(firstUnsorted(up), `${field} out of order, order=asc`).toBeUndefined();
      expect(firstUnsorted(down.toReversed()), `${field} out of order, order=desc`).toBeUndefined();
    } else {
      const ends = (values: unknown[]) => [values[0], values.at(-1)];
      expect(ends(down).toReversed(), `${field} at the ends, desc against asc`).toEqual(ends(up));
    }

    async function sorted(order: string): Promise<unknown[]> {
      const query = { sortBy: field, order };
      const { items, complete } = await readWhole(api, target, list, { query });
      if (!complete) throw new NotExercised('the list is too long to be read whole');
      return items.map(item => (isObject(item) ? item[field] : undefined));
    }
  });
});

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTimestampField = (schema: ObjectSchema, name: string): boolean =>
  schema.properties[name]?.format === 'date-time';

/** The first pair of neighbours that is the wrong way round. */
function firstUnsorted(values: readonly unknown[]): unknown {
  const rank = (value: unknown) => (isNumber(value) ? value : Date.parse(String(value)));
  const index = values.findIndex((value, at) => at > 0 && rank(values[at - 1]) > rank(value));
  return index < 0 ? undefined : [values[index - 1], values[index]];
}

observation('catalog.default-order', async ({ api, target, observe }) => {
  for (const list of sortable) {
    const { items } = await readWhole(api, target, list);
    const fields = Object.keys(list.item.properties).filter(name => {
      const values = items.map(item => (isObject(item) ? item[name] : undefined));
      const comparable = values.every(isNumber) || isTimestampField(list.item, name);
      return comparable && new Set(values).size > 1 && firstUnsorted(values) === undefined;
    });
    const exchange = await api.send(list.route, { query: { order: 'sideways' } });
    const { status } = exchange.response;
    observe('catalog.default-order', { list: list.id, risesBy: fields, unlistedOrder: status });
  }
});
