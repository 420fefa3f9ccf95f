import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { merchantsToSearch, overlappingCategories } from './searches.ts';

/** Returns the categories to search by in a catalog of products with these. */
const categories = (...of: readonly string[]) => {
  const products = of.map((category, index) => ({ _id: `p${index}`, category }));
  const pagination = { total: of.length, totalPages: 1, currentPage: 1, limit: 200 };
  const target = ourTarget({ GV_SEARCH_PAGE_PARAM: 'page', GV_SEARCH_LIMIT_PARAM: 'limit' });
  return overlappingCategories(contextOver(() => answer(200, { products, pagination }), target));
};

test('the searched categories are two that share products, and a third', async () => {
  expect(await categories('A, B', 'A,, C ,', 'A,B', 'B', '')).toEqual(['A', 'B', 'C']);
});

test('if no categories share products, two others are searched', async () => {
  expect(await categories('A', 'B', '')).toEqual(['A', 'B']);
});

for (const [what, of] of [
  ['categories of the same products', ['A,B', 'A,B', '']],
  ['a category of all products', ['A', 'A']],
  ['no products', []],
] as const)
  test(`a search by categories is not exercised with ${what}`, async () => {
    expect(await thrownBy(() => categories(...of))).toBeInstanceOf(NotExercised);
  });

test('the searched merchants are the most unusual name and the most frequent plain name', () => {
  const found = ['A', 'A', 'Shop ', 'Shop ', 'Shop ', 'Café & Co'].map(merchant => ({ merchant }));
  expect(merchantsToSearch(found)).toEqual(['Café & Co', 'A']);
  expect(merchantsToSearch([{ merchant: 7 }])).toEqual([]);
});
