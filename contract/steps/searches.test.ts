import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { wholeCatalog } from '../shared/lists.ts';
import { decisiveMerchants, overlappingCategories } from './searches.ts';

/** A product in each of these lists of categories. */
const products = (...categories: readonly string[]) =>
  categories.map((category, index) => ({ _id: `p${index}`, category }));

const target = ourTarget({ GV_SEARCH_PAGE_PARAM: 'page', GV_SEARCH_LIMIT_PARAM: 'limit' });

/** A target with this catalog, which finds everything. */
const selling = (catalog: readonly unknown[], total = catalog.length) =>
  contextOver(({ url }) => {
    const numbers = { total, totalPages: total === catalog.length ? 1 : total };
    return url.includes('/search')
      ? answer(200, { products: catalog, pagination: { ...numbers, currentPage: 1, limit: 200 } })
      : answer(200, { ...numbers, page: 1, products: catalog });
  }, target);

test('categories that differ, the smallest first; one of all products is none of them', async () => {
  const categories = (...of: readonly string[]) => overlappingCategories(selling(products(...of)));
  expect(await categories('A, B', 'A,C', 'A,B', 'A')).toEqual(['C', 'B']);
  expect(await categories('A, B', 'A,, C ,', 'A,B', '')).toEqual(['C', 'A', 'B']);
});

test('merchants to search by have no blanks around them', () => {
  const found = ['A', 'Shop ', 'Shop ', 'Café & Co'].map(merchant => ({ merchant }));
  expect(decisiveMerchants(found)).toEqual(['Café & Co', 'A']);
});

const tooFewDiffer = 'a search without parameters finds no two categories that differ';
for (const [what, read, reason] of [
  [
    'categories of the same products',
    () => overlappingCategories(selling(products('A,B', 'A,B', ''))),
    tooFewDiffer,
  ],
  ['a single category', () => overlappingCategories(selling(products('A', ''))), tooFewDiffer],
  [
    'a category of all products',
    () => overlappingCategories(selling(products('A', 'A'))),
    tooFewDiffer,
  ],
  ['no product', () => wholeCatalog(selling([])), 'the catalog is empty'],
  [
    'a long catalog',
    () => wholeCatalog(selling(products('A'), 9000)),
    'the catalog is too long to be read whole',
  ],
] as const)
  test(`${what}: not exercised, ${reason}`, async () => {
    expect(await thrownBy(read)).toEqual(new NotExercised(reason));
  });
