import { expect, test } from '#test';
import { always, type Fault, type Outcome } from './fault.ts';
import { type Measured, problemsOf } from './measure.ts';
import type { RawRequest } from './proxy/http.ts';
import { Records } from './proxy/proxy.ts';

const resultOf = (verdict: string) =>
  ({ requirements: [{ id: 'wallet.fields', verdict }] }) as unknown as NonNullable<
    Measured['result']
  >;
const visited = new Records();
const moved: RawRequest = {
  method: 'GET',
  target: '/',
  headers: [['host', 'localhost:1']],
  body: Buffer.alloc(0),
};
visited.add(moved, false);
const elsewhere = '1 requests went to another host';
const whole: Outcome = { title: '', text: '', exits: [0], passes: 'all' };

/** Shows a run in which every requirement passed. */
const run = (
  outcome: Partial<Outcome>,
  but: Partial<Measured>,
  more: Partial<Fault>,
): Measured => ({
  fault: {
    id: 'a',
    what: 'b',
    when: always,
    strike: () => {},
    outcome: { ...whole, ...outcome },
    ...more,
  },
  code: 0,
  seconds: 5,
  peak: 100,
  output: 'PASSED',
  left: [],
  result: resultOf('passed'),
  seen: new Records(),
  ...but,
});
const plain = run({}, {}, {});

for (const [what, outcome, but, problems, more = {}] of [
  ['is as expected', {}, {}, []],
  [
    'failed',
    { exits: [3] },
    { code: 1, result: resultOf('failed') },
    ['exit 1', 'accuses the target: wallet.fields'],
  ],
  ['warned', {}, { result: resultOf('warning') }, ['accuses the target: wallet.fields']],
  ['left something out', {}, { result: resultOf('error') }, ['left out: wallet.fields']],
  ['passed on nothing', { passes: 'none' }, {}, ['1 passed: wallet.fields']],
  ['does not name the cause', {}, {}, ['does not say refused'], { says: /refused/ }],
  ['sent more', { isCheap: true }, { seen: visited }, ['1 requests', elsewhere]],
  ['went elsewhere', {}, { seen: visited }, [elsewhere]],
  ['took memory', {}, { peak: 1301 }, ['1301 MB']],
  ['left a process', {}, { left: [1] }, ['1 processes left']],
  ['crashed', {}, { output: 'TypeError: x\n    at f (a.ts:1:2)' }, ['crash: at f (a.ts:1:2)']],
] as readonly [string, Partial<Outcome>, Partial<Measured>, string[], Partial<Fault>?][])
  test(`a run that ${what}`, () => {
    expect(problemsOf(run(outcome, but, more), plain)).toEqual(problems);
  });
