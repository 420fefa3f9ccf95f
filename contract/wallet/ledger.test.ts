import { expect, test } from '#test';
import { isInPartRead } from './ledger.ts';

const entry = (day: number) => ({
  timestamp: `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
});
const part = (...items: readonly object[]) => ({ items, complete: false });
const reached = (read: ReturnType<typeof part>) =>
  [1, 5, 9].filter(n => isInPartRead(read)(entry(n)));

test('a partly read ledger must contain only the entries before its last entry, in either direction', () => {
  expect(reached(part(entry(9), entry(7), entry(5)))).toEqual([9]);
  expect(reached(part(entry(1), entry(3), entry(5)))).toEqual([1]);
  expect(reached({ items: [entry(3)], complete: true })).toEqual([1, 5, 9]);
});
