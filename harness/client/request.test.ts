import { expect, test } from '#test';
import { route, type Route } from '../../schemas/routes.ts';
import { minimal, ourTarget } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';
import { compose, type SendOptions, unknownKey } from './request.ts';

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

test('the unknown key of a run is a UUID that nobody can guess', () => {
  const secrets = ['', 'one run', 'another run', '🔑'];
  for (const secret of secrets)
    expect(unknownKey(secret)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  expect(new Set([...secrets, ...secrets].map(unknownKey)).size).toBe(4);
});
