import { expect, test } from '#test';
import type { WireResponse } from '../../harness/client/transport.ts';
import type { Environment } from '../../harness/config/values.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { createOrder, ownOrderCases } from './orders.ts';
import { orderRequests } from './known-requests.ts';
import { catalogOf, product } from '../../fixtures/testing/targets.ts';

const queued = answer(202, { orderRequestId: 'r1', status: 'queued' });
const missing = answer(404, { error: 'Order request not found or access denied' });
const request = (changes: object = {}) =>
  answer(200, { orderRequestId: 'r1', status: 'queued', type: 'single', ...changes });

const settings: Environment = {
  GV_ORDER_BODY: '{"code":"{{productCode}}","value":"{{value}}"}',
  GV_BULK_ORDER_PATH: 'orders/bulk',
  GV_BULK_ORDER_BODY: '[{"code":"{{productCode}}","value":"{{value}}"}]',
  GV_ASYNC_TIMEOUT: '1',
};

interface Service {
  readonly creation?: WireResponse;
  readonly poll?: WireResponse;
  readonly env?: Environment;
  readonly products?: readonly object[];
}

/** Returns a context whose target answers orders and polls as given. */
const ordering = ({
  creation = queued,
  poll = request({ result: {} }),
  env = settings,
  products = [{ ...product, maxPrice: 20 }],
}: Service) =>
  contextOver(({ method, url }) => {
    if (method === 'POST') return creation;
    if (url.endsWith('/wallet')) return answer(200, [{ currency: 'EUR', balance: 1000 }]);
    return url.includes('/order-requests/') ? poll : catalogOf(products);
  }, ourTarget(env));

test('a run orders one product, two values, a second currency and an unknown product', async () => {
  const euros = { ...product, productCode: 'CAFE-2', currency: 'EUR', minPrice: 6, maxPrice: 20 };
  const context = ordering({ products: [euros, product] });
  const made = [];
  for (const { make } of ownOrderCases.slice(0, 2)) made.push((await make(context)).lines);
  expect(made.map(lines => lines.map(({ value, currency }) => `${value} ${currency}`))).toEqual([
    ['6 EUR'],
    ['6 EUR', '8.2 EUR'],
  ]);
  expect(await thrownBy(() => ownOrderCases[2].make(context))).toEqual(
    new NotExercised('the account has no money in a second currency'),
  );
  const { lines } = await ownOrderCases[3].make(context);
  expect(lines.map(({ productCode }) => productCode)).toEqual(['NO-SUCH-PRODUCT-7F3A', 'CAFE-2']);
});

test('requirements about an order are not exercised if the target rejects it', async () => {
  const context = ordering({ creation: answer(400, { error: 'x' }) });
  expect(await thrownBy(() => createOrder(context, 'single'))).toEqual(
    new NotExercised(
      'POST /orders answers the order with 400: {"error":"x"}',
      'orders.accepted-status',
    ),
  );
});

test('the order that discovers a body counts as the order of the run', async () => {
  const context = ordering({ env: {} });
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  expect(context.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('order requests come from the settings and the run, and an outdated setting is named', async () => {
  const env = { ...settings, GV_ORDER_REQUEST_FAILED: 'r7' };
  const context = ordering({ env, poll: request({ error: 'No funds' }) });
  const known = orderRequests(context);
  expect(known.map(({ id, ended }) => [id, ended])).toEqual([
    ['GV_ORDER_REQUEST_SUCCEEDED', 'result'],
    ['GV_ORDER_REQUEST_FAILED', 'error'],
    ['GV_ORDER_REQUEST_BULK', 'result'],
    ['a single order of this run', undefined],
    ['a bulk order of this run', undefined],
    ['a single order of this run, at first', undefined],
    ['a bulk order of this run, at first', undefined],
  ]);
  expect((await known[1]?.read())?.request.url).toContain('/order-requests/r7');
  const outdated = ordering({ env, poll: missing });
  await expect(orderRequests(outdated)[1]?.read()).rejects.toThrow(
    'GV_ORDER_REQUEST_FAILED gets 404: it is outdated',
  );
});
