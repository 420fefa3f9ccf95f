import { expect, test } from '#test';
import { always, type Fault, type Outcome } from './fault.ts';
import { type Measured, problemsOf } from './measure.ts';
import { Records } from './proxy/proxy.ts';

const resultOf = (verdict: string) =>
  ({ requirements: [{ id: 'wallet.fields', verdict }] }) as unknown as NonNullable<
    Measured['result']
  >;
const visited = new Records();
visited.add(
  { method: 'GET', target: '/', headers: [['host', 'localhost:1']], body: Buffer.alloc(0) },
  false,
);
const whole: Outcome = { title: '', text: '', exits: [0], passes: 'all' };

/** Shows a run in which every requirement passed. */
const run = (but: Partial<Measured> = {}, fault: Partial<Fault> = {}): Measured => ({
  fault: { id: 'a', what: 'b', when: always, strike: () => {}, outcome: whole, ...fault },
  code: 0,
  seconds: 5,
  peak: 100,
  output: 'PASSED',
  left: [],
  result: resultOf('passed'),
  seen: new Records(),
  ...but,
});

for (const [what, but, problems, outcome = {}, says] of [
  ['is as expected', {}, []],
  [
    'failed',
    { code: 1, result: resultOf('failed') },
    ['exit 1', 'accuses the target: wallet.fields'],
    { exits: [3] },
  ],
  ['warned', { result: resultOf('warning') }, ['accuses the target: wallet.fields']],
  ['left something out', { result: resultOf('error') }, ['left out: wallet.fields']],
  ['passed on nothing', {}, ['1 passed: wallet.fields'], { passes: 'none' }],
  ['does not name the cause', {}, ['does not say refused'], {}, /refused/],
  [
    'sent more, to another host',
    { seen: visited },
    ['1 requests', '1 requests went to another host'],
    { isCheap: true },
  ],
  ['took memory', { peak: 1301 }, ['1301 MB']],
  ['left a process', { left: [1] }, ['1 processes left']],
  ['crashed', { output: 'TypeError: x\n    at f (a.ts:1:2)' }, ['crash: at f (a.ts:1:2)']],
] as readonly [string, Partial<Measured>, string[], Partial<Outcome>?, RegExp?][])
  test(`a run that ${what}`, () => {
    const fault = { outcome: { ...whole, ...outcome }, ...(says && { says }) };
    expect(problemsOf(run(but, fault), run())).toEqual(problems);
  });
