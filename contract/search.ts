/** §4.1 Searching the catalog. */
import { isDeepStrictEqual } from 'node:util';
import { browsedProduct } from '../schemas/resources/product.ts';
import { route } from '../schemas/routes.ts';
import type { Context } from '../fixtures/engine/context.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { foundBy } from '../fixtures/scenarios/search.ts';
import { askPage, paramName } from '../fixtures/scenarios/pages.ts';
import { lists, toPage } from '../schemas/lists.ts';
import { given } from '../fixtures/config/needs.ts';
import {
  categoryNames,
  products,
  wholeCatalog,
  type Product,
} from '../fixtures/scenarios/products.ts';
import { persisting } from '../fixtures/scenarios/persisting.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { readWhole } from '../fixtures/scenarios/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Parts = Pick<Context, 'api' | 'target'>;

requirement('search.in-catalog', async ({ each, ...parts }) => {
  const catalog = await wholeCatalog(parts);
  const merchants = [...new Set(catalog.map(({ merchant }) => String(merchant)))].slice(0, 2);
  const { categories } = await searchable(parts).catch(() => ({ categories: [] }));
  const searches = [
    { id: 'no parameters', query: {} },
    ...merchants.map(merchant => ({ id: `merchant=${merchant}`, query: { merchant } })),
    ...categories
      .slice(0, 1)
      .map(category => ({ id: `category=${category}`, query: { category } })),
  ];
  await each(searches, async ({ query }) => {
    const beyond = await persisting(async fresh => {
      const { items } = await readWhole(parts.api, parts.target, lists.search, { query, fresh });
      const found = items.filter(isObject);
      if (found.length === 0) throw new NotExercised('it finds nothing');
      const known = new Set((await wholeCatalog(parts, fresh)).map(({ _id }) => _id));
      return found
        .filter(({ _id }) => !known.has(_id))
        .map(({ _id, country }) => ({ _id, country }));
    });
    expect(beyond, 'found, and not in the catalog').toEqual([]);
  });
});

/** Fields that describe a product wherever it is shown (§2.1). */
const described = Object.keys(browsedProduct.properties).filter(name => name !== 'redemption');

const channel = (product: Product | undefined): unknown =>
  isObject(product?.['redemption']) ? product['redemption']['channel'] : undefined;

requirement('search.agrees', async ({ each, ...parts }) => {
  await each([...described, 'redemption.channel'], async name => {
    const value = (product: Product | undefined) =>
      name === 'redemption.channel' ? channel(product) : product?.[name];
    const differing = await persisting(async fresh => {
      const catalog = await wholeCatalog(parts, fresh);
      const known = new Map(catalog.map(product => [product['_id'], product]));
      const found = (await products(parts, lists.search, fresh)).filter(
        // What redemption holds in search results is only seen.
        product => known.has(product['_id']) && (name in product || value(product) !== undefined),
      );
      if (found.length === 0) throw new NotExercised('searching found no product that tells it');
      return found
        .filter(product => !isDeepStrictEqual(value(product), value(known.get(product['_id']))))
        .map(({ _id }) => ({ _id, differsIn: name }));
    });
    expect(differing).toEqual([]);
  });
});

/** Categories to search by: those with the fewest products, so that a filter that does nothing shows. */
async function searchable(parts: Parts): Promise<{ catalog: Product[]; categories: string[] }> {
  const catalog = await wholeCatalog(parts);
  const counts = new Map<string, number>();
  for (const name of catalog.flatMap(categoryNames)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const categories = [...counts]
    .filter(([, count]) => count < catalog.length)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name);
  if (categories.length === 0)
    throw new NotExercised('no category tells some products of the catalog from the others');
  return { catalog, categories };
}

requirement('search.category', async ({ each, ...parts }) => {
  const { api, target } = parts;
  const { categories } = await searchable(parts);
  const chosen = new Set([...(await tellingCategories(parts)), ...categories.slice(0, 1)]);
  const has = (category: string) => (product: Product) =>
    String(product['category']).toLowerCase().includes(category.toLowerCase());
  const told = (wrong: readonly Product[]) => wrong.map(({ _id, category }) => ({ _id, category }));
  const cases = [...chosen].flatMap(category => [
    { id: `${category}: no others`, category, lost: false },
    { id: `${category}: all of them`, category, lost: true },
  ]);
  await each(cases, async ({ category, lost }) => {
    const wrong = await persisting(async fresh => {
      const found = await foundBy(api, target, { category }, fresh);
      if (!lost) return told([...found.values()].filter(product => !has(category)(product)));
      const mine = (await wholeCatalog(parts, fresh)).filter(product =>
        categoryNames(product).includes(category),
      );
      return told(mine.filter(({ _id }) => !found.has(_id)));
    });
    expect(wrong).toEqual([]);
  });
  await each(['on the second page as well'], async () => {
    const [category = ''] = chosen;
    if (!paramName(target, lists.search, 'page'))
      throw new NotExercised('GV_SEARCH_PAGE_PARAM is not set');
    const exchange = await askPage(api, target, lists.search, {
      page: 2,
      limit: 1,
      query: { category },
    });
    const items = toPage(lists.search, exchange)?.items.filter(isObject) ?? [];
    if (items.length === 0) throw new NotExercised('there is no second page');
    expect(told(items.filter(product => !has(category)(product)))).toEqual([]);
  });
});

