import { expect, test } from '#test';
import type { ConformanceResult, LimiterResult } from '../../schemas/records/result.ts';
import { unselected } from '../summary/coverage.ts';
import { failedCase, requirement, result } from '../summary/samples.ts';
import { compare } from './compare.ts';

const exchange = (route: string, body: unknown, durationMs = 10) => ({
  route,
  key: 'business',
  request: { method: 'GET', url: `https://vouchers.example/${route}`, headers: {} },
  response: { status: 200, headers: [], body: JSON.stringify(body) },
  times: { startedAt: 0, durationMs },
});

const wallet = (count: number, body: unknown, durationMs?: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`x${at}`, exchange('GET /wallet', body, durationMs)]),
  );

const limiter = (limit: number, low = limit, high = limit): LimiterResult => ({
  name: 'catalog',
  limit: { value: limit, low, high },
  windowSeconds: { value: 60, low: 59, high: 61 },
  algorithm: { name: 'fixed-window', confidence: 'high', reason: '' },
  claims: [],
  observations: [],
  requests: 9,
  stopped: '',
  settings: { maxRequests: 9, maxWaitMs: 9 },
  startedAt: 0,
  notes: [],
});

const seen = (id: string, value: unknown) => ({ id, anchor: '§2', value, evidence: [] });

const before: Partial<ConformanceResult> = {
  requirements: [
    requirement('wallet.fields', { verdict: 'passed' }),
    requirement('auth.missing-key', { verdict: 'not-exercised', reason: 'GV_X is not set' }),
    requirement('paging.page', { verdict: 'passed' }),
  ],
  observations: [
    seen('orders.statuses', ['active']),
    seen('paging.cap', { list: 'GET /products', given: 63, cap: 100 }),
    seen('balance.wallet', { currency: 'GBP', wallet: 12, automation: 12 }),
  ],
  limiters: [limiter(60)],
  exchanges: wallet(10, [{ balance: 1 }]),
};
const changes = (after: Partial<ConformanceResult>) =>
  compare(result(before), result({ ...before, ...after })).map(
    ({ kind, about, before: was, after: is, worse }) => [
      kind,
      about,
      was,
      is,
      ...(worse ? ['worse'] : []),
    ],
  );

test('a result is no drift from itself', () => {
  expect(changes({})).toEqual([]);
});

test('verdicts: a failure is worse; what a run could not show, or shows now, is not', () => {
  expect(
    changes({
      requirements: [
        requirement('wallet.fields', { verdict: 'failed', reason: undefined! }),
        requirement('auth.missing-key', { verdict: 'passed' }),
        requirement('paging.page', { verdict: 'not-exercised', reason: 'the list changed' }),
      ],
    }),
  ).toEqual([
    ['verdict', 'wallet.fields', 'passed', 'failed', 'worse'],
    ['verdict', 'auth.missing-key', 'not-exercised', 'passed'],
    ['verdict', 'paging.page', 'passed', 'not-exercised: the list changed'],
  ]);
});

test('verdicts: what one run did not select is not compared', () => {
  const requirements = [
    requirement('wallet.fields', { verdict: 'not-exercised', reason: unselected }),
  ];
  expect(changes({ requirements })).toEqual([]);
});

test('verdicts: another case of a requirement that failed before', () => {
  const failing = (...failed: string[]) =>
    result({
      requirements: [
        requirement('wallet.fields', {
          verdict: 'failed',
          cases: ['a', 'b'].map(id =>
            failed.includes(id)
              ? failedCase(id, 'x1', 'y')
              : { id, verdict: 'passed', evidence: [] },
          ),
        }),
      ],
    });
  expect(compare(failing('a'), failing('a', 'b'))).toEqual([
    { kind: 'verdict', about: 'wallet.fields / b', before: 'passed', after: 'failed', worse: true },
  ]);
});

test('a new status value and another page cap; a balance or a count is data', () => {
  expect(
    changes({
      observations: [
        seen('orders.statuses', ['active', 'frozen']),
        seen('paging.cap', { list: 'GET /products', given: 64, cap: 50 }),
        seen('balance.wallet', { currency: 'GBP', wallet: 7, automation: 7 }),
      ],
    }),
  ).toEqual([
    ['observation', 'orders.statuses', '["active"]', '["active","frozen"]'],
    ['observation', 'paging.cap', '{"cap":100}', '{"cap":50}'],
  ]);
});

test('a limiter that was halved; a measurement that is less exact is none', () => {
  expect(changes({ limiters: [limiter(30)] })).toEqual([
    ['limiter', 'catalog: limit', '60 (60 to 60)', '30 (30 to 30)'],
  ]);
  expect(changes({ limiters: [limiter(55, 50, 61)] })).toEqual([]);
  expect(changes({ limiters: [{ name: 'catalog', skipped: 'GV_ALLOW' }] })).toEqual([]);
});

test('a route that answers much slower; one slow response, or few responses, are noise', () => {
  expect(changes({ exchanges: wallet(10, [{ balance: 1 }], 120) })).toEqual([
    ['latency', 'GET /wallet', 'p95 10 ms', 'p95 120 ms'],
  ]);
  const oneSlow = {
    ...wallet(10, [{ balance: 1 }]),
    x0: exchange('GET /wallet', [{ balance: 1 }], 500),
  };
  expect(changes({ exchanges: oneSlow })).toEqual([]);
  expect(changes({ exchanges: wallet(3, [{ balance: 1 }], 500) })).toEqual([]);
});

test('fields of responses that are new or gone', () => {
  expect(changes({ exchanges: wallet(10, [{ amount: { value: 1 } }]) })).toEqual([
    ['field', 'GET /wallet 200', '[].balance', '[].amount, [].amount.value'],
  ]);
});
