import { expect, test } from '#test';
import { always, borne, type Expectation, refused, unharmed } from './fault.ts';
import { type Measured, type Plain, problemsOf } from './measure.ts';
import { Records } from './proxy/proxy.ts';

const verdicts = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([id, verdict]) => ({
    id,
    verdict,
    cases: [],
  })) as unknown as Measured['outcomes'];

/** A run of 5 s that passed everything. */
const run = (expectation: Expectation, but: Partial<Measured> = {}): Measured => ({
  fault: { id: 'a', what: 'b', when: always, strike: () => {}, expect: expectation },
  code: 0,
  seconds: 5,
  peak: 100,
  output: 'PASSED',
  left: [],
  result: {} as NonNullable<Measured['result']>,
  outcomes: verdicts({ 'wallet.fields': 'passed' }),
  traces: [],
  seen: new Records({}),
  ...but,
});
const plain: Plain = { ...run(unharmed()), scale: 1 };
const problems = (expectation: Expectation, but: Partial<Measured> = {}) =>
  problemsOf(run(expectation, but), plain);

test('a run as expected has no problem', () => {
  expect(problems(unharmed())).toEqual([]);
  expect(problems(borne(), { code: 2, outcomes: verdicts({ 'wallet.fields': 'error' }) })).toEqual(
    [],
  );
});

test('each way to be wrong is named', () => {
  const failed = verdicts({ 'wallet.fields': 'failed' });
  expect(problems(borne(), { code: 1, outcomes: failed })).toEqual([
    'exit 1, not 0 or 2 or 3',
    'falsely failed: wallet.fields',
  ]);
  expect(problems(borne(40, { fails: /^wallet\./ }), { outcomes: failed })).toEqual([]);
  expect(problems(refused(/refused/), { code: 3, output: 'ERROR' })).toEqual([
    '1 passed on nothing: wallet.fields',
    'does not say refused',
  ]);
  const gap = verdicts({ 'wallet.fields': 'not-exercised' });
  expect(problems(unharmed(), { outcomes: gap })).toEqual(['left out: wallet.fields']);
  expect(problems(borne(4))).toEqual(['took 5 s, bound 4 s']);
  // Two at a time: 5 s of a run alone are 7.5 s.
  expect(problems(borne(40, { timesPlain: 2 }), { seconds: 15.1 })).toEqual([
    'took 15 s, bound 15 s',
  ]);
  expect(problems(borne(40, { timesPlain: 2 }), { seconds: 15 })).toEqual([]);
  expect(problems(borne(40, { secondsAfter: 2 }), { secondsAfter: 3 })).toEqual([
    'ended 3 s after the fault, bound 2 s',
  ]);
  expect(problems(borne(), { peak: 126 })).toEqual(['126 MB, 1.26 of a plain run']);
  expect(problems(borne(), { left: [1] })).toEqual(['1 processes left']);
  expect(problems(borne(), { output: 'TypeError: x\n    at f (a.ts:1:2)' })).toEqual([
    'crash: at f (a.ts:1:2)',
  ]);
  const { code: _, ...killed } = run(borne(), { seconds: 44 });
  expect(problemsOf(killed, plain)).toEqual(['hangs: killed after 44 s, bound 40 s']);
});
