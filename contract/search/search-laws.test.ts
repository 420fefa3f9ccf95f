import { expect, test } from '#test';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { decisiveMerchants } from '../steps/searches.ts';
import { differing } from './browsed-products.ts';
import { combinedTotals, lostBy, repeatedBy } from './search-laws.ts';

type Product = Record<string, unknown>;

const all: readonly Product[] = [
  { _id: 'a', category: 'A', merchant: 'One' },
  { _id: 'b', category: 'A, B', merchant: 'One' },
  { _id: 'c', category: 'B', merchant: 'Zoë & Co' },
];

/** A target whose search finds these products; browse shows all. */
const finding = (...found: readonly Product[]) =>
  contextOver(({ url }) => {
    const products = new URL(url).pathname.endsWith('/search') ? found : all;
    const numbers = { total: products.length, totalPages: 1 };
    const pagination = { ...numbers, currentPage: 1, limit: 200 };
    return answer(200, { products, pagination, page: 1, ...numbers });
  }, ourTarget());

test('categories are the same in any order', async () => {
  const turned = finding({ ...all[1], category: 'B,A' });
  expect(await differing(turned, 'category')).toEqual([]);
});

test('a search that finds nothing of the catalog shows nothing', async () => {
  expect(await thrownBy(() => differing(finding({ _id: 'x' }), 'category'))).toEqual(
    new NotExercised('searching found no product that shows it'),
  );
  expect(await thrownBy(() => repeatedBy(finding(), {}))).toEqual(
    new NotExercised('the search finds nothing'),
  );
});

test('what a search does not show is lost if the search was read whole', async () => {
  const lost = (total: number) => {
    const searching = contextOver(({ url }) => {
      const products = [{ _id: url.includes('category') ? 'b' : 'a' }];
      const pagination = { total, totalPages: total, currentPage: 1, limit: 1 };
      return answer(200, { products, pagination });
    }, ourTarget());
    return lostBy(searching, { category: 'A' }, () => true);
  };
  expect(await lost(1)).toEqual([expect.objectContaining({ _id: 'a' })]);
  expect(await thrownBy(() => lost(9000))).toEqual(
    new NotExercised('the search finds too much to be read whole'),
  );
});

test('merchants to search by: the hardest to decode, and the one with most products', () => {
  expect(decisiveMerchants(all)).toEqual(['Zoë & Co', 'One']);
  expect(decisiveMerchants([{ merchant: 7 }])).toEqual([]);
});

const product = (category: string) => ({ _id: category, category });
const known = ['Home', 'Home, Kids', 'Kids', 'Homeware', 'Toys'].map(product);
const alone = [300, 500].map(total => ({ found: [], complete: false, pages: [], total }));
const combined = (total: number | undefined, found = [product('Home, Kids')]) =>
  combinedTotals(known, ['Home', 'Kids'], alone, { found, complete: false, pages: [], total }).how;

for (const [total, how] of [
  [799, 'union'],
  [501, 'union'],
  [299, 'intersection'],
  [1, 'intersection'],
  [300, undefined],
  [500, undefined],
  [800, undefined],
  [0, undefined],
  [20_001, undefined],
] as const)
  test(`300 and 500 products, ${total} together: ${how ?? 'neither'}`, () =>
    expect(combined(total)).toBe(how));

test('what is shown is in one of the categories, or in all', () => {
  expect(combined(700, [product('Toys')])).toBeUndefined();
  expect(combined(200, [product('Kids')])).toBeUndefined();
});

test('a total that is missing, or a round one where counting may have stopped, shows nothing', async () => {
  expect(await thrownBy(async () => combined(undefined))).toBeInstanceOf(NotExercised);
  expect(await thrownBy(async () => combined(10_000))).toBeInstanceOf(NotExercised);
});
