import http from 'node:http';
import { expect, test as base } from '#test';
import { startReference } from '../../reference/server.ts';
import { answer } from './proxy/http.ts';
import { type Proxy, type ProxyFault, startProxy, type Strike, Records } from './proxy/proxy.ts';
import { honest, reset, say } from './strikes.ts';
import {
  always,
  burst,
  first,
  never,
  oneIn,
  onRoute,
  type When,
  borne,
  type Expectation,
  refused,
  unharmed,
} from './fault.ts';
import { type Measured, type Plain, problemsOf } from './measure.ts';

interface Through {
  readonly proxy: Proxy;
  readonly key: string;
}

const test = base.extend<{
  through: (when: When, strike: Strike, more?: Partial<ProxyFault>) => Promise<Through>;
}>({
  through: async ({}, use) => {
    const close: (() => Promise<void>)[] = [];
    await use(async (when, strike, more = {}) => {
      const { baseUrl, settings, close: closeReference } = await startReference();
      const healthy = { origin: baseUrl, settings };
      const proxy = await startProxy(healthy, { when: when.start, strike, ...more });
      close.push(proxy.close, closeReference);
      return { proxy, key: settings['GV_API_KEY'] ?? '' };
    });
    for (const each of close) await each();
  },
});

const wallet = '/api/v1/business/wallet';

/** @returns status and body, or the code of the error. */
function get(origin: string, path: string, headers: http.OutgoingHttpHeaders = {}) {
  return new Promise<{ status?: number; body: string }>(resolve => {
    const request = http.get(origin + path, { headers, agent: false }, response => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', error => resolve({ body: String(error) }));
    });
    request.on('error', error => resolve({ body: (error as NodeJS.ErrnoException).code ?? '' }));
  });
}

test('what is not struck arrives as it was sent, and is recorded', async ({ through }) => {
  const { proxy, key } = await through(never, reset);
  const seen = await get(proxy.origin, `${wallet}?x=1`, { 'X-API-Key': key });
  expect(seen.status).toBe(200);
  expect(JSON.parse(seen.body)).toHaveLength(4);
  expect((await get(proxy.origin, wallet, { 'X-API-Key': 'nobody' })).status).toBe(401);
  expect((await get(proxy.origin, wallet)).status).toBe(401);
  const short = proxy.records.visits.map(each => [each.path, each.key, each.reached, each.struck]);
  expect(short).toEqual([
    [wallet, 'GV_API_KEY', [200], false],
    [wallet, 'unknown', [401], false],
    [wallet, 'none', [401], false],
  ]);
});

test('a strike answers the requests that are meant only', async ({ through }) => {
  const { proxy } = await through(burst(2, 1), say(answer(502, 'Bad Gateway', '<html>')));
  const statuses = [];
  for (let sent = 0; sent < 3; sent++) statuses.push((await get(proxy.origin, wallet)).status);
  expect(statuses).toEqual([401, 502, 401]);
  expect(proxy.records.visits.map(({ reached }) => reached.length)).toEqual([1, 0, 1]);
});

test('a purchase that reaches the server twice is counted twice', async ({ through }) => {
  const { proxy, key } = await through(always, async visit => {
    await visit.forward();
    await honest(visit);
  });
  const body = JSON.stringify({ productCode: 'x' });
  const headers = { 'X-API-Key': key, 'Content-Length': body.length };
  await new Promise(resolve => {
    const path = `${proxy.origin}/api/v1/business/orders`;
    http.request(path, { method: 'POST', headers }, resolve).end(body);
  });
  const [visit] = proxy.records.visits;
  expect(visit).toMatchObject({ spends: true, size: body.length });
  expect(visit?.reached).toHaveLength(2);
  // Neither was accepted.
  expect(proxy.records.purchases.size).toBe(0);
});

test('when a fault strikes', () => {
  const hits = (when: When, path = '/wallet') => {
    const holds = when.start();
    return Array.from({ length: 100 }, (_, at) =>
      holds({ number: at + 1, method: 'GET', path } as never, {} as never),
    ).flatMap((hit, at) => (hit ? [at + 1] : []));
  };
  expect(hits(burst(3, 2))).toEqual([3, 4]);
  expect(hits(first(2, onRoute('GET', '/wallet')))).toEqual([1, 2]);
  expect(hits(onRoute('GET', '/wallet'), '/wallet/transactions')).toEqual([]);
  expect(hits(oneIn(10))).toEqual(hits(oneIn(10)));
  expect(hits(oneIn(10)).length).toBeGreaterThan(4);
  expect(hits(oneIn(10)).length).toBeLessThan(20);
});

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
  const gap = verdicts({ 'wallet.fields': 'not-exercised' });
  const rows: readonly (readonly [Expectation, Partial<Measured>, ...string[]])[] = [
    [
      borne(),
      { code: 1, outcomes: failed },
      'exit 1, not 0 or 2 or 3',
      'falsely failed: wallet.fields',
    ],
    [borne(40, { fails: /^wallet\./ }), { outcomes: failed }],
    [
      refused(/refused/),
      { code: 3, output: 'ERROR' },
      '1 passed on nothing: wallet.fields',
      'does not say refused',
    ],
    [unharmed(), { outcomes: gap }, 'left out: wallet.fields'],
    [borne(4), {}, 'took 5 s, bound 4 s'],
    // Two at a time: 5 s of a run alone are 7.5 s.
    [borne(40, { timesPlain: 2 }), { seconds: 15.1 }, 'took 15 s, bound 15 s'],
    [borne(40, { timesPlain: 2 }), { seconds: 15 }],
    [borne(40, { secondsAfter: 2 }), { secondsAfter: 3 }, 'ended 3 s after the fault, bound 2 s'],
    [borne(), { peak: 126 }, '126 MB, 1.26 of a plain run'],
    [borne(), { left: [1] }, '1 processes left'],
    [borne(), { output: 'TypeError: x\n    at f (a.ts:1:2)' }, 'crash: at f (a.ts:1:2)'],
  ];
  for (const [expectation, but, ...named] of rows)
    expect(problems(expectation, but)).toEqual(named);
  const { code: _, ...killed } = run(borne(), { seconds: 44 });
  expect(problemsOf(killed, plain)).toEqual(['hangs: killed after 44 s, bound 40 s']);
});
