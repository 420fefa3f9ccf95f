/** §4.1 Searching the catalog. */
import { isDeepStrictEqual } from 'node:util';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { categoryNames, productFields, type Product } from '../fixtures/judgements/catalog.ts';
import { isIn } from '../fixtures/judgements/search.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { known } from '../fixtures/scenarios/discovery/known.ts';
import { paramName, requestPage } from '../fixtures/scenarios/lists/pages.ts';
import { persisting } from '../fixtures/scenarios/lists/persisting.ts';
import { products, wholeCatalog } from '../fixtures/scenarios/lists/products.ts';
import {
  foundBy,
  overlappingCategories,
  searchable,
  separatingCategories,
} from '../fixtures/scenarios/lists/search.ts';
import { readWhole } from '../fixtures/scenarios/lists/snapshot.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { lists, toPage } from '../schemas/lists.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { route } from '../schemas/routes.ts';

requirement('search.in-catalog', async context => {
  const catalog = await wholeCatalog(context);
  const merchants = [...new Set(catalog.map(({ merchant }) => String(merchant)))].slice(0, 2);
  const [category] = separatingCategories(catalog);
  const searches = [
    { id: 'no parameters', query: {} },
    ...merchants.map(merchant => ({ id: `merchant=${merchant}`, query: { merchant } })),
    ...(category === undefined ? [] : [{ id: `category=${category}`, query: { category } }]),
  ];
  await context.each(searches, async ({ query }) => {
    const beyond = await persisting(async fresh => {
      const { items } = await readWhole(context, lists.search, { query, fresh });
      const found = items.filter(isObject);
      if (found.length === 0) throw new NotExercised('it finds nothing');
      const known = new Set((await wholeCatalog(context, fresh)).map(({ _id }) => _id));
      return found
        .filter(({ _id }) => !known.has(_id))
        .map(({ _id, country }) => ({ _id, country }));
    });
    expect(beyond, 'found, and not in the catalog').toEqual([]);
  });
});

const channel = (product: Product | undefined): unknown =>
  isObject(product?.['redemption']) ? product['redemption']['channel'] : undefined;

requirement('search.agrees', async context => {
  await context.each([...productFields, 'redemption.channel'], async name => {
    const value = (product: Product | undefined) =>
      name === 'redemption.channel' ? channel(product) : product?.[name];
    const differing = await persisting(async fresh => {
      const catalog = await wholeCatalog(context, fresh);
      const known = new Map(catalog.map(product => [product['_id'], product]));
      const found = (await products(context, lists.search, { fresh })).filter(
        // What redemption holds in search results is only seen.
        product => known.has(product['_id']) && (name in product || value(product) !== undefined),
      );
      if (found.length === 0) throw new NotExercised('searching found no product that shows it');
      return found
        .filter(product => !isDeepStrictEqual(value(product), value(known.get(product['_id']))))
        .map(({ _id }) => ({ _id, differsIn: name }));
    });
    expect(differing).toEqual([]);
  });
});

const shown = (wrong: readonly Product[]) => wrong.map(({ _id, category }) => ({ _id, category }));

requirement('search.category', async context => {
  const { categories } = await searchable(context);
  const chosen = new Set([...(await overlappingCategories(context)), ...categories.slice(0, 1)]);
  const cases = [...chosen].flatMap(category => [
    { id: `${category}: no others`, category, lost: false },
    { id: `${category}: all of them`, category, lost: true },
  ]);
  await context.each(cases, async ({ category, lost }) => {
    const wrong = await persisting(async fresh => {
      const found = await foundBy(context, { category }, fresh);
      if (!lost) return shown([...found.values()].filter(product => !isIn(category)(product)));
      const own = (await wholeCatalog(context, fresh)).filter(product =>
        categoryNames(product).includes(category),
      );
      return shown(own.filter(({ _id }) => !found.has(_id)));
    });
    expect(wrong).toEqual([]);
  });
  await context.each(['on the second page as well'], async () => {
    const [category = ''] = chosen;
    if (!(await paramName(context, lists.search, 'page')))
      throw new NotExercised('GV_SEARCH_PAGE_PARAM is not set');
    const query = { category };
    const exchange = await requestPage(context, lists.search, { page: 2, limit: 1, query });
    if ((toPage(lists.search, exchange)?.items ?? []).length === 0)
      throw new NotExercised('there is no second page');
    context.judge(exchange);
  });
});

requirement('search.categories', async context => {
  const { api, each, observe } = context;
  const overlapping = await overlappingCategories(context);
  const cases = [overlapping.slice(0, 2), ...(overlapping.length > 2 ? [overlapping] : [])];
  await each(
    cases.map(category => ({ id: category.join(', '), category })),
    async ({ category }) => {
      const [wrong] = await persisting(async fresh => {
        const ids = async (one: string | readonly string[]) =>
          new Set((await foundBy(context, { category: one }, fresh)).keys());
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
      expect(wrong, 'products found together').toSatisfy(
        'the union or the intersection of what each category finds alone',
        () => wrong === undefined,
      );
    },
  );
});

requirement('search.unknown-merchant', async context => {
  const all = await readWhole(context, lists.search);
  const total = all.large[0]?.total ?? all.items.length;
  if (total === 0) throw new NotExercised('searching without parameters finds nothing');
  const merchant = 'no merchant is called 7f3a9c';
  const exchange = await context.api.send(route.search, { query: { merchant } });
  const found = toPage(lists.search, exchange);
  expect(exchange, 'a search by a merchant that none has').toSatisfy(
    `fewer than ${total} products, or an error`,
    ({ response }) =>
      found ? (found.total ?? found.items.length) < total : response.status >= 400,
  );
  const [category = ''] = (await searchable(context)).categories;
  const both = await foundBy(context, { merchant, category });
  const alone = await foundBy(context, { category });
  expect(both.size, `products of ${category} found by a merchant that none has`).toSatisfy(
    `fewer than ${alone.size}`,
    size => Number(size) < alone.size,
  );
});

observation('search.merchant-matching', async context => {
  const [product] = await products(context, lists.browse);
  const merchant = String(product?.['merchant']);
  const other =
    merchant === merchant.toUpperCase() ? merchant.toLowerCase() : merchant.toUpperCase();
  const count = async (text: string) => (await foundBy(context, { merchant: text })).size;
  context.observe('search.merchant-matching', {
    whole: await count(merchant),
    partInOtherCase: await count(other.slice(0, Math.ceil(other.length / 2))),
  });
});

observation('search.use-case', async ({ api, observe }) => {
  const exchange = await api.send(route.search, { query: { useCase: ['birthday', 'thank you'] } });
  const total = toPage(lists.search, exchange)?.total;
  observe('search.use-case', { status: exchange.response.status, total });
});

observation('search.numbers', async context => {
  const [name = ''] = await known(context, 'GV_SEARCH_NUMBER_PARAMS');
  const exchange = await context.api.send(route.search, { query: { [name]: 0 } });
  const total = toPage(lists.search, exchange)?.total;
  context.observe('search.numbers', { [name]: 0, status: exchange.response.status, total });
});

observation('search.redemption', async context => {
  const shapes = (await products(context, lists.search)).map(({ redemption }) =>
    isObject(redemption) ? Object.keys(redemption).sort().join(', ') : String(redemption),
  );
  context.observe('search.redemption', [...new Set(shapes)]);
});
