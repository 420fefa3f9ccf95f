import { expect, test } from '#test';
import type { ConformanceResult, Verdict } from '../../schemas/records/result.ts';
import { unselected } from '../summary/requirements.ts';
import {
  accepted,
  caseOf,
  doubtful,
  gap,
  limiter,
  requirement,
  result,
  seen,
  wallet,
} from '../testing/samples.ts';
import { headlineOf } from './change.ts';
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
    seen('transactions.total-count', { limit: 1, given: 1, totalCount: 12 }),
  ],
  limiters: [limiter(60)],
  exchanges: wallet(10, [{ balance: 1 }]),
};
const read = (count: number, ms?: number) => wallet(count, [{ balance: 1 }], ms);

const cases: Readonly<Record<string, [after: Partial<ConformanceResult>, ...changes: string[][]]>> =
  {
    'a result has no drift from itself': [{}],
    'a failure is worse, and a gap that opens or closes is not': [
      {
        requirements: [
          requirement('wallet.fields', { verdict: 'failed' }),
          requirement('auth.missing-key', { verdict: 'passed' }),
          gap('paging.page', 'the list changed'),
        ],
      },
      ['verdict', 'wallet.fields', 'passed', 'failed', 'worse'],
      ['verdict', 'auth.missing-key', 'not-exercised', 'passed'],
      ['verdict', 'paging.page', 'passed', 'not-exercised: the list changed'],
    ],
    'a requirement that only one run selected is not compared': [
      { requirements: [{ ...gap('wallet.fields', ''), ...unselected }] },
    ],
    'a waived failure is not worse': [
      { requirements: [accepted] },
      ['verdict', 'wallet.fields', 'passed', 'waived'],
    ],
    'a new status value and another page cap are drift; a balance or a count is data': [
      {
        observations: [
          seen('orders.statuses', ['active', 'frozen']),
          seen('paging.cap', { list: 'GET /products', given: 64, cap: 50 }),
          seen('transactions.total-count', { limit: 1, given: 1, totalCount: 13 }),
        ],
      },
      ['observation', 'orders.statuses', '["active"]', '["active","frozen"]'],
      ['observation', 'paging.cap', 'cap 100', 'cap 50'],
    ],
    'a limiter that was halved': [
      { limiters: [limiter(30)] },
      ['limiter', 'catalog: limit', '60', '30'],
    ],
    'a less exact measurement is not a change': [{ limiters: [limiter(55, 50, 61)] }],
    'a limiter that was not measured': [{ limiters: [{ name: 'catalog', skipped: 'GV_ALLOW' }] }],
    'a much slower route is a change': [
      { exchanges: read(10, 120) },
      ['latency', 'GET /wallet', 'p95 10 ms', 'p95 120 ms'],
    ],
    'one slow response is noise': [{ exchanges: { ...read(10), x0: read(1, 500)['x0']! } }],
    'a few seconds are noise': [{ exchanges: { ...read(10, 500), ...read(4) } }],
    'few responses are noise': [{ exchanges: read(3, 500) }],
    'new and missing fields of responses are changes': [
      { exchanges: wallet(10, [{ amount: { value: 1 } }]) },
      ['field', 'GET /wallet 200', '[].balance', '[].amount, [].amount.value'],
    ],
  };

for (const [what, [after, ...changes]] of Object.entries(cases))
  test(what, () => {
    const found = compare(result(before), result({ ...before, ...after })).map(each =>
      [each.kind, each.about, each.before, each.after].concat(each.worse ? ['worse'] : []),
    );
    expect(found).toEqual(changes);
  });

test('requirements that are no longer shown are counted', () => {
  const [then, now] = [
    result(before),
    result({
      ...before,
      requirements: [
        requirement('wallet.fields', { verdict: 'passed' }),
        requirement('auth.missing-key', { verdict: 'passed' }),
        gap('paging.page', 'the list changed'),
      ],
    }),
  ];
  const counts = (from: ConformanceResult, to: ConformanceResult) =>
    headlineOf({ before: from, after: to, changes: compare(from, to) }).counts;
  expect(counts(then, now)).toBe('2 changes, none for the worse; 1 requirement no longer shown');
  const only = (verdict: Verdict) =>
    result({ requirements: [requirement('wallet.fields', { verdict })] });
  for (const verdict of ['error', 'not-applicable'] as const)
    expect(counts(only(verdict), only('not-exercised'))).toBe('1 change, none for the worse');
  expect(counts(then, only('failed'))).toBe('1 of 1 change for the worse');
});

test('a failure with a waiver is not worse, and without a waiver it is', () => {
  const { waived: _, ...failed } = accepted;
  const [wrong, waived] = [failed, accepted].map(each => result({ requirements: [each] }));
  expect(compare(wrong!, waived!)).toMatchObject([{ before: 'failed', after: 'waived' }]);
  expect(compare(wrong!, waived!)[0]).not.toHaveProperty('worse');
  expect(compare(waived!, wrong!)).toMatchObject([{ after: 'failed', worse: true }]);
});

test('a warning in another case of a requirement is a change', () => {
  const [one] = doubtful.cases;
  const of = (...ids: string[]) =>
    result({ requirements: [{ ...doubtful, cases: ids.map(id => ({ ...one!, id })) }] });
  const passed = { ...doubtful, cases: [one!, caseOf('b', 'passed')] };
  expect(compare(of('page 2'), of('page 2'))).toEqual([]);
  const [change] = compare(result({ requirements: [passed] }), of('page 2', 'b'));
  expect(change).toMatchObject({ case: 'b', after: 'warning: An index may lag' });
  expect(change).not.toHaveProperty('worse');
});

test('a failure of the same requirement in other exchanges is worse', () => {
  const failed = (...ids: string[]) =>
    result({
      requirements: [
        requirement('wallet.fields', {
          verdict: 'failed',
          cases: ids.map((id, at) => caseOf(id, 'failed', at > 0 ? { anywhere: true } : {})),
        }),
      ],
    });
  const found = compare(failed('all'), failed('all', 'anywhere in the run: GET /orders'));
  expect(found).toMatchObject([{ case: 'anywhere in the run: GET /orders', worse: true }]);
});
