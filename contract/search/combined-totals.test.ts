import { expect, test } from '#test';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { combinedTotals } from './combined-totals.ts';

const product = (category: string) => ({ _id: category, category });
const known = ['Home', 'Home, Kids', 'Kids', 'Homeware', 'Toys'].map(product);
const alone = [300, 500].map(total => ({ found: [], complete: false, total }));
const combined = (total: number | undefined, found = [product('Home, Kids')]) =>
  combinedTotals(known, ['Home', 'Kids'], alone, { found, complete: false, total }).how;

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
