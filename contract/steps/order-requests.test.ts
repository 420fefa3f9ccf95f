import { expect, test } from '#test';
import type { WireResponse } from '../../fixtures/client/transport.ts';
import type { Environment } from '../../fixtures/config/values.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { createOrder, endedOrder, orderRequests } from './order-requests.ts';
import { catalogOf, product } from '../shared/testing.ts';

const queued = answer(202, { orderRequestId: 'r1', status: 'queued' });
const request = (changes: object = {}) =>
  answer(200, { orderRequestId: 'r1', status: 'queued', type: 'single', ...changes });

const settings: Environment = {
  GV_ORDER_BODY: '{"code":"{{productCode}}"}',
  GV_BULK_ORDER_PATH: 'orders/bulk',
  GV_BULK_ORDER_BODY: '[{"code":"{{productCode}}"}]',
  GV_ASYNC_TIMEOUT: '5',
};

interface Service {
  readonly creation?: WireResponse;
  readonly poll?: WireResponse;
  readonly env?: Environment;
}

function ordering({ creation = queued, poll = request(), env = settings }: Service) {
  const context = contextOver(({ method, url }) => {
    if (method === 'POST') return creation;
    return url.includes('/order-requests/') ? poll : catalogOf([product]);
  }, ourTarget(env));
  return { ...context, sent: () => context.requests.map(each => each.method) };
}

test('an order is made once a run, at its cost', async () => {
  const context = ordering({});
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  await createOrder(context, 'single');
  expect(context.sent()).toEqual(['GET', 'GET', 'POST']);
  expect(context.log.spent).toEqual({ GBP: 5 });
  await createOrder(context, 'bulk');
  expect(context.sent()).toEqual(['GET', 'GET', 'POST', 'POST']);
});

test('a body that the target rejects is not exercised, and names its setting', async () => {
  const context = ordering({ creation: answer(400, { error: 'x' }) });
  expect(await thrownBy(() => createOrder(context, 'single'))).toEqual(
    new NotExercised('POST /orders rejects what GV_ORDER_BODY describes with 400: {"error":"x"}'),
  );
  await expect(createOrder(context, 'bulk')).rejects.toThrow(
    'rejects what GV_BULK_ORDER_BODY describes with 400',
  );
});

test('without a body in the settings the order by which one is found out is the order of the run', async () => {
  const context = ordering({ env: {} });
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  expect(context.sent()).toEqual(['GET', 'GET', 'POST']);
  const unwilling = ordering({ env: {}, creation: answer(403, { error: 'x' }) });
  expect(await thrownBy(() => createOrder(unwilling, 'single'))).toBeInstanceOf(NotExercised);
  expect(unwilling.log.spent).toEqual({});
});

test('a request that did not end is waited for once a run', async () => {
  const context = ordering({});
  expect(await thrownBy(() => endedOrder(context, 'single'))).toBeInstanceOf(NotExercised);
  const { length } = context.requests;
  expect(await thrownBy(() => endedOrder(context, 'single'))).toBeInstanceOf(NotExercised);
  expect(context.requests).toHaveLength(length);
});

test('the known requests are those of the settings and of the run; each is read on its own', async () => {
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
  const outdated = ordering({ env, poll: answer(404, { error: 'x' }) });
  await expect(orderRequests(outdated)[1]?.read()).rejects.toThrow(
    'GV_ORDER_REQUEST_FAILED gets 404: it is outdated',
  );
  await expect(known[0]?.read()).rejects.toThrow('GV_ORDER_REQUEST_SUCCEEDED is not set');
});
