import type { RouteName } from '../routes/index.ts';
import { fail } from '../rules/errors.ts';
import type { Patch, Reply } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  failure,
  type Fault,
  instead,
  type Json,
  onError,
  onItems,
  onReply,
  onRules,
  onSuccess,
  together,
} from '../patches.ts';

/** Makes creations respond with 201 and the order. */
export const sync: Patch = onRules(rules => (rules.orders.mode = 'sync'));

/** Adds the product that a synchronous creation shows. */
function populate(order: Json): void {
  if (!order?.productCode) return;
  const { imageUrl, productCode, merchant } = order;
  order.product = { imageUrl, merchant: merchant.name, productCode };
}

/** Changes the polls of order requests that callers made; the seeded ones stay as they are. */
export function onOwnRequest(change: (body: Json, reply: Reply) => unknown): Patch {
  const seeded = new Set<string>();
  return {
    data: world => world.orderRequests.forEach(each => seeded.add(each.orderRequestId)),
    ...onReply(at.orderRequest, reply => {
      const body: Json = reply.body;
      if (reply.status === 200 && !seeded.has(body.orderRequestId)) change(body, reply);
    }),
  };
}

/** Changes the results of bulks that a caller made. */
export const ofOwn = (change: (result: Json) => unknown): Patch =>
  onOwnRequest(({ type, result }) => {
    if (result && type === 'bulk') change(result);
  });

/** Changes the results of bulks that a caller made, if they have rejected lines. */
export const ofOwnRejected = (change: (result: Json) => unknown): Patch =>
  ofOwn(result => {
    if (result.rejectedOrders) change(result);
  });

/** Changes the result of a bulk that created orders. */
const bulk = (change: (result: Json) => unknown): Patch =>
  editSuccess(at.orderRequest, ({ type, result }) =>
    type === 'bulk' && result?.orders.length > 0 ? change(result) : undefined,
  );

/** Changes order requests with this field. */
const polled = (name: 'type' | 'result' | 'error', change: (request: Json) => unknown): Patch =>
  editSuccess(at.orderRequest, request => (name in request ? change(request) : undefined));

const creations = [at.createOrder, at.createBulk];

/** Replaces the status of accepted creations. */
const answering = (from: number, to: number, routes: readonly RouteName[] = creations): Patch =>
  onReply(routes, reply => {
    if (reply.status === from) reply.status = to;
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
const created = (change: (order: Json) => unknown): Patch =>
  together(sync, editSuccess(at.createOrder, change));

/** Changes the 404 of an order of an unknown product. */
const unknownProduct = (change: Parameters<typeof onError>[2]): Patch =>
  onError(at.createOrder, 404, (body, ...rest) =>
    /product/i.test(body.error) ? change(body, ...rest) : undefined,
  );

/** §2.2 to §2.4, §3, §4.1, §7: orders, order requests, and the responses to creations. */
export const ordersFaults: readonly Fault[] = [
  ...breaking('orders.fields', {
    'orders-active-missing-when-false': onItems(at.orders, order => {
      if (!order.isActive) delete order.isActive;
    }),
    'orders-listed-without-image-beside-a-message': onItems(at.orders, order => {
      if (order.giftOrder?.message) delete order.imageUrl;
    }),
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
    'orders-own-unknown-when-old': onReply(at.order, (reply, { account }, world) => {
      const mine = world.orders.filter(({ accountId }) => accountId === account?.id);
      if (reply.status === 200 && (reply.body as Json)._id === mine.at(-1)!._id)
        Object.assign(reply, fail(world, 'orderNotFound'));
    }),
  }),
  ...breaking('orders.accepted', {
    'orders-never-accepted': instead(creations, () => true, 409, { error: 'Try again later' }),
    'orders-of-any-product-rejected': instead(
      creations,
      ({ body }) => Object.keys(body ?? {}).length > 0,
      422,
      { error: 'Order could not be placed' },
    ),
  }),
  ...breaking('orders.accepted-status', {
    'orders-accepted-with-200': answering(202, 200),
    'orders-created-with-200': together(sync, answering(201, 200)),
    'orders-bulk-accepted-with-200': answering(202, 200, [at.createBulk]),
  }),
  ...breaking('orders.queued', {
    'orders-queued-in-an-envelope': onSuccess(at.createOrder, data => ({ success: true, data })),
  }),
  ...breaking('orders.request-readable', {
    'orders-request-crashes-when-done': onOwnRequest((request, reply) => {
      if ('result' in request) Object.assign(reply, { status: 500, body: failure });
    }),
    'orders-queued-with-an-id-of-nothing': editSuccess(at.createOrder, (body, _, { random }) => {
      body.orderRequestId = random.hex(24);
    }),
  }),
  ...breaking('orders.request-ends', {
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
    'orders-unknown-product-queued': unknownProduct((_body, reply, _request, { random }) => {
      reply.status = 202;
      return { orderRequestId: random.hex(24), status: 'queued' };
    }),
  }),

  // §2.3, §2.4: order requests, and the results of bulks.
  ...breaking('orders.bulk-fields', {
    'orders-bulk-balance-missing-beside-rejected-ones': ofOwnRejected(({ summary }) => {
      delete summary.remainingBalance;
    }),
    'orders-bulk-made-at-once-is-a-list': together(
      sync,
      onSuccess(at.createBulk, ({ orders }) => orders),
    ),
  }),
  ...breaking('orders.bulk-summary', {
    'orders-bulk-lists-the-first-twice': bulk(({ summary, orders }) => {
      orders.push({ ...orders[0] });
      summary.totalOrders = orders.length;
    }),
    'orders-bulk-counts-from-zero': bulk(({ summary }) => (summary.totalOrders -= 1)),
  }),
  ...breaking('orders.bulk-total', {
    'orders-bulk-total-without-the-last': bulk(({ summary, orders }) => {
      if (orders.length > 1) summary.totalValue -= orders.at(-1).valuePurchased;
    }),
  }),
  ...breaking('orders.bulk-success', {
    'orders-bulk-without-success': bulk(result => (result.success = false)),
  }),
  ...breaking('orders.request-fields', {
    'orders-request-result-while-queued': polled('type', request => {
      if (request.status === 'queued') request.result = {};
    }),
  }),
  ...breaking('orders.result-product-absent', {
    'orders-request-last-order-of-a-bulk-with-product': polled('result', ({ result }) =>
      populate(result.orders?.at(-1)),
    ),
  }),
  ...breaking('orders.request-id', {
    'orders-request-id-wrong-when-failed': polled('error', request => {
      request.orderRequestId = [...request.orderRequestId].reverse().join('');
    }),
  }),
  ...breaking('orders.request-type', {
    'orders-request-type-always-single': polled('type', request => (request.type = 'single')),
    'orders-request-type-gift-when-failed': polled('error', request => (request.type = 'gift')),
  }),
  ...breaking('orders.single-fields', {
    'orders-request-single-order-paid-in-words': polled('result', ({ result }) => {
      if ('isPaid' in result) result.isPaid = 'yes';
    }),
  }),
  ...breaking('orders.request-result', {
    'orders-request-result-with-error': polled('result', request => (request.error = 'none')),
    'orders-request-error-with-empty-result': polled('error', request => (request.result = {})),
  }),
];