requirement('search.categories', async ({ api, target, each, observe }) => {
  const telling = await tellingCategories({ api, target });
  const cases = [telling.slice(0, 2), ...(telling.length > 2 ? [telling] : [])];
  await each(
    cases.map(category => ({ id: category.join(', '), category })),
    async ({ category }) => {
      const [wrong] = await persisting(async fresh => {
        const ids = async (one: string | readonly string[]) =>
          new Set((await foundBy(api, target, { category: one }, fresh)).keys());
        const alone: Set<unknown>[] = [];
        for (const one of category) alone.push(await ids(one));
        const together = await ids(category).catch(async (error: unknown) => {
          expect(await api.send(route.search, { query: { category } })).toHaveStatus(200);
          throw error;
        });
        const any = new Set(alone.flatMap(found => [...found]));
        const every = new Set([...any].filter(id => alone.every(found => found.has(id))));
        const how = [any, every].findIndex(found => isDeepStrictEqual(together, found));
        if (how < 0) return [`${together.size}, of ${any.size} in any and ${every.size} in all`];
        observe('search.categories-combined', how === 0 ? 'union' : 'intersection');
        return [];
      });
      expect(wrong ?? 'the union or the intersection', 'found together').toBe(
        'the union or the intersection',
      );
    },
  );
});

/** Up to three categories that share products and have some of their own: there, every way to combine differs. */
async function tellingCategories(parts: Parts): Promise<string[]> {
  const { catalog, categories } = await searchable(parts);
  const ids = (name: string) =>
    new Set(catalog.filter(product => categoryNames(product).includes(name)).map(({ _id }) => _id));
  const pairs = categories.flatMap((first, index) =>
    categories.slice(index + 1).map(second => {
      const [a, b] = [ids(first), ids(second)];
      const shared = [...a].filter(id => b.has(id)).length;
      const all = a.size + b.size - shared;
      return { pair: [first, second], shared, least: Math.min(a.size, b.size), all };
    }),
  );
  const rank = ({ shared, least, all }: (typeof pairs)[number]) =>
    (shared > 0 ? 2000 : 0) + (shared < least ? 1000 : 0) + all;
  const [best] = pairs.toSorted((a, b) => rank(b) - rank(a));
  if (!best || best.all === best.shared)
    throw new NotExercised('the catalog has no two categories that differ');
  const third = categories.findLast(name => !best.pair.includes(name));
  return [...best.pair, ...(third === undefined ? [] : [third])];
}

requirement('search.unknown-merchant', async ({ api, target }) => {
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
  const [category = ''] = (await searchable({ api, target })).categories;
  const both = await foundBy(api, target, { merchant, category });
  const alone = await foundBy(api, target, { category });
  expect(
    both.size < alone.size ? 'fewer' : 'as many',
    `of ${alone.size} products of ${category}, found by a merchant that none has`,
  ).toBe('fewer');
});

observation('search.merchant-matching', async ({ api, target, observe }) => {
  const [product] = await products({ api, target }, lists.browse);
  const merchant = String(product?.['merchant']);
  const other =
    merchant === merchant.toUpperCase() ? merchant.toLowerCase() : merchant.toUpperCase();
  const count = async (text: string) => (await foundBy(api, target, { merchant: text })).size;
  observe('search.merchant-matching', {
    whole: await count(merchant),
    partInOtherCase: await count(other.slice(0, Math.ceil(other.length / 2))),
  });
});

observation('search.use-case', async ({ api, observe }) => {
  const exchange = await api.send(route.search, { query: { useCase: ['birthday', 'thank you'] } });
  const total = toPage(lists.search, exchange)?.total;
  observe('search.use-case', { status: exchange.response.status, total });
});

observation('search.numbers', async ({ api, target, observe }) => {
  const [name = ''] = given(target, 'GV_SEARCH_NUMBER_PARAMS');
  const exchange = await api.send(route.search, { query: { [name]: 0 } });
  const total = toPage(lists.search, exchange)?.total;
  observe('search.numbers', { [name]: 0, status: exchange.response.status, total });
});

observation('search.redemption', async ({ observe, ...parts }) => {
  const shapes = (await products(parts, lists.search)).map(({ redemption }) =>
    isObject(redemption) ? Object.keys(redemption).sort().join(', ') : String(redemption),
  );
  observe('search.redemption', [...new Set(shapes)]);
});
