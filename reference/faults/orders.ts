import type { RouteName } from '../routes/index.ts';
import { isForeign } from './isolation.ts';
import { fail } from '../rules/errors.ts';
import type { Patch, Reply } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onData,
  onError,
  onItems,
  onReply,
  onRules,
  onSuccess,
  failure,
} from '../patches.ts';

/** Creations respond with 201 and the order. */
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

const unknownOrder = (change: (body: Json) => Json): Patch =>
  onError(at.order, 404, (body, _reply, request, world) =>
    isForeign(request, world) ? undefined : { ...body, ...change(body) },
  );
/** Reads an order of the account as if nobody had it. */
const ownUnknown = (when: (id: string, world: World) => boolean): Patch =>
  onReply(at.order, (reply, request, world) => {
    if (reply.status === 200 && when(String(request.params['orderId']), world))
      Object.assign(reply, fail(world, 'orderNotFound'));
  });
const creations = [at.createOrder, at.createBulk];

/** Replaces the poll of a request that a caller created, as soon as `when` holds. */
const polled = (when: (request: Json) => boolean, status: number, body: Json): Patch =>
  onOwnRequest((request, reply) => {
    if (when(request)) Object.assign(reply, { status, body });
  });

/** States another status of the queued order. */
const queuedAs = (status: string): Patch =>
  editSuccess(at.createOrder, body => (body.status = status));

const accepting = (status: number, ...routes: RouteName[]): Patch =>
  onReply(routes, reply => {
    if (reply.status === 202) reply.status = status;
  });

const lost = { error: 'Order request not found or access denied' };

const failed = { status: 500, body: failure };

/** Fails on the parameters of a path. */
const failingOn = (
  route: RouteName,
  when: (params: Readonly<Record<string, string>>) => boolean,
): Patch =>
  onReply(route, (reply, { params }) => void (when(params) && Object.assign(reply, failed)));

