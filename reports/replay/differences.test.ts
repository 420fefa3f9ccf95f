import { expect, test } from '#test';
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import { statements } from '../../contract/statements.ts';
import { caseOf, failedCase, requirement, result } from '../testing/samples.ts';
import { differences, type Found } from './differences.ts';

const { anchor, text } = statements['wallet.fields'];
const fields = (rest: Pick<RequirementResult, 'verdict'> & Partial<RequirementResult>) =>
  requirement('wallet.fields', { anchor, text, ...rest });
const passed = fields({ verdict: 'passed', cases: [caseOf('GBP', 'passed')] });
const failed = fields({ verdict: 'failed', cases: [failedCase('GBP', 'x1', '401')] });

const found = (requirements: readonly RequirementResult[], rest: Partial<Found> = {}): Found => ({
  outcomes: requirements.map(each => ({ ...each, observations: [] })),
  discovered: [],
  limiters: [],
  spent: {},
  ...rest,
});
const stated = (requirement: RequirementResult, rest: Partial<ConformanceResult> = {}) =>
  result({ requirements: [requirement], ...rest });

test('a result that a replay confirms has no difference', () => {
  expect(differences(stated(passed), found([passed]))).toEqual([]);
  const verdict = 'non-conformant';
  expect(differences(stated(failed, { verdict }), found([failed]))).toEqual([]);
});

test('other evidence and other durations are not differences', () => {
  const [one] = passed.cases;
  const other = { ...passed, durationMs: 9, cases: [{ ...one!, evidence: ['x7'] }] };
  expect(differences(stated(passed), found([other]))).toEqual([]);
});

const edits: Record<string, [edited: ConformanceResult, difference: string]> = {
  'a verdict': [
    stated({ ...failed, verdict: 'passed' }, { verdict: 'non-conformant' }),
    'wallet.fields: recorded passed, replay gives failed',
  ],
  'the verdict of a case': [
    stated(fields({ verdict: 'passed', cases: [caseOf('GBP', 'passed')] })),
    "wallet.fields (GBP): recorded verdict 'passed', replay gives 'failed'",
  ],
  'a missing case': [
    stated(fields({ verdict: 'failed', cases: [caseOf('EUR', 'failed')] })),
    'wallet.fields: replay gives other cases than recorded',
  ],
  'a doubt that no case has': [
    stated({ ...failed, doubt: 'A shop may be closed' }, { verdict: 'non-conformant' }),
    'wallet.fields: the recorded doubt differs from its cases',
  ],
  'the words of a statement': [
    stated({ ...failed, text: 'A wallet may have fields' }),
    'wallet.fields is another statement in this version of the suite',
  ],
  'the number of shown cases': [
    stated({ ...passed, inPart: { shown: 1, of: 1 } }),
    'wallet.fields: the recorded number of shown cases differs from its cases',
  ],
  'the verdict of the run': [
    stated(failed, { verdict: 'conformant' }),
    'the recorded verdict is conformant, but wallet.fields is failed',
  ],
  'an observation': [
    stated(failed, {
      observations: [{ id: 'vouchers.statuses', anchor: '§3', value: 'sent', evidence: [] }],
    }),
    "the observation is not found: vouchers.statuses 'sent'",
  ],
  'a discovery': [
    stated(failed, { discovered: [{ name: 'GV_SORT_BY', value: ['a'], how: 'it sorts' }] }),
    'the discovery is not found: ',
  ],
  'a limiter': [
    stated(failed, { limiters: [{ name: 'wallet', skipped: 'there is no k6' }] }),
    'the limiter is not found: ',
  ],
};
for (const [what, [edited, difference]] of Object.entries(edits))
  test(`${what} is named`, () => {
    expect(differences(edited, found([failed])).join('\n')).toContain(difference);
  });

test('long values are cut around the first difference', () => {
  const of = (end: string) =>
    fields({
      verdict: 'failed',
      cases: [failedCase('GBP', 'x1', `${'x'.repeat(300)}${end}${'y'.repeat(300)}`)],
    });
  const [around, after] = [`…${'x'.repeat(38)}40`, `${'y'.repeat(119)}…`];
  expect(differences(stated(of('402')), found([of('401')])).join('\n')).toContain(
    `recorded actual ${around}2${after}, replay gives ${around}1${after}`,
  );
});

test('findings of the replay that the result lacks are named', () => {
  const observations = [{ id: 'vouchers.statuses', anchor: '§3', value: 'sent', evidence: [] }];
  const again: Found = found([]);
  const outcomes = [{ ...passed, observations }];
  expect(differences(stated(passed), { ...again, outcomes })).toEqual([
    "the observation is missing: vouchers.statuses 'sent'",
  ]);
});
