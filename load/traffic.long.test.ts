import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '#test';
import { test } from '../fixtures/testing/spawned.ts';
import { ownK6, runScript } from './k6/testing.ts';
import type { TrafficSummary } from '../schemas/records/traffic.ts';

const ourKey = 'key-that-must-not-show';
const script = fileURLToPath(new URL('traffic.ts', import.meta.url));

let host: string;
let seen: { what: string; body: string; at: number }[];
let k6: string;
/** Replaces responses of the thin target. `number` counts requests to the route from 1. */
let instead: (what: string, number: number, response: ServerResponse) => boolean;

test.beforeAll(async () => {
  k6 = await ownK6();
});

const offer = {
  productCode: 'P-1',
  merchant: 'M',
  currency: 'GBP',
  minPrice: 5,
  denominations: [],
};
const bodies: Readonly<Record<string, unknown>> = {
  'GET products/filters': { categories: ['Food & Drink'], merchants: ["O'Neil"] },
  'GET products': { total: 40, page: 1, totalPages: 2, products: [offer] },
  'GET products/search': { products: [], pagination: {} },
  'GET orders': { total: 0, page: 1, totalPages: 0, orders: [] },
  'GET wallet': [],
  'GET orders/order-requests/r1': { orderRequestId: 'r1', status: 'succeeded', result: {} },
};

test.beforeEach(async ({ serving }) => {
  seen = [];
  instead = () => false;
  host = await serving((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const path = request.url?.split('?')[0]?.replace('/api/v1/business/', '') ?? '';
      const what = `${request.method} ${path}`;
      seen.push({ what, body, at: Date.now() });
      if (instead(what, seen.filter(each => each.what === what).length, response)) return;
      const known = what === 'POST orders' ? { orderRequestId: 'r1' } : bodies[what];
      const status = what === 'POST orders' ? 202 : known ? 200 : 404;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(known ?? { error: 'Not found' }));
    });
  });
});

/** @param planted a script around ours, to break what cannot be broken from outside. */
async function run(settings: Record<string, string> = {}, planted?: string) {
  const file = planted === undefined ? script : join(await mkdtemp(join(tmpdir(), 'gv-')), 'a.ts');
  if (planted !== undefined) await writeFile(file, planted.replaceAll('TRAFFIC', script));
  const { code, text, out } = await runScript(k6, file, {
    GV_BASE_URL: `http://${host}/`,
    GV_API_KEY: ourKey,
    GV_LOAD_DURATION: '2',
    ...settings,
  });
  const json = join(out, 'traffic.json');
  const written = existsSync(json) ? await readFile(json, 'utf8') : '{}';
  expect(text + written).not.toContain(ourKey);
  return { code, text, summary: JSON.parse(written) as TrafficSummary };
}

const average = {
  GV_LOAD_PROFILE: 'average',
  GV_LOAD_RATE: '40',
  GV_MAX_RPS: '200',
  GV_ALLOW: 'exhaust',
};

test('with only an address and a key, it reads a little and reports what it left out', async () => {
  const { code, text, summary } = await run();
  expect(code, text).toBe(0);
  expect(seen.every(({ what }) => what.startsWith('GET '))).toBe(true);
  expect(summary.profile).toBe('smoke');
  expect(summary.requests).toMatchObject({ limited: 0, failed: 0, skipped: 0 });
  expect(summary.requests.sent + summary.requests.before).toBe(seen.length);
  expect(summary.notExercised).toMatchObject({
    status: 'GV_AUTOMATION_KEY is not set',
    orderRequest: 'GV_ORDER_REQUEST_SUCCEEDED is not set',
    ledger: 'it answered 404 before the load',
    createOrder: 'the load profile smoke only reads',
  });
  expect(text).toContain('no thresholds are set');
});

test('a load that is not permitted or makes no sense does not start', async () => {
  for (const [settings, message] of [
    [{ GV_LOAD_PROFILE: 'soak' }, 'GV_ALLOW does not permit to exhaust'],
    [{ GV_PROFILE: 'smoke' }, 'GV_PROFILE=smoke sends 60 reads'],
    [{ ...average, GV_LOAD_PROFILE: 'breakpoint' }, 'needs a threshold to stop at'],
    [{ ...average, GV_MAX_REQUESTS: '3' }, 'GV_MAX_REQUESTS permits 3'],
    [{ GV_LOAD_P95: 'soon', GV_LOAD_RATE: '0' }, 'GV_LOAD_RATE: '],
    [{ GV_LOAD_ROUTES: 'walet' }, 'walet is not one of'],
  ] as const) {
    const { code, text } = await run(settings);
    expect(code, text).toBe(107);
    expect(text).toContain(message);
  }
  expect(seen).toEqual([]);
});

