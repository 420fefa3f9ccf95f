import { expect, test } from '#test';
import type { Outcome } from '../../../schemas/records/result.ts';
import { redIds } from './outcomes.ts';

const outcome = (id: string, verdict: Outcome['verdict'], reason = ''): Outcome => ({
  id,
  verdict,
  cases: [{ id: 'all', verdict, reason, evidence: [] }],
  observations: [],
  durationMs: 0,
});

test('failed checks and one check for each error have a failed test', () => {
  const outcomes = [
    outcome('auth.a', 'error', 'the route is down'),
    outcome('auth.b', 'passed'),
    outcome('auth.c', 'error', 'the route is down'),
    outcome('auth.d', 'warning'),
    outcome('auth.e', 'failed'),
    outcome('auth.f', 'error', 'no response'),
  ];
  expect(redIds(outcomes)).toEqual(['auth.e', 'auth.a', 'auth.f']);
  expect(redIds(outcomes.toReversed())).toEqual(['auth.e', 'auth.a', 'auth.f']);
});

test('at most 25 tests fail', () => {
  const failed = Array.from({ length: 30 }, (_, at) => outcome(`auth.x${at + 10}`, 'failed'));
  expect(redIds(failed)).toEqual(failed.slice(0, 25).map(({ id }) => id));
});
