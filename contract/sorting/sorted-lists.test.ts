import { expect, test } from '#test';
import { order } from '../../schemas/resources/orders.ts';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { changed, disorder, isSortedBy, isTimestampField } from './sorted-lists.ts';

/** Items with these values. */
const items = (...values: readonly unknown[]) =>
  values.map((value, index) => ({ _id: `i${index}`, value }));

/** Returns contradictions to two lists being sorted up and down by their values. */
const disorderOf = (up: readonly unknown[], down: readonly unknown[], timestamps = false) =>
  disorder({ field: 'value', timestamps }, items(...up), items(...down));

test('a sorted list has the same items', () => {
  const [a, b, c] = items(1, 2, 3);
  expect(changed([a, b], [b, a])).toEqual([]);
  expect(changed([a, b], [b, c])).toEqual(['lost i0', 'also has i2']);
  expect(changed([a, b], [a])).toEqual(['lost i1', '1 items for 2']);
  expect(changed([a, b], [a, b, b])).toEqual(['3 items for 2']);
});

test('items without an id are known by their text', () => {
  expect(changed(['a', 'b'], ['b', 'a'])).toEqual([]);
  expect(changed(['a'], ['b'])).toEqual(['lost a', 'also has b']);
});

const inCase = ['apple', 'Avocado', 'banana', 'Cherry'];
for (const [what, up, down] of [
  ['numbers', [1, 2, 2, 10], [10, 2, 2, 1]],
  ['text by its first letter, whatever its case', inCase, inCase.toReversed()],
  [
    'what a collation may take for equal, in any order',
    ['AB-1', 'ab 01', 'Cäsar', 'Casar', '寿司', 'zoo'],
    ['zoo', '寿司', 'Cäsar', 'Casar', 'AB-1', 'ab 01'],
  ],
  ['text that begins with no letter', ['éclair', 'apple', 'zoo'], ['zoo', 'apple', 'éclair']],
  ['items that lack the field, at any end', [1, 2, undefined, null], [2, 1, null, undefined]],
] as const)
  test(`in order: ${what}`, () => {
    expect(disorderOf(up, down)).toEqual([]);
  });

for (const [up, reason] of [
  [[[1], [2]], 'value holds more than one value: how it is ranked is not shown'],
  [[1, 1], 'all items have the same value: no order shows'],
] as const)
  test(`${JSON.stringify(up)} shows no order`, async () => {
    expect(await thrownBy(() => disorderOf(up, up.toReversed()))).toEqual(new NotExercised(reason));
  });

test('of first pages, each is sorted, and all that is known lies between their firsts', () => {
  const firsts = (
    up: readonly unknown[],
    down: readonly unknown[],
    others: readonly unknown[] = [],
  ) =>
    disorder({ field: 'value', timestamps: false }, items(...up), items(...down), items(...others));
  expect(firsts([1, 2, 2], [9, 8, 8], [1, 5, 9])).toEqual([]);
  expect(firsts([8, 9], [2, 1])).toEqual(['order=asc and desc, their firsts, neighbours [8,2]']);
  expect(firsts([2, 3], [9, 8], [1])).toEqual([
    'order=asc and desc, their firsts, neighbours [2,1]',
  ]);
  expect(firsts(['aa', 'ab'], ['ab', 'aa'], ['Ac'])).toEqual([]);
  expect(firsts(['aa', 'ab'], ['aa', 'ab'], ['b'])).toEqual(
    expect.arrayContaining(['order=asc and desc, their firsts, neighbours ["b","aa"]']),
  );
  expect(firsts(['aa', 'ab'], ['AA', 'aa'])).toEqual(['asc and desc both begin with aa']);
});

test('a list rises by a field where no neighbours fall, and some rise', () => {
  const rises = (values: readonly unknown[]) => isSortedBy(items(...values), 'value', false);
  expect(rises([1, 2, 2])).toBe(true);
  expect(rises([2, 1])).toBe(false);
  expect(rises([1, 1])).toBe(false);
  expect(rises(['1', 'b'])).toBe(false);
});

test('timestamps are known by the schema', () => {
  expect(isTimestampField(order, 'createdAt')).toBe(true);
  expect(isTimestampField(order, 'currency')).toBe(false);
  expect(isTimestampField(order, 'colour')).toBe(false);
});
