import { expect, test } from '#test';
import { NotExercised } from '../../fixtures/verdict.ts';
import { reachOf, unlikeFiltered, wrongTotal } from './ledger.ts';

const entry = (day: number, currency = 'GBP') => ({
  timestamp: `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  currency,
});
const part = (...items: readonly object[]) => ({ items, complete: false });
const whole = (...items: readonly object[]) => ({ items, complete: true });
const isPound = ({ currency }: Record<string, unknown>) => currency === 'GBP';
const reached = (read: ReturnType<typeof part>) => [1, 5, 9].filter(n => reachOf(read)(entry(n)));

test('a part of a ledger reaches to the time before its last entry, in either direction', () => {
  expect(reached(part(entry(9), entry(7), entry(5)))).toEqual([9]);
  expect(reached(part(entry(1), entry(3), entry(5)))).toEqual([1]);
  expect(reached(whole(entry(3)))).toEqual([1, 5, 9]);
});

test('a part in no order of time shows nothing', () => {
  for (const read of [part(entry(5), entry(9), entry(7)), part(entry(5), entry(5))])
    expect(() => reachOf(read)).toThrow(NotExercised);
});

const ledger = part(entry(9), entry(8, 'EUR'), entry(7), entry(6), entry(5, 'EUR'));

test('what both parts reach is in both', () => {
  const alike = part(entry(9), entry(7), entry(6), entry(4), entry(3));
  expect(unlikeFiltered(ledger, alike, isPound)).toEqual([]);
  expect(unlikeFiltered(ledger, part(entry(9), entry(6), entry(4)), isPound)).toEqual([entry(7)]);
  expect(unlikeFiltered(ledger, whole(), isPound)).toEqual([entry(9), entry(7), entry(6)]);
  const more = part(entry(9), entry(8), entry(7), entry(6), entry(4));
  expect(unlikeFiltered(ledger, more, isPound)).toEqual([entry(8)]);
});

test('a currency that the part has none of shows nothing', () => {
  const naira = ({ currency }: Record<string, unknown>) => currency === 'NGN';
  expect(() => unlikeFiltered(ledger, whole(), naira)).toThrow(NotExercised);
});

test('a total is that of the entries, or of what a list without filter shows', () => {
  const of = (total: number, complete: boolean) => ({
    total,
    items: [entry(1), entry(2)],
    complete,
  });
  expect(wrongTotal(of(2, true), 2)).toEqual([]);
  expect(wrongTotal(of(2, true), 3)).toEqual([]);
  expect(wrongTotal(of(3, true), 3)).toEqual(['its total is not the number of its entries']);
  expect(wrongTotal(of(90, false), undefined)).toEqual([]);
  expect(wrongTotal(of(90, false), 90)).toEqual([]);
  expect(wrongTotal(of(90, false), 70)).toEqual(['total 90, of 70']);
});
