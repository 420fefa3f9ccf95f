import { expect, test } from '#test';
import { route, type Route } from '../../schemas/routes.ts';
import {
  answer,
  type Answer,
  apiOver,
  ourTarget,
  targetWith,
  thrownBy,
  withWallet,
} from '../../fixtures/testing/fakes.ts';
import { NoResponse } from './response.ts';
import type { WireResponse } from './transport.ts';

const over = (answers: Answer, target = ourTarget()) => apiOver(answers, target);

const broken = new NoResponse('no response: ECONNRESET', 'ECONNRESET');
const cut: WireResponse = { ...answer(200, '{"total": 1'), cut: true, ended: { after: 11 } };
const fail = (error: Error) => () => {
  throw error;
};

for (const [how, first] of Object.entries({
  'had no response': fail(broken),
  'broke off': () => cut,
}))
  test(`a read that ${how} is retried`, async () => {
    const { api, log, requests } = over((_, count) => (count === 1 ? first() : answer(200)));
    const { id, response } = await api.send(route.wallet);
    expect(response).toMatchObject({ status: 200, body: '{}' });
    expect([id, log.sent]).toEqual(['x2', 2]);
    expect(requests.map(({ ownConnection = false }) => ownConnection)).toEqual([false, true]);
  });

test('a read without a response is sent at most three times', async () => {
  const { api, requests, clock } = over(fail(broken));
  expect(String(await thrownBy(() => api.send(route.wallet)))).toBe(
    'Error: no response: ECONNRESET, 3 times',
  );
  expect(requests).toHaveLength(3);
  expect(clock.slept).toEqual([500, 3000]);
});

for (const [what, response] of [
  ['its response breaks off', cut],
  ['a gateway answered', answer(503, '<h1>Sorry</h1>')],
] as const)
  test(`a write is not retried if ${what}, because it may have happened`, async () => {
    const { api, requests } = over(() => response);
    await expect(api.send(route.createWebhook, { body: {} })).rejects.toThrow(
      'whether it took effect is not known, and it is not sent again',
    );
    expect(requests).toHaveLength(1);
  });

test('a purchase without a response counts as spent, and a purchase without a connection is retried', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '100 GBP' });
  const refused = new NoResponse('no response: ECONNREFUSED', 'ECONNREFUSED');
  for (const [error, sent, spent, left] of [
    [broken, 1, { GBP: 60 }, 40],
    [refused, 3, {}, 100],
  ] as const) {
    const { api, log, requests } = over(
      withWallet(() => {
        throw error;
      }),
      target,
    );
    const buy = (value: number, to: Route = route.createOrder) =>
      api.send(to, { params: { bulkPath: 'bulk' }, body: {}, costs: [{ currency: 'GBP', value }] });
    await expect(buy(60)).rejects.toThrow(error.message);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(sent);
    expect(log.spent).toEqual(spent);
    await expect(buy(101, route.createBulkOrder)).rejects.toThrow(`leaves ${left}`);
  }
});

test('a 503 is not judged, whatever its body', async () => {
  const { api, log } = over(({ url }) =>
    answer(503, url.endsWith('/wallet') ? '<h1>' : { error: 'x' }),
  );
  await expect(api.send(route.wallet)).rejects.toThrow(
    'a gateway answered 503 instead of the service, 3 times',
  );
  await expect(api.send(route.orders)).rejects.toThrow('503 instead of the service, 3 times');
  await expect(api.send(route.createWebhook, { body: {} })).rejects.toThrow('503 instead');
  expect(log.sent).toBe(3 + 3 + 1);
});

test('a read is retried once after a 500, and a write is not', async () => {
  const { api, requests } = over(() => answer(500, { error: 'An error occurred' }));
  await api.send(route.wallet);
  expect(requests).toHaveLength(2);
  await api.send(route.createWebhook, { key: undefined, body: {} });
  expect(requests).toHaveLength(3);
});

const theirs = Date.UTC(2031, 5, 1);
const date = new Date(theirs).toUTCString();
const later = new Date(theirs + 4000).toUTCString();
for (const [what, headers, slept] of [
  ['seconds', { 'Retry-After': '7' }, [7000, 7000]],
  ['a date on the clock of the target', { date, 'retry-after': later }, [4000, 4000]],
  ['an unreadable text', { 'retry-after': 'soon' }, [1000, 2000]],
] as const)
  test(`the run waits after a 429 with ${what} in Retry-After`, async () => {
    const { api, clock, log } = over((_, count) => answer(count <= 2 ? 429 : 200, {}, headers));
    expect((await api.send(route.wallet)).response.status).toBe(200);
    expect([clock.slept, log.sent]).toEqual([slept, 3]);
  });
