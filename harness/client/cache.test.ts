import { expect, test } from '#test';
import { route, type Route } from '../../schemas/routes.ts';
import { answer, type Answer, apiOver, ourTarget } from '../../fixtures/testing/fakes.ts';
import type { SendOptions } from './request.ts';
import { NoResponse } from './response.ts';

const over = (answers: Answer) => apiOver(answers, ourTarget());
const always = (status: number) => over(() => answer(status));

/** Returns the number of requests that went over the wire for some sends in a row. */
async function wired(status: number, ...sends: readonly [Route, SendOptions?][]): Promise<number> {
  const { api, requests } = always(status);
  for (const [to, options] of sends) await api.send(to, options);
  return requests.length;
}

test('the same read is sent once, and one of another body is another', async () => {
  expect(await wired(200, [route.wallet], [route.wallet])).toBe(1);
  const page = { query: { page: 1, limit: 2 } };
  expect(await wired(200, [route.browse, page], [route.browse, page])).toBe(1);
  const balance = (currency: string): [Route, SendOptions] => [
    route.getWalletBalance,
    { body: { currency } },
  ];
  expect(await wired(200, balance('GBP'), balance('GBP'), balance('EUR'))).toBe(2);
});

const others: Record<string, [Route, SendOptions]> = {
  'another route': [route.ledger, {}],
  'another query': [route.wallet, { query: { page: 1 } }],
  'another key role': [route.wallet, { key: 'unknown' }],
  'no key': [route.wallet, { key: undefined }],
  'another header': [route.wallet, { headers: { 'Accept-Language': 'en' } }],
  'a fresh response': [route.wallet, { fresh: true }],
};
for (const [name, other] of Object.entries(others))
  test(`${name}: a request of its own`, async () => {
    expect(await wired(200, [route.wallet], other)).toBe(2);
  });

const twice: readonly (readonly [Route, status: number, sent: number])[] = [
  [route.wallet, 404, 1],
  [route.wallet, 501, 2],
  [route.createWebhook, 401, 1],
  [route.createWebhook, 403, 1],
  [route.createWebhook, 400, 2],
  [route.createWebhook, 201, 2],
];
for (const [to, status, sent] of twice)
  test(`two of ${to.id} with response ${status} go over the wire ${sent} time(s)`, async () => {
    const same: [Route, SendOptions] = [to, to.effect === 'read' ? {} : { body: {} }];
    expect(await wired(status, same, same)).toBe(sent);
  });

test('a write makes the reads that it touches stale, and no others', async () => {
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
});

for (const [what, status, reads] of [
  ['was rejected makes nothing stale', 400, 1],
  ['broke may have happened', 500, 2],
  ['had no response may have happened', undefined, 2],
] as const)
  test(`a write that ${what}`, async () => {
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

test('a write is sent each time, and under a name once a run', async () => {
  const write = (once?: string): [Route, SendOptions] => [
    route.createOrder,
    { body: {}, costs: [], ...(once ? { once } : {}) },
  ];
  expect(await wired(201, write(), write())).toBe(2);
  expect(await wired(201, write('single'), write('single'))).toBe(1);
  expect(await wired(201, write('single'), write('other'))).toBe(2);
  // It stays done after another write.
  expect(await wired(201, write('single'), write(), write('single'))).toBe(2);
});

const lasting: Record<string, [status: number, SendOptions]> = {
  'rejects the key': [401, {}],
  'forbids it': [403, {}],
  'rejects a malformed request': [400, {}],
  'rejects an unprocessable request': [422, {}],
  'belongs to a key that no account has': [200, { key: 'unknown' }],
  'belongs to no key': [200, { key: undefined }],
};
for (const [what, [status, options]] of Object.entries(lasting))
  test(`a response that ${what} outlasts a write`, async () => {
    const { api, requests } = over(({ method }) => answer(method === 'GET' ? status : 201));
    await api.send(route.wallet, options);
    await api.send(route.createOrder, { body: {}, costs: [] });
    await api.send(route.wallet, options);
    expect(requests).toHaveLength(2);
  });
