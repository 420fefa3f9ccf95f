import { expect, test as base } from '#test';
import { startReference } from '../../reference/server.ts';
import { createOpenWire, type Transport } from '../../harness/client/transport.ts';
import {
  always,
  type Fault,
  first,
  never,
  oneIn,
  onRoute,
  type Outcome,
  type When,
} from './fault.ts';
import { type Measured, type Plain, problemsOf } from './measure.ts';
import type { RawRequest } from './proxy/http.ts';
import { honest, type Proxy, Records, startProxy, type Strike } from './proxy/proxy.ts';
import { afterwards, page, reset } from './strikes.ts';

interface Through {
  readonly proxy: Proxy;
  readonly key: string;
  /** Sends a request through the proxy. @returns its status. */
  readonly send: (path: string, key?: string, method?: string) => Promise<number>;
}

const test = base.extend<{ through: (when: When, strike: Strike) => Promise<Through> }>({
  through: async ({}, use) => {
    const close: (() => unknown)[] = [];
    await use(async (when, strike) => {
      const { baseUrl, settings, close: closeReference } = await startReference();
      const proxy = await startProxy({ origin: baseUrl, settings }, { when: when.start, strike });
      const wire = createOpenWire();
      close.push(wire.close, proxy.close, closeReference);
      const send: Through['send'] = async (path, key, method = 'GET') => {
        const headers = key === undefined ? {} : { 'X-API-Key': key };
        const body = method === 'GET' ? {} : { body: Buffer.from('{"productCode":"x"}') };
        const request: Parameters<Transport>[0] = {
          method,
          url: proxy.origin + path,
          headers,
          timeoutMs: 5000,
          ...body,
        };
        return (await wire.send(request)).status;
      };
      return { proxy, key: settings['GV_API_KEY'] ?? '', send };
    });
    for (const each of close) await each();
  },
});

const wallet = '/api/v1/business/wallet';

test('requests that are not selected arrive unchanged, and are recorded', async ({ through }) => {
  const { proxy, key, send } = await through(never, reset);
  expect(await send(`${wallet}?x=1`, key)).toBe(200);
  expect(await send(wallet, 'nobody')).toBe(401);
  expect(await send(wallet)).toBe(401);
  const { visits } = proxy.records;
  expect(visits.map(each => [each.path, each.key, each.reached, each.isElsewhere])).toEqual([
    [wallet, 'GV_API_KEY', [200], false],
    [wallet, 'unknown', [401], false],
    [wallet, 'none', [401], false],
  ]);
});

test('a strike affects only the selected requests', async ({ through }) => {
  const { proxy, send } = await through(first(1, always), page(502));
  expect([await send(wallet), await send(wallet)]).toEqual([502, 401]);
  expect(proxy.records.visits.map(({ reached }) => reached.length)).toEqual([0, 1]);
});

test('a stopped target refuses connections until it listens again', async ({ through }) => {
  const { proxy, send } = await through(never, reset);
  await send(wallet);
  proxy.leave();
  await expect(send(wallet)).rejects.toThrow(/ECONNREFUSED|other side closed/);
  proxy.comeBack();
  expect(await send(wallet)).toBe(401);
});

test('a purchase that a proxy forwards twice reaches the server twice', async ({ through }) => {
  const { proxy, key, send } = await through(always, afterwards(honest));
  await send('/api/v1/business/orders', key, 'POST');
  const [visit] = proxy.records.visits;
  expect(visit).toMatchObject({ spends: true });
  expect(visit?.reached).toHaveLength(2);
  // The server accepted no purchase.
  expect(proxy.records.purchases.size).toBe(0);
});

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
