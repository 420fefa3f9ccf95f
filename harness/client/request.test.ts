import { expect, test } from '#test';
import { route, type Route } from '../../schemas/routes.ts';
import { answer, type Answer, apiOver, minimal, ourTarget } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import { compose, rawText, type SendOptions, unknownKey } from './request.ts';
import { NoResponse } from './response.ts';
import type { WireRequest } from './transport.ts';

const target = ourTarget({ GV_TIMEOUT: '7', GV_KEY_REVOKED: 'revoked-key-12' });
const composed = (to: Route, options: SendOptions = {}) => compose(target, to, options, 'made-up');
const pathAndQuery = (to: Route, options: SendOptions) =>
  composed(to, options).wire.url.slice(minimal.GV_BASE_URL.length);

test('a check that needs a missing key is not exercised, and names the setting', () => {
  const act = () => composed(route.wallet, { key: 'no-wallet' });
  expect(act).toThrow(NotExercised);
  expect(act).toThrow('GV_KEY_NO_WALLET is not set');
});

test('path parameters are encoded, except the path of bulk orders', () => {
  expect(pathAndQuery(route.orderRequest, { params: { id: 'a/b?c' } })).toBe(
    '/api/v1/business/orders/order-requests/a%2Fb%3Fc',
  );
  expect(pathAndQuery(route.createBulkOrder, { params: { bulkPath: 'orders/bulk' } })).toBe(
    '/api/v1/business/orders/bulk',
  );
});

test('a body is sent as JSON, or as raw text', () => {
  expect(composed(route.status, { body: ['a'] }).text).toBe('["a"]');
  expect(composed(route.status, { body: rawText('["a"') }).text).toBe('["a"');
  expect(composed(route.status).text).toBeUndefined();
});

test('a header that carries the key in another spelling replaces X-API-Key', () => {
  const headers = { 'x-api-KEY': minimal.GV_API_KEY };
  const { key, wire } = composed(route.orders, { headers });
  expect({ key, headers: wire.headers }).toEqual({ key: 'business', headers });
});

test('the unknown key of a run is a UUID that nobody can guess', () => {
  const secrets = ['', 'one run', 'another run', '🔑'];
  for (const secret of secrets)
    expect(unknownKey(secret)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  expect(new Set([...secrets, ...secrets].map(unknownKey)).size).toBe(4);
});

// The cache.

const over = (answers: Answer) => apiOver(answers, ourTarget());
const always = (status: number) => over(() => answer(status));

/** Returns the number of requests that went over the wire for some sends in a row. */
async function wired(status: number, ...sends: readonly [Route, SendOptions?][]): Promise<number> {
  const { api, requests } = always(status);
  for (const [to, options] of sends) await api.send(to, options);
  return requests.length;
}

test('the same read is sent once', async () => {
  expect(await wired(200, [route.wallet], [route.wallet])).toBe(1);
  const balance = (currency: string): [Route, SendOptions] => [
    route.getWalletBalance,
    { body: { currency } },
  ];
  expect(await wired(200, balance('GBP'), balance('GBP'), balance('EUR'))).toBe(2);
});

test('after a write, only the reads that it can change are sent again, past caches', async () => {
  const { api, requests } = always(200);
  const reads = [route.wallet, route.orders, route.browse];
  for (const each of reads) await api.send(each);
  await api.send(route.createOrder, { body: {}, costs: [] });
  const before = requests.length;
  for (const each of reads) await api.send(each);
  expect(requests.slice(before).map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
    'wallet',
    'orders',
  ]);
  const isUncached = ({ headers }: WireRequest) => headers['Cache-Control'] === 'no-cache';
  expect(requests.map(isUncached)).toEqual([false, false, false, false, true, true]);
});

for (const [what, status, reads] of [
  ['was rejected are reused', 400, 1],
  ['failed are sent again', 500, 2],
  ['had no response are sent again', undefined, 2],
] as const)
  test(`reads before a write that ${what}`, async () => {
    const { api, requests } = over(({ method }) => {
      if (method === 'GET') return answer(200);
      if (status === undefined) throw new NoResponse('no response: ECONNRESET');
      return answer(status);
    });
    await api.send(route.wallet);
    await api.send(route.createOrder, { body: {}, costs: [] }).catch(() => undefined);
    await api.send(route.wallet);
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(reads);
  });

for (const status of [201, 400, 500])
  test(`the same write is sent once, also if the response is a ${status}`, async () => {
    const write = (body: object, options: SendOptions = {}): [Route, SendOptions] => [
      route.createOrder,
      { body, costs: [], ...options },
    ];
    expect(await wired(status, write({}), write({}))).toBe(1);
    expect(await wired(status, write({}), write({ a: 1 }))).toBe(2);
    expect(await wired(status, write({}), write({}, { key: 'unknown' }))).toBe(2);
  });

test('a fresh write is sent again, and its response is not served to others', async () => {
  const { api } = over((_, count) => answer(count === 1 ? 201 : 409));
  const order = { body: {}, costs: [] };
  const first = await api.send(route.createOrder, order);
  expect((await api.send(route.createOrder, { ...order, fresh: true })).response.status).toBe(409);
  expect(await api.send(route.createOrder, order)).toBe(first);
});
