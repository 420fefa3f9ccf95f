import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import { connect } from 'node:net';
import { expect, test as base } from '#test';
import { startReference } from '../../../reference/server.ts';
import { answer, framed } from './http.ts';
import { certificate } from './certificate.ts';
import { type Proxy, type ProxyFault, startProxy, type Strike } from './proxy.ts';
import { honest, reset, say, written } from '../strikes.ts';
import { always, burst, first, never, oneIn, onRoute, type When } from '../fault.ts';

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

test('what the fault does not strike arrives as the server sent it, and is recorded', async ({
  through,
}) => {
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

test('a strike answers in place of the server, on the requests that are meant only', async ({
  through,
}) => {
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

test('it goes away, and comes back at the same address', async ({ through }) => {
  const { proxy } = await through(never, reset);
  proxy.leave();
  expect((await get(proxy.origin, wallet)).body).toBe('ECONNREFUSED');
  proxy.comeBack();
  expect((await get(proxy.origin, wallet)).status).toBe(401);
});

test('a connection that is not served hears nothing, and one that is reset ends', async ({
  through,
}) => {
  const { proxy } = await through(never, reset, {
    accept: socket => {
      socket.resetAndDestroy();
      return false;
    },
  });
  expect((await get(proxy.origin, wallet)).body).toBe('ECONNRESET');
  expect(proxy.records.visits).toEqual([]);
});

test('several requests of one connection are served in order, whole or in pieces', async ({
  through,
}) => {
  const { proxy } = await through(
    always,
    written(({ status }) => framed(answer(status, 'OK', '{}'))),
  );
  const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1');
  const lines =
    'GET /a HTTP/1.1\r\nHost: x\r\n\r\nPOST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
  socket.write(lines.slice(0, 20));
  setTimeout(() => socket.write(lines.slice(20)), 20);
  await expect.poll(() => proxy.records.visits.length).toBe(2);
  socket.destroy();
  expect(proxy.records.visits.map(({ method, path, size }) => [method, path, size])).toEqual([
    ['GET', '/a', 0],
    ['POST', '/b', 3],
  ]);
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

test('a certificate is valid for the names that were wanted, and another one has expired', () => {
  const names = 'IP:127.0.0.1';
  const valid = new X509Certificate(certificate({ names }).cert);
  expect(valid.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(Date.parse(valid.validTo)).toBeGreaterThan(Date.now());
  const expired = new X509Certificate(certificate({ names, expired: true }).cert);
  expect(Date.parse(expired.validTo)).toBeLessThan(Date.now());
  expect(expired.verify(expired.publicKey)).toBe(true);
});
