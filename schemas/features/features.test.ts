import { expect, test } from '#test';
import type { CaseAbout } from '../records/result.ts';
import { route } from '../routes.ts';
import { featureOf, type Part } from './features.ts';

const examples: readonly (readonly [requirement: string, about: CaseAbout, Part])[] = [
  ['wallet.fields', { route: route.orders.id }, 'wallet'],
  ['isolation.orders', { route: route.order.id }, 'isolation'],
  ['auth.missing-key', { route: route.ledger.id }, 'wallet'],
  ['auth.missing-key', { route: route.getWalletBalance.id }, 'automation'],
  ['auth.missing-key', { route: route.orderRequest.id }, 'async'],
  ['auth.missing-key', { route: route.createBulkOrder.id }, 'bulk'],
  ['auth.missing-key', { route: route.tool.id }, 'tools'],
  ['auth.missing-key', { route: route.auth.id }, 'core'],
  ['auth.missing-key', {}, 'core'],
  ['paging.total', { route: route.search.id }, 'catalog'],
  ['orders.queued', { route: route.createOrder.id, kind: 'single' }, 'async'],
  ['orders.queued', { route: route.createBulkOrder.id, kind: 'bulk' }, 'bulk'],
  ['orders.queued', {}, 'async'],
  ['orders.bulk-summary', {}, 'bulk'],
  ['orders.result-product-absent', { route: route.orderRequest.id }, 'async'],
  ['orders.result-product-absent', { route: route.orderRequest.id, kind: 'bulk' }, 'bulk'],
  ['orders.unknown', {}, 'orders'],
  ['orders-made.wallet', { route: route.wallet.id }, 'orders'],
  ['orders-made.in-ledger', {}, 'orders'],
  ['another.version', { route: 'GET /another' }, 'core'],
];

for (const [requirement, about, part] of examples)
  test(`${requirement} of ${JSON.stringify(about)} is of ${part}`, () => {
    expect(featureOf(requirement, about)).toBe(part);
  });
