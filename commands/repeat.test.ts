import { expect, test } from '#test';
import { accepted, caseOf, requirement, result } from '../reports/testing/samples.ts';
import { choose, exitCodeOf, repeatable } from './repeat.ts';

test('cases that failed or warned are repeated, without what only responses of other checks show', () => {
  const waived = { ...caseOf('waived', 'failed'), waived: accepted.waived! };
  const anywhere = { ...caseOf('anywhere', 'failed'), anywhere: true as const };
  const own = [caseOf('a', 'failed'), caseOf('b', 'warning'), caseOf('c', 'error')];
  expect(repeatable([caseOf('d', 'passed'), waived, anywhere, ...own])).toEqual(own);
  expect(repeatable([caseOf('d', 'passed'), anywhere])).toEqual([anywhere]);
});

test('without arguments, cases of limiters are left out and counted', () => {
  const failed = (id: string) =>
    requirement(id, { verdict: 'failed', cases: [caseOf('a', 'failed')] });
  const last = result({ requirements: [failed('wallet.fields'), failed('limits.wallet')] });
  const { chosen, ofLimiters } = choose(last, []);
  expect(chosen.map(({ of }) => of.id)).toEqual(['wallet.fields']);
  expect(ofLimiters).toBe(1);
  expect(() => choose(last, ['limits'])).toThrow('./gv conformance limits.wallet');
});

test('a repetition ends with 1 if a case still fails or warns', () => {
  const passed = caseOf('a', 'passed');
  const code = (verdict: Parameters<typeof caseOf>[1]) =>
    exitCodeOf([passed, caseOf('b', verdict)]);
  expect([code('failed'), code('warning')]).toEqual([1, 1]);
  expect([code('error'), code('not-exercised'), code('passed')]).toEqual([3, 2, 0]);
});
