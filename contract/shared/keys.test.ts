import { expect, test } from '#test';
import { field } from '../../schemas/records/exchange.ts';
import { route, type Route, routes } from '../../schemas/routes.ts';
import {
  answer,
  contextOver,
  minimal,
  ourTarget,
  thrownBy,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { isUuid } from '../../fixtures/config/keys.ts';
import { answersGoodKey } from '../../fixtures/run/judgement.ts';
import { requireGoodKey, sendWithKey, harmlessRequest, plainRequest } from './keys.ts';
import type { Environment } from '../../fixtures/config/values.ts';

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

const rejected = answer(401, { error: 'Missing API key' });
/** Rejects a request without the good key. */
const guarded: Answer = ({ headers }) =>
  headers['X-API-Key'] === minimal.GV_API_KEY ? answer(200) : rejected;

const over = (answers: Answer) => contextOver(answers, ourTarget({ GV_WEBHOOK_UNKNOWN: 'w0' }));
const goodKeyError = (status: number, to: Route = route.orders) =>
  thrownBy(async () => {
    await requireGoodKey(
      over(() => answer(status)),
      to,
    );
    throw new Error('the good key is not refused');
  });

for (const status of [401, 403])
  test(`a ${status} to the good key is not exercised`, async () => {
    expect(await goodKeyError(status)).toEqual(
      new NotExercised(`GET /orders refuses the good key too (status ${status})`),
    );
  });

for (const status of [400, 404, 422, 500])
  test(`a ${status} to a read shows no look at the key`, async () => {
    expect(await goodKeyError(status)).toEqual(
      new NotExercised(
        `GET /orders answers the good key with ${status}: whether it looked at the key is not known`,
      ),
    );
  });

const error = (text: string) => ({ error: text });
const answered: readonly [string, boolean, Route, number, unknown][] = [
  ['a success', true, route.orders, 200, {}],
  ['an unknown order', true, route.order, 404, error('Order not found')],
  ['no such route', false, route.order, 404, error('Not found')],
  ['no wallet', true, route.ledger, 404, error('Wallet not found')],
  ['an unknown webhook', true, route.updateWebhook, 404, error('Webhook not found')],
  ['an unknown product', true, route.createOrder, 404, error('Product not found')],
  ['a rejected body', true, route.createOrder, 400, error('Invalid request body')],
  ['a body that was not processed', true, route.createWebhook, 422, error('url is missing')],
  ['a page of a gateway', false, route.createWebhook, 400, '<html>'],
  ['a plan without webhooks', false, route.createWebhook, 404, error('Not in your plan')],
  ['a failure of the service', false, route.createOrder, 500, error('An error occurred')],
  ['a limiter', false, route.createOrder, 429, error('Slow down')],
  ['an action that rejects its body in its own way', true, route.sendVoucher, 422, '<html>'],
  ['an action that is not there', false, route.sendVoucher, 404, {}],
];
for (const [what, shown, to, status, body] of answered)
  test(`${what} on ${to.id}: the key was ${shown ? '' : 'perhaps not '}looked at`, () => {
    expect(answersGoodKey(to, exchangeOn(to, { status, body }))).toBe(shown);
  });

test('two settings with one key are no two keys', async () => {
  const target = ourTarget({ GV_KEY_REVOKED: minimal.GV_API_KEY });
  const context = contextOver(() => answer(200), target);
  expect(await thrownBy(() => sendWithKey(context, route.orders, 'revoked'))).toEqual(
    new NotExercised('GV_KEY_REVOKED and GV_API_KEY are one key'),
  );
  expect(context.requests).toHaveLength(0);
});

test('the response to the other key is returned; the good key was tried before', async () => {
  const context = over(guarded);
  const exchange = await sendWithKey(context, route.orders, undefined);
  expect(exchange).toMatchObject({ key: 'none', response: { status: 401 } });
  expect(context.requests.map(({ headers }) => 'X-API-Key' in headers)).toEqual([true, false]);
});

test('where the good key is refused too, the other is not sent', async () => {
  const context = over(() => rejected);
  expect(await thrownBy(() => sendWithKey(context, route.orders, 'unknown'))).toBeInstanceOf(
    NotExercised,
  );
  expect(context.requests).toHaveLength(1);
});

test('the good key is tried once a run, with a request without effect', async () => {
  const context = over(guarded);
  for (const key of ['unknown', 'suffixed', undefined] as const)
    await sendWithKey(context, route.createWebhook, key);
  const good = context.requests.filter(
    ({ headers }) => headers['X-API-Key'] === minimal.GV_API_KEY,
  );
  expect(good.map(({ body }) => String(body))).toEqual(['{}']);
  expect(context.requests).toHaveLength(4);
});

test('an action that rejects alike, whatever the key, is asked for a voucher', async () => {
  const product = { productCode: 'C-1', merchant: 'C', currency: 'GBP', minPrice: 5 };
  const page = answer(200, { total: 1, page: 1, totalPages: 1, products: [product] });
  const over = (admits: boolean, sells: boolean) =>
    contextOver(({ url, headers, body }) => {
      if (url.includes('/products')) return page;
      const isGood = headers['X-API-Key'] !== undefined || admits;
      return answer(200, { success: isGood && sells && String(body) !== '{}' });
    }, ourTarget());
  const without = (context: ReturnType<typeof over>) =>
    sendWithKey(context, route.sendVoucher, undefined);
  expect(field(await without(over(true, true)), 'success')).toBe(true);
  expect(field(await without(over(false, true)), 'success')).toBe(false);
  expect(String(await thrownBy(() => without(over(false, false))))).toContain('refuses a plain');
});

test('a UUID has 32 hexadecimal digits in five groups', () => {
  expect(isUuid('6d1f0c52-1f0a-4b5e-9a55-0c8f2a3b4c5d')).toBe(true);
  expect(isUuid('6D1F0C52-1F0A-4B5E-9A55-0C8F2A3B4C5D')).toBe(true);
  for (const key of ['', '6d1f0c521f0a4b5e9a550c8f2a3b4c5d', 'g'.repeat(36), ' 6d1f0c52'])
    expect(isUuid(key)).toBe(false);
});
