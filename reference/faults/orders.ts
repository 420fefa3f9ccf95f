import type { RouteName } from '../routes/index.ts';
import { fail } from '../rules/errors.ts';
import { enqueue } from '../routes/purchase.ts';
import type { Patch, Reply } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  instead,
  type Json,
  onData,
  onError,
  onItems,
  onReply,
  onRules,
  onSuccess,
  failure,
} from '../patches.ts';

/** Makes creations respond with 201 and the order. */
export const sync: Patch = onRules(rules => (rules.orders.mode = 'sync'));

/** Adds the product that a synchronous creation shows. */
export function populate(order: Json): void {
  if (!order?.productCode) return;
  const { imageUrl, productCode, merchant } = order;
  order.product = { imageUrl, merchant: merchant.name, productCode };
}

/** Changes the polls of order requests that callers made; the seeded ones stay as they are. */
export function onOwnRequest(change: (body: Json, reply: Reply, world: World) => unknown): Patch {
  const seeded = new Set<string>();
  return {
    data: world => world.orderRequests.forEach(each => seeded.add(each.orderRequestId)),
    ...onReply(at.orderRequest, (reply, _request, world) => {
      const body: Json = reply.body;
      if (reply.status === 200 && !seeded.has(body.orderRequestId)) change(body, reply, world);
    }),
  };
}

/** Answers orders of the account as unknown. */
const ownUnknown = (when: (id: string, world: World) => boolean): Patch =>
  onReply(at.order, (reply, request, world) => {
    if (reply.status === 200 && when(String(request.params['orderId']), world))
      Object.assign(reply, fail(world, 'orderNotFound'));
  });
const creations = [at.createOrder, at.createBulk];

/** Replaces the poll of an order request of the caller as soon as `when` holds. */
const polled = (when: (request: Json) => boolean, status: number, body: Json): Patch =>
  onOwnRequest((request, reply) => {
    if (when(request)) Object.assign(reply, { status, body });
  });

/** Changes the response to a queued order. */
const queued = (change: (body: Json, world: World) => unknown): Patch =>
  editSuccess(at.createOrder, (body, _request, world) => change(body, world));

const accepting = (status: number, ...routes: RouteName[]): Patch =>
  onReply(routes, reply => {
    if (reply.status === 202) reply.status = status;
  });

/** Fails for some path parameters. */
const failingOn = (
  route: RouteName,
  when: (params: Readonly<Record<string, string>>) => boolean,
): Patch =>
  onReply(route, (reply, { params }) => {
    if (when(params)) Object.assign(reply, { status: 500, body: failure });
  });

/** Changes the response to a synchronous creation of one order. */
const created = (change: (order: Json, world: World) => unknown): Patch => ({
  ...sync,
  ...editSuccess(at.createOrder, (order, _request, world) => change(order, world)),
});

const unknownProduct = (change: Parameters<typeof onError>[2]): Patch =>
  onError(at.createOrder, 404, (body, ...rest) =>
    /product/i.test(body.error) ? change(body, ...rest) : undefined,
  );

/** Queues an order of an unknown product, and ends it as an order of an unknown product. */
const unknownQueued = (outcome?: { result: object }): Patch =>
  unknownProduct((_body, reply, request, world) => {
    reply.status = 202;
    const { orderRequestId } = outcome
      ? enqueue(world, request.account!.id, 'single', () => outcome)
      : { orderRequestId: world.random.hex(24) };
    return { orderRequestId, status: 'queued' };
  });

/** §2.2, §3, §4.1, §7: listed orders, responses to creations, and ids. */
export const ordersFaults: readonly Fault[] = [
  ...breaking('orders.fields', {
    'orders-active-missing-when-false': onItems(at.orders, order => {
      if (!order.isActive) delete order.isActive;
    }),
    'orders-transaction-id-empty-on-one-that-is-paid': onData(
      world => (world.orders[23]!.transactionId = ''),
    ),
  }),
  ...breaking('orders.product-absent', {
    'orders-product-populated-in-list': onItems(at.orders, populate),
  }),
  ...breaking('orders.request-unknown', {
    'orders-unknown-request-in-other-words': onError(at.orderRequest, 404, () => ({
      error: 'Order not found',
    })),
  }),
  ...breaking('orders.request-invalid-id', {
    'orders-invalid-id-in-other-words': onError(at.orderRequest, 400, () => ({
      error: 'Bad request',
    })),
    'orders-invalid-id-taken-for-unknown': onRules(rules => (rules.orders.requestId = /^/)),
    'orders-long-request-id-500': failingOn(at.orderRequest, ({ id }) => id!.length > 40),
  }),
  ...breaking('orders.unknown', {
    'orders-odd-id-500': failingOn(at.order, ({ orderId }) => !/^[\da-f]{24}$/.test(orderId!)),
    'orders-unknown-a-page-unless-json-is-asked-for': onReply(at.order, (reply, { headers }) => {
      if (reply.status !== 404 || headers.accept === 'application/json') return;
      Object.assign(reply, { headers: { 'content-type': 'text/html' }, body: '<h1>None</h1>' });
    }),
  }),
  ...breaking('orders.known', {
    'orders-own-unknown-when-old': ownUnknown((id, { orders }) => {
      const { accountId, createdAt } = orders.find(({ _id }) => _id === id)!;
      return !orders.some(each => each.accountId === accountId && each.createdAt < createdAt);
    }),
  }),
  ...breaking('orders.accepted-status', {
    'orders-accepted-with-200': accepting(200, ...creations),
    'orders-created-with-200': onRules(({ orders }) =>
      Object.assign(orders, { mode: 'sync', createdStatus: 200 }),
    ),
    'orders-bulk-accepted-with-200': accepting(200, at.createBulk),
    'orders-never-accepted': instead(creations, () => true, 409, { error: 'Try again later' }),
  }),
  ...breaking('orders.queued', {
    'orders-queued-in-an-envelope': onSuccess(at.createOrder, data => ({ success: true, data })),
  }),
  ...breaking('orders.request-ends', {
    'orders-request-crashes-when-done': polled(body => 'result' in body, 500, failure),
    'orders-queued-with-an-id-of-nothing': queued((body, world) => {
      body.orderRequestId = world.random.hex(24);
    }),
    'orders-request-never-ends': onRules(({ orders }) => (orders.delayMs = 1e9)),
  }),
  ...breaking('orders.created', {
    'orders-created-with-image': created(order => (order.imageUrl = order.product.imageUrl)),
    'orders-created-with-another-product': created(
      order => (order.product = { ...order.product, productCode: `OLD-${order.productCode}` }),
    ),
  }),
  ...breaking('orders.unknown-product', {
    'orders-unknown-product-named-in-error': unknownProduct((_body, _reply, { body }) => ({
      error: `Product ${(body as Json).productCode} not found`,
    })),
    'orders-unknown-product-queued': unknownQueued(),
  }),
];
