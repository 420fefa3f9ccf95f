import { expect, test } from '#test';
import { order } from '../../schemas/resources/orders.ts';
import { isMeasured, outOfOrder, valuesIn } from './order.ts';

for (const [what, values] of [
  ['numbers', [1, 2, 2, 10]],
  ['text by the numbers of its characters', ['Avocado', 'Cherry', 'apple', 'banana']],
  ['text as in a dictionary', ['apple', 'Avocado', 'banana', 'éclair', 'zoo']],
] as const)
  test(`${what} are in order, in either direction`, () => {
    expect(outOfOrder(values, 'asc')).toBeUndefined();
    expect(outOfOrder(values.toReversed(), 'desc')).toBeUndefined();
  });

test('the first two items that are out of order are named', () => {
  expect(outOfOrder([1, 5, 10, 2], 'asc')).toEqual([10, 2]);
  expect(outOfOrder([1, 10, 2], 'asc')).toEqual([10, 2]);
  expect(outOfOrder([1, 5], 'desc')).toEqual([1, 5]);
  expect(outOfOrder(['aa', 'ac', 'ab'], 'asc')).toEqual(['ac', 'ab']);
});

test('items without the sorted field are ignored', () => {
  expect(valuesIn([{ a: 2 }, { a: 'x' }, { a: null }, {}], 'a')).toEqual([2, 'x']);
});

test('only numbers and times have an order that the spec fixes', () => {
  expect(isMeasured(order, 'createdAt')).toBe(true);
  expect(isMeasured(order, 'valuePurchased')).toBe(true);
  expect(isMeasured(order, 'currency')).toBe(false);
});
