import { expect, test } from '#test';
import { accepted, caseOf } from '../reports/testing/samples.ts';
import { repeatable } from './repeat.ts';

test('cases that failed or warned are repeated, without what only responses of other checks show', () => {
  const waived = { ...caseOf('waived', 'failed'), waived: accepted.waived! };
  const anywhere = { ...caseOf('anywhere', 'failed'), anywhere: true as const };
  const own = [caseOf('a', 'failed'), caseOf('b', 'warning'), caseOf('c', 'error')];
  expect(repeatable([caseOf('d', 'passed'), waived, anywhere, ...own])).toEqual(own);
  expect(repeatable([caseOf('d', 'passed'), anywhere])).toEqual([anywhere]);
});
