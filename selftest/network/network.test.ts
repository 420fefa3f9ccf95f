import { expect, test } from '#test';
import { always, type Fault, first, oneIn, onRoute, type Outcome, type When } from './fault.ts';
import { type Measured, type Plain, problemsOf } from './measure.ts';
import type { RawRequest } from './proxy/http.ts';
import { Records } from './proxy/proxy.ts';

test('a fault strikes the selected requests', () => {
  const hits = (when: When, path = '/wallet') => {
    const holds = when.start();
    return Array.from({ length: 100 }, (_, at) =>
      holds({ number: at + 1, method: 'GET', path } as never, {} as never),
    ).flatMap((hit, at) => (hit ? [at + 1] : []));
  };
  expect(hits(first(2, onRoute('GET', '/wallet')))).toEqual([1, 2]);
  expect(hits(onRoute('GET', '/wallet'), '/wallet/transactions')).toEqual([]);
  expect(hits(oneIn(10, always))).toEqual(hits(oneIn(10, always)));
  expect(hits(oneIn(10, always)).length).toBeGreaterThan(4);
});

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
const whole: Outcome = { title: '', text: '', exits: [0], passes: 'all', seconds: 25 };

/** Shows a run of 5 s in which every requirement passed. */
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
const plain: Plain = { ...run({}, {}, {}), scale: 1 };

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
  ['was slow', {}, { seconds: 26 }, ['took 26 s, bound 25 s']],
  ['sent more', { isCheap: true }, { seen: visited }, ['1 requests', elsewhere]],
  ['went elsewhere', {}, { seen: visited }, [elsewhere]],
  ['took memory', {}, { peak: 1301 }, ['1301 MB']],
  ['left a process', {}, { left: [1] }, ['1 processes left']],
  ['crashed', {}, { output: 'TypeError: x\n    at f (a.ts:1:2)' }, ['crash: at f (a.ts:1:2)']],
] as readonly [string, Partial<Outcome>, Partial<Measured>, string[], Partial<Fault>?][])
  test(`a run that ${what}`, () => {
    expect(problemsOf(run(outcome, but, more), plain)).toEqual(problems);
  });
