import { expect, test } from '#test';
import { remembered } from './records.ts';

const records = (count: number) => Array.from({ length: count }, (_, n) => n);

test('a kept value is computed again when a record is added', () => {
  const list = records(10_000);
  const even = () => remembered(list, 'even', () => list.filter(n => n % 2 === 0));
  const first = even();
  expect(even()).toBe(first);
  expect(remembered(list, 'odd', () => 'odd')).toBe('odd');
  list.unshift(10_000);
  expect(even()).toHaveLength(5001);
});
