import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { makeRecord } from '../../fixtures/testing/own.ts';
import { preparations } from '../setup/own.ts';
import { merchants, overlappingCategories } from './searches.ts';

/** Returns a context whose target finds these products. */
async function finding(products: readonly object[]) {
  const pagination = { total: products.length, totalPages: 1, currentPage: 1, limit: 200 };
  const target = ourTarget({ GV_SEARCH_PAGE_PARAM: 'page', GV_SEARCH_LIMIT_PARAM: 'limit' });
  const context = contextOver(() => answer(200, { products, pagination }), target);
  await makeRecord(preparations, 'GV_SEARCH_PAGE_PARAM', context);
  await makeRecord(preparations, 'GV_SEARCH_LIMIT_PARAM', context);
  return context;
}

const categories = async (...of: readonly string[]) =>
  overlappingCategories(
    await finding(of.map((category, index) => ({ _id: `p${index}`, category }))),
  );

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

test('the searched merchants are the most unusual name and the most frequent plain name', async () => {
  const names = ['A', 'A', 'Shop ', 'Shop ', 'Shop ', 'Café & Co', 7];
  const found = names.map(merchant => ({ merchant }));
  expect(await merchants(await finding(found))).toEqual(['Café & Co', 'A']);
});