/** §2.2: the fields of an order in a list. */
export const ordersFaults: readonly Fault[] = [
  ...breaking('orders.fields', {
    'orders-activated-as-zero-or-one': onItems(at.orders, order => {
      order.isActivated = Number(order.isActivated);
    }),
    'orders-active-missing-when-false': onItems(at.orders, order => {
      if (!order.isActive) delete order.isActive;
    }),
    'orders-transaction-id-empty-on-one-that-is-paid': onData(
      world => (world.orders[23]!.transactionId = ''),
    ),
    'orders-product-code-empty-on-one': onData(world => (world.orders[50]!.productCode = '')),
    'orders-status-empty-on-one': onData(world => (world.orders[12]!.status = '')),
    'orders-currency-empty-in-naira': onItems(at.orders, order => {
      if (order.currency === 'NGN') order.currency = '';
    }),
    'orders-updated-at-in-epoch-seconds-on-one': onData(({ orders }) => {
      const order: Json = orders[44];
      order.updatedAt = Math.floor(Date.parse(order.updatedAt) / 1000);
    }),
  }),
  ...breaking('orders.product-absent', {
    'orders-product-populated-in-list': onItems(at.orders, populate),
    'orders-product-populated-on-one': onData(world => populate(world.orders[62])),
    'orders-product-populated-on-inactive-ones': onItems(at.orders, order => {
      if (!order.isActive) populate(order);
    }),
  }),

  // §4.1 rule 2, §7: invalid and unknown ids.
  ...breaking('orders.request-invalid-id', {
    'orders-invalid-id-taken-for-unknown': onRules(rules => (rules.orders.requestId = /^/)),
    'orders-long-request-id-500': failingOn(at.orderRequest, ({ id }) => id!.length > 40),
    'orders-request-id-in-other-letters-500': failingOn(
      at.orderRequest,
      ({ id }) => id!.length === 24 && /[g-z]/.test(id!),
    ),
  }),
  ...breaking('orders.request-unknown', {
    'orders-request-unknown-text-full-stop': onError(
      at.orderRequest,
      404,
      (body, _reply, request, world) => {
        if (!isForeign(request, world)) body.error += '.';
      },
    ),
  }),
  ...breaking('orders.unknown', {
    'orders-unknown-with-message-of-the-error': unknownOrder(({ error }) => ({ message: error })),
    'orders-unknown-with-error-of-the-message': unknownOrder(({ message }) => ({ error: message })),
    'orders-odd-id-500': failingOn(at.order, ({ orderId }) => !/^[\da-f]{24}$/.test(orderId!)),
    'orders-unknown-a-page-unless-json-is-asked-for': onReply(at.order, (reply, { headers }) => {
      if (reply.status !== 404 || headers.accept === 'application/json') return;
      Object.assign(reply, {
        headers: { 'content-type': 'text/html' },
        body: '<h1>Not found</h1>',
      });
    }),
    'orders-unknown-message-with-full-stop': unknownOrder(({ message }) => ({
      message: `${message}.`,
    })),
  }),

  ...breaking('orders.known', {
    'orders-own-unknown-when-read': ownUnknown(() => true),
    'orders-own-unknown-when-old': ownUnknown((id, { orders }) => {
      const { accountId, createdAt } = orders.find(({ _id }) => _id === id)!;
      return !orders.some(each => each.accountId === accountId && each.createdAt < createdAt);
    }),
  }),

  // §3, §4.1 rules 7 and 8: the response to a creation, and the request that it names.
  ...breaking('orders.accepted-status', {
    'orders-accepted-with-200': accepting(200, ...creations),
    'orders-accepted-with-204': onReply(at.createOrder, reply => {
      if (reply.status === 202) Object.assign(reply, { status: 204, body: undefined });
    }),
    'orders-accepted-with-203': accepting(203, at.createOrder),
    'orders-accepted-with-302': accepting(302, ...creations),
    'orders-created-with-200': onRules(({ orders }) =>
      Object.assign(orders, { mode: 'sync', createdStatus: 200 }),
    ),
    'orders-bulk-accepted-with-200': accepting(200, at.createBulk),
    'orders-bulk-queued-with-201': accepting(201, at.createBulk),
  }),
  ...breaking('orders.queued', {
    'orders-queued-in-capitals': editSuccess(creations, body => (body.status = 'QUEUED')),
    'orders-queued-with-capital': queuedAs('Queued'),
    'orders-queued-with-trailing-blank': queuedAs('queued '),
    'orders-pending-instead-of-queued': queuedAs('pending'),
    'orders-bulk-processing-instead-of-queued': editSuccess(at.createBulk, body => {
      body.status = 'processing';
    }),
    'orders-queued-in-an-envelope': onSuccess(at.createOrder, data => ({ success: true, data })),
    'orders-queued-with-an-empty-id': editSuccess(
      at.createOrder,
      body => (body.orderRequestId = ''),
    ),
  }),
  ...breaking('orders.request-ends', {
    'orders-request-lost-at-once': polled(() => true, 404, lost),
    'orders-request-forgotten-when-done': polled(body => 'result' in body, 404, lost),
    'orders-request-crashes-when-done': polled(body => 'result' in body, 500, {
      error: 'An error occurred',
    }),
    'orders-bulk-request-lost': polled(({ type }) => type === 'bulk', 404, lost),
    'orders-queued-with-an-id-of-nothing': editSuccess(at.createOrder, (body, _request, world) => {
      body.orderRequestId = world.random.hex(24);
    }),
    'orders-queued-with-an-id-in-capitals': editSuccess(at.createOrder, body => {
      body.orderRequestId = `ABC${body.orderRequestId.slice(3).toUpperCase()}`;
    }),
    'orders-request-polled-is-unauthorised': polled(({ status }) => status === 'queued', 403, {
      error: 'You are forbidden from accessing this resource',
    }),
  }),
];
