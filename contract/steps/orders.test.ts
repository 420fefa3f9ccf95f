import { expect, test } from '#test';
import type { WireResponse } from '../../harness/client/transport.ts';
import type { Environment } from '../../harness/config/values.ts';
import { answer, contextOver, ourTarget } from '../../fixtures/testing/fakes.ts';
import { createOrder } from './orders.ts';
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

test('the order that discovers a body counts as the order of the run', async () => {
  const context = ordering({ env: {} });
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  expect(context.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an outdated order request from the settings is named', async () => {
  const env = { ...settings, GV_ORDER_REQUEST_FAILED: 'r7' };
  const current = orderRequests(ordering({ env, poll: request({ error: 'No funds' }) }));
  expect((await current[1]?.read())?.request.url).toContain('/order-requests/r7');
  const outdated = ordering({ env, poll: missing });
  await expect(orderRequests(outdated)[1]?.read()).rejects.toThrow(
    'GV_ORDER_REQUEST_FAILED gets 404: it is outdated',
  );
});