test('a 429 is counted separately and waited out, and only its limiter pauses', async () => {
  let limitedAt = 0;
  instead = (what, number, response) => {
    if (what !== 'GET wallet' || number < 3) return false;
    limitedAt ||= Date.now();
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
    response.end('{"error":"Too many requests"}');
    return true;
  };
  const { code, text, summary } = await run({ ...average, GV_LOAD_MAX_VUS: '1' });
  expect(code, text).toBe(0);
  expect(summary.requests).toMatchObject({ limited: 1, failed: 0 });
  expect(summary.requests.skipped).toBeGreaterThan(0);
  expect(summary.byRoute['GET /wallet']).toMatchObject({ limited: 1 });
  expect(seen.some(({ what, at }) => what === 'GET products' && at > limitedAt)).toBe(true);
  expect(seen.filter(({ what }) => what === 'GET wallet')).toHaveLength(3);
});

test('failures are counted, and cross a threshold only if one is set', async () => {
  instead = (what, number, response) => {
    if (what !== 'GET products' || number < 2) return false;
    if (number % 2 === 0) response.destroy();
    else response.writeHead(503).end();
    return true;
  };
  const observed = await run(average);
  expect(observed.code, observed.text).toBe(0);
  expect(observed.summary.requests.failed).toBeGreaterThan(1);
  expect(observed.summary.byRoute['GET /products']).not.toHaveProperty('durations');
  seen = [];
  const judged = await run({ ...average, GV_LOAD_ERROR_RATE: '0.01', GV_LOAD_P95: '60000' });
  expect(judged.code).toBe(99);
  const broken = judged.summary.thresholds.filter(({ ok }) => !ok);
  expect(broken).toEqual([
    { metric: 'http_req_failed{part:load}', condition: 'rate<=0.01', ok: false },
  ]);
  expect(judged.summary.thresholds.map(({ condition }) => condition)).toContain('p(95)<=60000');
});

const bought = {
  ...average,
  GV_ALLOW: 'exhaust,spend',
  GV_MAX_SPEND: '11 GBP',
  GV_RESERVED: '{"money":{"GBP":11}}',
  GV_LOAD_RATE: '150',
  GV_ORDER_BODY: '{"code":"{{productCode}}","value":"{{value}}"}',
};

test('orders are made of the cheapest product while the money lasts, and polled until they have ended', async () => {
  const { code, text, summary } = await run(bought);
  expect(code, text).toBe(0);
  const orders = seen.filter(({ what }) => what === 'POST orders').map(({ body }) => body);
  expect(orders).toEqual(Array(2).fill('{"code":"P-1","value":5}'));
  expect(summary.byRoute['POST /orders']).toMatchObject({ sent: 2, failed: 0 });
  expect(summary.queuedToDone?.count).toBe(2);
  expect(summary.spend).toEqual({ GBP: 10 });
  expect(summary.notExercised['sendVoucher']).toBe('GV_AUTOMATION_KEY is not set');
});

test('nothing is bought without a record', async () => {
  const { summary } = await run({ ...bought, GV_RESERVED: '' });
  expect(summary.notExercised['createOrder']).toContain('./gv traffic');
  expect(seen.filter(({ what }) => what === 'POST orders')).toEqual([]);
});

test.describe('a run ends with another code than 0', () => {
  test('after an exception in an iteration', async () => {
    const { code, text } = await run(
      {},
      `import * as traffic from 'TRAFFIC';
       export const { options, setup, handleSummary } = traffic;
       export function mix(ready) {
         Date.now = () => { throw new Error('planted'); };
         traffic.mix(ready);
       }`,
    );
    expect(code, text).toBe(99);
    expect(text).toContain('the script threw an exception');
  });

  test('after a check that failed', async () => {
    instead = (what, number, response) => {
      if (what !== 'GET products' || number < 2) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('<h1>Welcome</h1>');
      return true;
    };
    const { code, text } = await run(average);
    expect(code, text).toBe(99);
    expect(text).toContain('BROKEN  a response was not JSON');
  });

  test('after an iteration that was cut off', async () => {
    instead = (what, _number, response) => {
      if (!what.startsWith('GET orders/order-requests/')) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"queued"}');
      return true;
    };
    const { code, text } = await run(
      bought,
      `import * as traffic from 'TRAFFIC';
       export const { setup, mix, purchase, handleSummary } = traffic;
       const { purchases, mix: reads } = traffic.options?.scenarios ?? {};
       export const options = { ...traffic.options,
         scenarios: { mix: reads, purchases: { ...purchases, gracefulStop: '0s' } } };`,
    );
    expect(code, text).toBe(99);
    expect(text).toContain('was cut off before its end');
  });

  test('without a single sample', async () => {
    const { code, text, summary } = await run({ GV_LOAD_DURATION: '0.1' });
    expect(code, text).toBe(99);
    expect(summary.requests.sent).toBe(0);
    expect(text).toContain('no request was sent');
  });

  test('if nothing answers', async () => {
    instead = (_what, _number, response) => Boolean(response.destroy());
    const { code, text } = await run();
    expect(code, text).toBe(107);
    expect(text).toContain('answers none of the routes');
  });
});
