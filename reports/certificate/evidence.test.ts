import { expect, test } from '#test';
import { exchangeOf } from '../../fixtures/testing/fakes.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { exchangesById, requirement, result } from '../summary/samples.ts';
import { contradictions } from './evidence.ts';

const startedAt = '2026-03-01T12:00:00.000Z';
const at = Date.parse(startedAt);

function exchange(
  id: string,
  headers: Readonly<Record<string, string>> = {},
  after = 0,
  durationMs = 5,
): Exchange {
  const plain = exchangeOf(200, {}, id);
  const response = { ...plain.response, headers: Object.entries(headers) };
  return { ...plain, response, times: { startedAt: at + after, durationMs } };
}

function found(exchanges: readonly Exchange[], stated = exchanges.length, sum = stated) {
  const { route = '', key = '' } = exchanges[0] ?? {};
  const requests = { ...result({}).requests, sent: sum, byRoute: { [route]: { [key]: stated } } };
  return contradictions(
    result({ startedAt, durationMs: 100_000, requests, exchanges: exchangesById(...exchanges) }),
  );
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

test('responses come within their run, and in the order of their numbers', () => {
  const times = (...seconds: readonly number[]) =>
    found(seconds.map((each, n) => exchange(`x${n + 1}`, {}, each * 1000)));
  expect(times(1, 40, 20, 90)).toEqual([]);
  expect(times(1, 60, 8)).toEqual([expect.stringMatching(/^x3 came before x2,/)]);
  expect(times(1, 161)).toEqual(['x2 came after its run had ended']);
  const slow = exchange('x1', {}, 1000, 170_000);
  expect(found([slow])).toEqual(['x1 came after its run had ended']);
});

test('no requirement takes longer than its run', () => {
  const [long, usual] = ['wallet.fields', 'tools.name'].map((id, n) =>
    requirement(id, { verdict: 'passed', durationMs: n === 0 ? 4e6 : 4 }),
  );
  const requests = { ...result({}).requests, sent: 0 };
  expect(contradictions(result({ requests, requirements: [usual!] }))).toEqual([]);
  expect(contradictions(result({ requests, requirements: [usual!, long!] }))).toEqual([
    'wallet.fields took longer than its run',
  ]);
});

test('a refusal may be numbered long after it came', () => {
  const refused = exchange('x2', {}, 1000);
  const late = { ...refused, response: { ...refused.response, status: 429 } };
  expect(found([exchange('x1', {}, 80_000), late])).toEqual([]);
});
