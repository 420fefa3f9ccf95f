import { expect, test } from '#test';
import type { WireResponse } from '../../harness/client/transport.ts';
import type { Environment } from '../../harness/config/values.ts';
import { answer } from '../../fixtures/testing/fakes.ts';
import { catalogOf, over, product } from '../../fixtures/testing/targets.ts';
import { orderRequests } from './known-requests.ts';
import { createOrder } from './orders.ts';

const request = (ended: object) =>
  answer(200, { orderRequestId: 'r1', status: 'queued', type: 'single', ...ended });
const missing = answer(404, { error: 'Order request not found or access denied' });

/** Returns a context whose target queues orders, and answers polls as given. */
const ordering = (poll: WireResponse, env: Environment = {}) =>
  over((path, { method }) => {
    if (method === 'POST') return answer(202, { orderRequestId: 'r1', status: 'queued' });
    return path.includes('/order-requests/') ? poll : catalogOf([{ ...product, maxPrice: 20 }]);
  }, env);

test('the order that discovers a body counts as the order of the run', async () => {
  const context = ordering(request({ result: {} }));
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  expect(context.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an outdated order request from the settings is named', async () => {
  const failed = (poll: WireResponse) =>
    orderRequests(ordering(poll, { GV_ORDER_REQUEST_FAILED: 'r7' }))[1]?.read();
  expect((await failed(request({ error: 'No funds' })))?.request.url).toContain('/r7');
  await expect(failed(missing)).rejects.toThrow('GV_ORDER_REQUEST_FAILED gets 404: it is outdated');
});
