import { expect, test } from '#test';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { findSuspectSettings } from './suspect-settings.ts';

const seen = (to: Route, key: string, status: number, body: unknown = {}) =>
  exchangeOn(to, { key, status, body });

test('a key that is accepted although its setting says otherwise is named', () => {
  const doubts = findSuspectSettings([
    seen(route.filters, 'revoked', 200),
    seen(route.getWalletBalance, 'ip-blocked', 200, { success: true }),
    seen(route.auth, 'incomplete-profile', 200),
    seen(route.auth, 'pending-verification', 200),
    seen(route.wallet, 'no-wallet', 200, [{ _id: 'w1' }]),
    seen(route.status, 'no-integration', 200, { success: true }),
    seen(route.status, 'automation-unconfigured', 200, { configured: true }),
    seen(route.status, 'automation', 403),
  ]);
  expect(doubts).toHaveLength(8);
  expect(doubts[0]).toBe('GV_KEY_REVOKED is accepted (GET /products/filters answers 200)');
});

test('no setting is suspect if every key matches its setting', () => {
  expect(
    findSuspectSettings([
      seen(route.filters, 'revoked', 401),
      seen(route.getWalletBalance, 'revoked', 200, { success: false }),
      seen(route.filters, 'ip-blocked', 403),
      seen(route.auth, 'incomplete-profile', 403),
      seen(route.filters, 'incomplete-profile', 200),
      seen(route.wallet, 'no-wallet', 404),
      seen(route.filters, 'no-integration', 200),
      seen(route.status, 'automation-unconfigured', 200, { configured: false }),
      seen(route.status, 'automation', 200, { configured: true }),
      seen(route.filters, 'business', 200),
    ]),
  ).toEqual([]);
});

test('another account has other wallets, and a single shared wallet is a fault of the service', () => {
  const wallets = (key: string, ...ids: string[]) =>
    seen(
      route.wallet,
      key,
      200,
      ids.map(_id => ({ _id })),
    );
  const same = [wallets('business', 'w1', 'w2'), wallets('other-account', 'w2', 'w1')];
  expect(findSuspectSettings(same)).toEqual([
    'GV_KEY_OTHER_ACCOUNT belongs to the same account as GV_API_KEY (GET /wallet)',
  ]);
  expect(findSuspectSettings([same[0]!, wallets('other-account', 'w2', 'w3')])).toEqual([]);
  expect(findSuspectSettings([same[0]!])).toEqual([]);
});

test('an id of another kind names its setting', () => {
  const settings = { GV_ORDER_REQUEST_FAILED: 'r1' };
  const request = (body: unknown) => exchangeOn(route.orderRequest, { param: 'r1', body });
  expect(findSuspectSettings([request({ result: {} })], settings)).toEqual([
    'GV_ORDER_REQUEST_FAILED is not an order request that failed (GET /orders/order-requests/{id} answers 200)',
  ]);
  expect(findSuspectSettings([request({ error: 'no' })], settings)).toEqual([]);
  expect(findSuspectSettings([request({ result: {} })])).toEqual([]);
});
