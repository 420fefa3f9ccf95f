import { expect, test } from '#test';
import { caseOf } from '../reports/testing/samples.ts';
import { findAgain } from './repeated-case.ts';

test('a case is found by its id, or in the verdict of the whole check', () => {
  const one = caseOf('one', 'failed');
  const whole = caseOf('all', 'error');
  expect(findAgain(one, [caseOf('one', 'passed'), caseOf('two', 'failed')])).toMatchObject({
    verdict: 'passed',
  });
  expect(findAgain(one, [whole])).toBe(whole);
  expect(findAgain(one, [caseOf('two', 'passed')])).toMatchObject({ verdict: 'not-exercised' });
});

test('a check that failed as a whole passes if all its cases pass now', () => {
  const whole = caseOf('all', 'failed');
  const [passed, failed] = [caseOf('one', 'passed'), caseOf('two', 'failed')];
  expect(findAgain(whole, [passed])).toBe(passed);
  expect(findAgain(whole, [passed, failed])).toBe(failed);
});
