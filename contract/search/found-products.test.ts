import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { wholeCatalog } from '../shared/lists.ts';
import {
  foundBy,
  overlappingCategories,
  searchable,
  separatingCategories,
  withEachSign,
} from './found-products.ts';

type Product = Record<string, unknown>;

/** A product in each of these lists of categories. */
const products = (...categories: readonly string[]): Product[] =>
  categories.map((category, index) => ({ _id: `p${index}`, category }));

const target = ourTarget({ GV_SEARCH_PAGE_PARAM: 'page', GV_SEARCH_LIMIT_PARAM: 'limit' });

/** A target with this catalog, which finds everything. */
const selling = (catalog: readonly unknown[], total = catalog.length) =>
  contextOver(({ url }) => {
    const numbers = { total, totalPages: 1 };
    return url.includes('/search')
      ? answer(200, { products: catalog, pagination: { ...numbers, currentPage: 1, limit: 200 } })
      : answer(200, { ...numbers, page: 1, products: catalog });
  }, target);

const failing = (catalog: readonly unknown[]) =>
  thrownBy(() => overlappingCategories(selling(catalog)));

test('categories separate products where not all are in them, the smallest first', () => {
  expect(separatingCategories(products('A, B', 'A,C', 'A,B', 'A'))).toEqual(['C', 'B']);
  expect(separatingCategories(products('A', 'A'))).toEqual([]);
  expect(separatingCategories([])).toEqual([]);
});

test('blank names are no categories', () => {
  expect(separatingCategories(products('A,, B ,', ''))).toEqual(['A', 'B']);
});

test('two categories that share products and have some of their own are preferred', async () => {
  const catalog = products('A', 'A,B', 'B', 'C', 'D,C', 'E');
  expect((await overlappingCategories(selling(catalog))).slice(0, 2).toSorted()).toEqual([
    'A',
    'B',
  ]);
});

test('without an overlap, two categories of different products', async () => {
  expect(await overlappingCategories(selling(products('A', 'B', 'B')))).toEqual(['A', 'B']);
});

test('a third category differs from the two', async () => {
  const found = await overlappingCategories(selling(products('A', 'A,B', 'B', 'C')));
  expect(found).toHaveLength(3);
  expect(new Set(found).size).toBe(3);
});

test('categories of the same products are not exercised', async () => {
  expect(await failing(products('A,B', 'A,B', ''))).toEqual(
    new NotExercised('the catalog has no two categories that differ'),
  );
});

test('a single category is not exercised', async () => {
  expect(await failing(products('A', ''))).toEqual(
    new NotExercised('the catalog has no two categories that differ'),
  );
});

test('a catalog without separating categories is not exercised', async () => {
  const error = await thrownBy(() => searchable(selling(products('A', 'A'))));
  expect(error).toEqual(
    new NotExercised('no category separates some products of the catalog from the others'),
  );
});

test('an empty catalog is not exercised', async () => {
  expect(await thrownBy(() => wholeCatalog(selling([])))).toEqual(
    new NotExercised('the catalog is empty'),
  );
});

test('a catalog that is too long is not exercised', async () => {
  const context = contextOver(
    () => answer(200, { total: 9000, page: 1, totalPages: 9000, products: products('A') }),
    target,
  );
  expect(await thrownBy(() => wholeCatalog(context, true))).toEqual(
    new NotExercised('the catalog is too long to be read whole'),
  );
});

test('what a search finds is known by its id, and read once', async () => {
  const context = selling(products('A', 'B'));
  const found = await foundBy(context, { category: ['A', 'B'] });
  expect([...found.keys()]).toEqual(['p0', 'p1']);
  await foundBy(context, { category: ['A', 'B'] });
  expect(context.requests.map(({ url }) => new URL(url).searchParams.getAll('category'))).toEqual([
    ['A', 'B'],
  ]);
  await foundBy(context, { category: ['A', 'B'] }, true);
  expect(context.requests).toHaveLength(2);
});

test('a search that finds too much is not exercised', async () => {
  const context = contextOver(
    () => answer(200, { products: products('A'), pagination: { total: 9000 } }),
    target,
  );
  expect(await thrownBy(() => foundBy(context, {}))).toEqual(
    new NotExercised('the search finds too much to be read whole'),
  );
});

test('the fewest values with every sign are searched by', () => {
  expect(withEachSign(['Plain', 'A & B', 'Zoë & Co', "It's", 'C++'])).toEqual([
    'Zoë & Co',
    "It's",
    'C++',
  ]);
  expect(withEachSign(['Plain', 'Names'])).toEqual([]);
});

test('four values at most', () => {
  expect(withEachSign(['a&', 'b+', "c'", 'd,', 'e%', 'f"'])).toHaveLength(4);
});
