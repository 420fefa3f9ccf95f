import { expect, test } from '#test';
import { exchangeOf } from '../../fixtures/testing/fakes.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { exchangesById, result } from '../summary/samples.ts';
import { contradictions } from './evidence.ts';

const at = Date.parse('2026-03-01T12:00:00Z');

function exchange(id: string, headers: Readonly<Record<string, string>>): Exchange {
  const plain = exchangeOf(200, {}, id);
  const response = { ...plain.response, headers: Object.entries(headers) };
  return { ...plain, response, times: { startedAt: at, durationMs: 5 } };
}

function found(exchanges: readonly Exchange[], stated = exchanges.length, sum = stated) {
  const { route = '', key = '' } = exchanges[0] ?? {};
  const requests = { ...result({}).requests, sent: sum, byRoute: { [route]: { [key]: stated } } };
  return contradictions(result({ requests, exchanges: exchangesById(...exchanges) }));
}

const date = (days: number) => ({ Date: new Date(at + days * 86_400_000).toUTCString() });

test('a Date that is a day and more from its exchange contradicts it, but for a cache', () => {
  expect(
    found([exchange('x1', {}), exchange('x2', date(0.9)), exchange('x3', date(-0.9))]),
  ).toEqual([]);
  expect(found([exchange('x1', { ...date(-5), Age: '432000' })])).toEqual([]);
  expect(found([exchange('x1', date(0)), exchange('x2', date(-365))])).toEqual([
    expect.stringContaining('the Date of 1 responses is more than a day'),
  ]);
  expect(found([exchange('x1', { ...date(2), Age: '1' })])).toHaveLength(1);
});

test('a result has no fewer requests than exchanges, and as many by route as in all', () => {
  const both = [exchange('x1', {}), exchange('x2', {})];
  expect(found(both, 5)).toEqual([]);
  expect(found(both, 1)).toEqual([expect.stringContaining('more requests of')]);
  expect(found(both, 2, 3)).toEqual(['it states 3 requests, and 2 by route and key']);
});
