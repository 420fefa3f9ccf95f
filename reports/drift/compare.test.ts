import { expect, test } from '#test';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { unselected } from '../summary/requirements.ts';
import { accepted, requirement, result, limiter, seen, wallet } from '../testing/samples.ts';
import { compare } from './compare.ts';

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

test('verdicts: what a team accepts is not worse; a failure whose waiver ended is', () => {
  const { waived: _, ...failed } = accepted;
  const passed = requirement('wallet.fields', { verdict: 'passed' });
  const [good, waived, wrong] = [passed, accepted, failed].map(each =>
    result({ requirements: [each] }),
  );
  const shown = (from: ConformanceResult | undefined, to: ConformanceResult | undefined) =>
    compare(from!, to!).map(each => [each.before, each.after, each.worse]);
  expect(shown(good, waived)).toEqual([['passed', 'waived', undefined]]);
  expect(shown(wrong, waived)).toEqual([['failed', 'waived', undefined]]);
  expect(shown(waived, wrong)).toEqual([['waived', 'failed', true]]);
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
    x0: wallet(1, [{ balance: 1 }], 500)['x0']!,
  };
  expect(changes({ exchanges: oneSlow })).toEqual([]);
  const forSeconds = { ...wallet(10, [{ balance: 1 }], 500), ...wallet(4, [{ balance: 1 }]) };
  expect(changes({ exchanges: forSeconds })).toEqual([]);
  expect(changes({ exchanges: wallet(3, [{ balance: 1 }], 500) })).toEqual([]);
});

test('fields of responses that are new or gone', () => {
  expect(changes({ exchanges: wallet(10, [{ amount: { value: 1 } }]) })).toEqual([
    ['field', 'GET /wallet 200', '[].balance', '[].amount, [].amount.value'],
  ]);
});
