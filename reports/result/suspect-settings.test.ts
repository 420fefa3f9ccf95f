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

const at = Date.UTC(2026, 0, 1);
const dated = (apartMs: number) =>
  exchangeOn(route.browse, {
    startedAt: at,
    headers: { Date: new Date(at + apartMs).toUTCString() },
  });

test('clocks that are more than half a minute apart are named, in either direction', () => {
  expect(findSuspectSettings([dated(45_000)])).toEqual([
    'the clock of the target (Date) is 45 s ahead of the clock of this machine: which is right?',
  ]);
  expect(findSuspectSettings([dated(-45_000)])[0]).toContain('44 s behind');
  expect(findSuspectSettings([dated(29_000), dated(-29_000), exchangeOn(route.browse)])).toEqual(
    [],
  );
});

test('an old Date of a cache says nothing about the clock', () => {
  expect(findSuspectSettings([dated(-3_600_000), dated(0)])).toEqual([]);
});

test('an id of another kind, and a parameter that the target ignores, name their settings', () => {
  const settings = { GV_ORDER_REQUEST_FAILED: 'r1', GV_SEARCH_PAGE_PARAM: 'pageno' };
  const request = (body: unknown) => exchangeOn(route.orderRequest, { param: 'r1', body });
  const search = (currentPage: number) =>
    exchangeOn(route.search, {
      query: { pageno: '2' },
      body: { products: [], pagination: { total: 9, totalPages: 9, currentPage, limit: 1 } },
    });
  expect(findSuspectSettings([request({ result: {} }), search(1)], settings)).toEqual([
    'GV_ORDER_REQUEST_FAILED is not an order request that failed (GET /orders/order-requests/{id} answers 200)',
    'GV_SEARCH_PAGE_PARAM=pageno changes nothing on GET /products/search: is that its name?',
  ]);
  expect(findSuspectSettings([request({ error: 'no' }), search(1), search(2)], settings)).toEqual(
    [],
  );
  expect(findSuspectSettings([request({ result: {} }), search(1)])).toEqual([]);
});
