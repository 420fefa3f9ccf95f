import { expect, test } from '#test';
import { answer, apiOver, ourTarget, targetWith, thrownBy } from '../../fixtures/testing/fakes.ts';
import { route } from '../../schemas/routes.ts';

test('a request that a firewall refuses is not exercised, and is not sent again', async () => {
  const blocked = answer(403, '<h1>Request blocked</h1>', { 'Content-Type': 'text/html' });
  const { api, log, requests } = apiOver(
    ({ url }) => (url.endsWith('/wallet') ? blocked : answer(200)),
    ourTarget(),
  );
  await api.send(route.filters);
  const reason =
    'Error: a gateway or firewall answered 403 (text/html) instead of the service. Let it pass the requests of this machine';
  for (let times = 0; times < 2; times++)
    expect(String(await thrownBy(() => api.send(route.wallet)))).toBe(reason);
  // The second read of the filters shows that the caller is not locked out.
  expect(requests).toHaveLength(3);
  expect(log.exchanges.map(({ response }) => response.status)).toEqual([200, 403]);
});

test('an order that a firewall refuses is sent once', async () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '100 GBP' });
  const wallets = [{ currency: 'GBP', balance: 1000 }];
  const { api, requests } = apiOver(
    ({ method }) =>
      method === 'POST' ? answer(403, { message: 'Forbidden' }) : answer(200, wallets),
    target,
  );
  const order = () =>
    api.send(route.createOrder, {
      body: {},
      costs: [{ currency: 'GBP', value: 1 }],
    });
  for (let times = 0; times < 2; times++)
    await expect(order()).rejects.toThrow('answered 403 (application/json)');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
