import { expect, test } from '#test';
import { route, routes } from '../../schemas/routes.ts';
import type { Environment } from '../../fixtures/config/values.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { harmlessRequest, plainRequest } from './keys.ts';

const product = { productCode: 'CAFE-1', merchant: 'Café', currency: 'GBP', minPrice: 5 };
const nobody = '000000000000000000000000';

const everything: Environment = {
  GV_ORDER_BODY: '{"code":"{{productCode}}","value":"{{value}}"}',
  GV_BULK_ORDER_PATH: 'orders/bulk',
  GV_BULK_ORDER_BODY: '{"orders":[{"code":"{{productCode}}"},{"code":"{{productCode}}"}]}',
  GV_WEBHOOK_UNKNOWN: 'w0',
  GV_WEBHOOK_BODY: '{"url":"https://example.com/hook"}',
};

const context = (env: Environment = {}) =>
  contextOver(
    () => answer(200, { total: 1, page: 1, totalPages: 1, products: [product] }),
    ourTarget(env),
  );

/** Shows nothing of what the settings do not state. */
const refusing = () =>
  contextOver(
    ({ method }) => (method === 'GET' ? answer(200, { products: [product] }) : answer(403)),
    ourTarget(),
  );

test('every route has a plain request where the settings are complete', async () => {
  for (const to of routes.all) {
    const { params = {} } = await plainRequest(context(everything), to);
    const names = [...to.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params), to.id).toEqual(names);
  }
});

test('a route that spends states its costs, as often as its body buys', async () => {
  const costs = async (to: (typeof routes.all)[number]) =>
    (await plainRequest(context(everything), to)).costs;
  const once = [{ currency: 'GBP', value: 5 }];
  expect(await costs(route.createOrder)).toEqual(once);
  expect(await costs(route.createBulkOrder)).toEqual([{ currency: 'GBP', value: 10 }]);
  expect(await costs(route.sendVoucher)).toEqual(once);
  expect(await costs(route.sendBulkVouchers)).toEqual(once);
  for (const to of routes.all)
    if (to.effect === 'spend') expect(await costs(to), to.id).toBeDefined();
});

test('the bodies of orders are filled from the catalog', async () => {
  expect((await plainRequest(context(everything), route.createOrder)).body).toEqual({
    code: 'CAFE-1',
    value: 5,
  });
});

test('ids come from the settings, or are those of nobody', async () => {
  const idOf = async (env: Environment) =>
    (await plainRequest(context(env), route.orderRequest)).params?.['id'];
  expect(await idOf({})).toBe(nobody);
  expect(await idOf({ GV_ORDER_REQUEST_UNKNOWN: 'r0' })).toBe('r0');
  expect(await idOf({ GV_ORDER_REQUEST_UNKNOWN: 'r0', GV_ORDER_REQUEST_SUCCEEDED: 'r1' })).toBe(
    'r1',
  );
  const order = await plainRequest(context({ GV_ORDER_UNKNOWN: 'o0' }), route.order);
  expect(order.params).toEqual({ orderId: 'o0' });
});

for (const [to, name] of [
  [route.createOrder, 'GV_ORDER_BODY'],
  [route.createBulkOrder, 'GV_BULK_ORDER_PATH'],
  [route.updateWebhook, 'GV_WEBHOOK_UNKNOWN'],
  [route.deleteWebhook, 'GV_WEBHOOK_UNKNOWN'],
] as const)
  test(`${to.id} is not exercised where ${name} is not set and cannot be found out`, async () => {
    const error = await thrownBy(() => plainRequest(refusing(), to));
    expect(error).toBeInstanceOf(NotExercised);
    expect(String(error)).toContain(`${name} is not set`);
  });

test('a harmless request buys, sends and registers nothing; it needs no body from the settings', async () => {
  const nothing = context({ GV_BULK_ORDER_PATH: 'orders/bulk' });
  for (const to of [
    route.createOrder,
    route.createBulkOrder,
    route.sendVoucher,
    route.sendBulkVouchers,
  ])
    expect(await harmlessRequest(nothing, to), to.id).toMatchObject({ body: {}, costs: [] });
  expect(await harmlessRequest(nothing, route.createWebhook)).toEqual({ body: {} });
  expect(nothing.requests).toHaveLength(0);
});

test('a harmless request of any other route is the plain one', async () => {
  const all = context(everything);
  for (const to of [route.updateWebhook, route.deleteWebhook, route.orders, route.tool])
    expect(await harmlessRequest(all, to)).toEqual(await plainRequest(all, to));
});
