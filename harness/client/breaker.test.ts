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
import { NotExercised, SuiteError } from '../verdict.ts';
import { NoResponse } from './response.ts';

const reset = new NoResponse('no response: ECONNRESET', 'ECONNRESET');
const over = (answers: Answer) => apiOver(answers, ourTarget());

/** These routes are reset, and the others answer. */
const without =
  (...down: readonly Route[]): Answer =>
  ({ url }) => {
    if (down.some(({ path }) => new URL(url).pathname.endsWith(path))) throw reset;
    return answer(200);
  };

const cause =
  'GET /wallet failed 3 times in a row: no response: ECONNRESET; this run sends no more requests to it';

test('a route that failed three times in a row gets no more requests', async () => {
  const { api, requests } = over(without(route.wallet));
  await thrownBy(() => api.send(route.wallet));
  await expect(api.send(route.wallet, { fresh: true })).rejects.toThrow(cause);
  expect(requests).toHaveLength(3);
  expect((await api.send(route.orders)).response.status).toBe(200);
});

test('one dead route does not end the run', async () => {
  const { api, stop } = over(without(route.wallet));
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map(page =>
    thrownBy(() => api.send(route.wallet, { query: { page }, fresh: true })),
  );
  await Promise.all(all);
  await api.send(route.orders);
  expect(stop.reason).toBeUndefined();
});

test('the run ends if the target stops answering', async () => {
  const routes = [route.wallet, route.orders, route.filters, route.browse];
  const { api, requests } = over(without(...routes));
  for (const each of routes) await thrownBy(() => api.send(each));
  const stopped = new NotExercised(
    'the target stopped answering: the last 12 requests failed (no response: ECONNRESET)',
  );
  expect(await thrownBy(() => api.send(route.status))).toEqual(stopped);
  expect(requests).toHaveLength(12);
});

test('the run ends if the target answers only with 429', async () => {
  const { api, stop } = over(() => answer(429, {}, { 'retry-after': '1' }));
  for (const each of [route.wallet, route.browse])
    await expect(api.send(each)).rejects.toThrow('429 after each of 5 waits');
  expect(stop.reason).toBe(
    'the target stopped answering: the last 12 requests failed (429 after each wait)',
  );
});

const otherKey = ourTarget({ GV_KEY_NO_WALLET: 'other-key-1' });

const lockedOut = (status: number) =>
  `the target rejects what it accepted before (${status} (application/json) on GET /wallet): the caller is locked out`;
const gatewayAnswers = (seen: string) =>
  `a gateway now answers instead of the service (${seen} on GET /wallet, ${seen} on GET /products/filters): it shows a challenge, a login or a maintenance page, or blocks this machine`;
const page = 'text/html';
const typed = (status: number, body: unknown, type = 'application/json') => ({
  ...answer(status, body),
  headers: [['Content-Type', type]] as const,
});
const service = { error: 'Forbidden' };

for (const [what, response, reason, options] of [
  ['403 to the good key', typed(403, service), lockedOut(403), {}],
  ['401 to the good key', typed(401, service), lockedOut(401), {}],
  ['403 to a key that nobody has', typed(403, service), lockedOut(403), { key: 'unknown' }],
  ['302 to a login page', typed(302, '', page), gatewayAnswers('302 (text/html)'), {}],
  ['JSON of a firewall', typed(403, {}), gatewayAnswers('403 (application/json)'), {}],
  [
    'a web page to another of our keys',
    typed(403, '<html>', page),
    gatewayAnswers('403 (text/html)'),
    { key: 'no-wallet' },
  ],
  [
    'a page of a maintenance, with 200',
    typed(200, '<html>', page),
    gatewayAnswers('200 (text/html)'),
    {},
  ],
  [
    'a page of a proxy that lost the route',
    typed(404, '404 page not found', 'text/plain'),
    gatewayAnswers('404 (text/plain)'),
    { key: 'no-wallet' },
  ],
] as const)
  test(`a run whose good requests are rejected ends, and says why: ${what}`, async () => {
    const { api, log } = apiOver((_, n) => (n >= 2 ? response : answer(200)), otherKey);
    await api.send(route.filters);
    const locked = new NotExercised(reason);
    expect(await thrownBy(() => api.send(route.wallet, options))).toEqual(locked);
    expect(await thrownBy(() => api.send(route.orders))).toEqual(locked);
    expect([log.exchanges.length, log.sent]).toEqual([1, 3]);
  });

test('a redirect without JSON counts as a response of a gateway', async () => {
  const { api } = over(({ url }) =>
    url.endsWith('/wallet') ? answer(302, '') : answer(url.endsWith('/orders') ? 302 : 200),
  );
  await api.send(route.filters);
  const redirected = new SuiteError('a gateway answered 302 instead of the service');
  expect(await thrownBy(() => api.send(route.wallet))).toEqual(redirected);
  expect((await api.send(route.orders)).response.status).toBe(302);
});

test('a single route that rejects a good key is judged', async () => {
  const { api } = over(({ url }) => answer(url.endsWith('/wallet') ? 403 : 200, service));
  await api.send(route.filters);
  expect((await api.send(route.wallet)).response.status).toBe(403);
});

test('the rejection of a webhook of another account needs no second look', async () => {
  const foreign = typed(403, { error: 'You are forbidden from accessing this resource' });
  const target = targetWith({ GV_ALLOW: 'write' });
  const { api, log } = apiOver(({ method }) => (method === 'GET' ? answer(200) : foreign), target);
  await api.send(route.filters);
  await api.send(route.deleteWebhook, { params: { id: '5f1a' } });
  expect(log.sent).toBe(2);
});

test('no purchase is sent to a route that is down', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '100 GBP' });
  const { api, requests } = apiOver(withWallet(without(route.createOrder)), target);
  const order = (value: number) =>
    api.send(route.createOrder, { body: {}, costs: [{ currency: 'GBP', value }], fresh: true });
  for (let sent = 0; sent < 3; sent++)
    await expect(order(10)).rejects.toThrow('whether it took effect');
  for (let refused = 0; refused < 2; refused++)
    await expect(order(70)).rejects.toThrow('POST /orders failed 3 times in a row');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
});
