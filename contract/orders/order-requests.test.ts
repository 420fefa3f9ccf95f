import { expect, test } from '#test';
import { route } from '../../schemas/routes.ts';
import type { WireResponse } from '../../fixtures/client/transport.ts';
import type { Environment } from '../../fixtures/config/values.ts';
import { answer, contextOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotApplicable, NotExercised } from '../../fixtures/verdict.ts';
import {
  createdOrder,
  createOrder,
  endedOrder,
  orderRequests,
  queuedId,
  queuedOrder,
} from './order-requests.ts';
import { orderUnknownProduct } from './unknown-product.ts';

const product = { productCode: 'CAFE-1', merchant: 'Café', currency: 'GBP', minPrice: 5 };
const page = { total: 1, page: 1, totalPages: 1, products: [product] };
const queued = answer(202, { orderRequestId: 'r1', status: 'queued' });
const created = answer(201, { _id: 'o1', productCode: 'CAFE-1' });
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
  /** The response to a bulk, where it is another. */
  readonly bulk?: WireResponse;
  /** The `count`th response to a poll, from 1. */
  readonly poll?: (count: number) => WireResponse;
  readonly env?: Environment;
}

function ordering({
  creation = queued,
  bulk = creation,
  poll = () => request(),
  env = settings,
}: Service) {
  let polls = 0;
  const context = contextOver(({ method, url }) => {
    if (method === 'POST') return url.includes('bulk') ? bulk : creation;
    return url.includes('/order-requests/') ? poll(++polls) : answer(200, page);
  }, ourTarget(env));
  return { ...context, polls: () => polls, sent: () => context.requests.map(each => each.method) };
}

test('an order is made once a run, at its cost', async () => {
  const context = ordering({});
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  await createOrder(context, 'single');
  expect(context.sent()).toEqual(['GET', 'POST']);
  expect(context.log.spent).toEqual({ GBP: 5 });
  await createOrder(context, 'bulk');
  expect(context.sent()).toEqual(['GET', 'POST', 'POST']);
});

test('a body that the target rejects is not exercised, and names its setting', async () => {
  const context = ordering({ creation: answer(400, { error: 'x' }) });
  expect(await thrownBy(() => createOrder(context, 'single'))).toEqual(
    new NotExercised('POST /orders rejects what GV_ORDER_BODY describes with 400: {"error":"x"}'),
  );
  expect(String(await thrownBy(() => createOrder(context, 'bulk')))).toContain(
    'rejects what GV_BULK_ORDER_BODY describes with 400',
  );
});

test('without a body in the settings the order by which one is found out is the order of the run', async () => {
  const context = ordering({ env: {} });
  expect((await createOrder(context, 'single')).response.status).toBe(202);
  expect(context.sent()).toEqual(['GET', 'POST']);
  const unwilling = ordering({ env: {}, creation: answer(403, { error: 'x' }) });
  expect(await thrownBy(() => createOrder(unwilling, 'single'))).toBeInstanceOf(NotExercised);
  expect(unwilling.log.spent).toEqual({});
});

test('where orders are created at once there is no request, and the other way round', async () => {
  const atOnce = ordering({ creation: created });
  expect((await createdOrder(atOnce, 'single')).response.status).toBe(201);
  expect(await thrownBy(() => queuedOrder(atOnce, 'single'))).toBeInstanceOf(NotApplicable);
  const later = ordering({});
  expect((await queuedOrder(later, 'single')).response.status).toBe(202);
  expect(await thrownBy(() => createdOrder(later, 'single'))).toBeInstanceOf(NotApplicable);
});

test('the id of a request is that of its creation', async () => {
  expect(await queuedId(ordering({}), 'single')).toBe('r1');
  for (const orderRequestId of ['', 7, undefined]) {
    const context = ordering({ creation: answer(202, { orderRequestId }) });
    expect(await thrownBy(() => queuedId(context, 'single'))).toMatchObject({
      message: 'the creation returned no orderRequestId',
      reportedBy: 'orders.queued',
    });
  }
});

test('both orders are made before one is waited for, and their waits overlap', async () => {
  const context = ordering({ poll: count => request(count > 2 ? { result: {} } : {}) });
  await Promise.all([endedOrder(context, 'single'), endedOrder(context, 'bulk')]);
  expect(context.sent().slice(0, 5)).toEqual(['GET', 'POST', 'POST', 'GET', 'GET']);
});

test('several checks wait for one request at the same time, and it is polled once', async () => {
  const context = ordering({ poll: count => request(count > 3 ? { result: {} } : {}) });
  const [one, other] = await Promise.all([
    endedOrder(context, 'single'),
    endedOrder(context, 'single'),
  ]);
  expect(one).toBe(other);
  const polls = context.polls();
  await endedOrder(context, 'single');
  expect(context.polls()).toBe(polls);
});

test('a request that did not end is waited for once a run', async () => {
  const context = ordering({});
  expect(await thrownBy(() => endedOrder(context, 'single'))).toBeInstanceOf(NotExercised);
  const { length } = context.requests;
  expect(await thrownBy(() => endedOrder(context, 'single'))).toBeInstanceOf(NotExercised);
  expect(context.requests).toHaveLength(length);
});

test('where one kind of order cannot be made, the other is waited for', async () => {
  const context = ordering({
    bulk: answer(400, { error: 'x' }),
    poll: () => request({ result: {} }),
  });
  expect((await endedOrder(context, 'single')).response.status).toBe(200);
  expect(await thrownBy(() => endedOrder(context, 'bulk'))).toBeInstanceOf(NotExercised);
});

test('a request that has ended is served from the log', async () => {
  const context = ordering({ poll: () => request({ result: {} }) });
  await endedOrder(context, 'single');
  const polls = context.polls();
  await endedOrder(context, 'single');
  expect(context.polls()).toBe(polls);
});

test('an unknown product is ordered at the price of a known one', async () => {
  const context = ordering({ creation: answer(404, { error: 'Product not found' }) });
  const exchange = await orderUnknownProduct(context);
  expect(exchange.route).toBe(route.createOrder.id);
  expect(exchange.request.body).toBe('{"code":"NO-SUCH-PRODUCT-7F3A"}');
});

test('a body without a place for a product cannot order an unknown one', async () => {
  const context = ordering({ env: { GV_ORDER_BODY: '{"code":"CAFE-1"}' } });
  expect(await thrownBy(() => orderUnknownProduct(context))).toEqual(
    new NotExercised('GV_ORDER_BODY has no {{productCode}} to put an unknown one in'),
  );
  expect(context.requests).toEqual([]);
});

test('the known requests are those of the settings and of the run; each is read on its own', async () => {
  const env = { ...settings, GV_ORDER_REQUEST_FAILED: 'r7' };
  const context = ordering({ env, poll: () => request({ error: 'No funds' }) });
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
  const outdated = ordering({ env, poll: () => answer(404, { error: 'x' }) });
  expect(String(await thrownBy(() => orderRequests(outdated)[1]?.read()))).toContain(
    'GV_ORDER_REQUEST_FAILED gets 404: it is outdated',
  );
  expect(String(await thrownBy(() => known[0]?.read()))).toContain(
    'GV_ORDER_REQUEST_SUCCEEDED is not set',
  );
});
