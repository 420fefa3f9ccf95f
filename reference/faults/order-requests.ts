import type { Patch } from '../types.ts';
import { onOwnRequest, populate, sync } from './orders.ts';
import { at, breaking, editSuccess, type Fault, type Json, onSuccess } from '../patches.ts';

/** Changes the result of a bulk that created orders. */
const bulk = (change: (result: Json) => unknown): Patch =>
  editSuccess(at.orderRequest, ({ type, result }) =>
    type === 'bulk' && result?.orders.length > 0 ? change(result) : undefined,
  );

/** Changes the response to a bulk that is made at once. */
const madeAtOnce = (change: (result: Json) => unknown): Patch => ({
  ...sync,
  ...onSuccess(at.createBulk, change),
});

/** Changes the results of bulks that a caller made, if they have rejected lines. */
export const ofOwnRejected = (change: (result: Json) => unknown): Patch =>
  ofOwn(result => {
    if (result.rejectedOrders) change(result);
  });

/** Changes the results of bulks that a caller made. */
export const ofOwn = (change: (result: Json) => unknown): Patch =>
  onOwnRequest(({ type, result }) => {
    if (result && type === 'bulk') change(result);
  });

const polled = (change: (request: Json) => unknown): Patch => editSuccess(at.orderRequest, change);
const where = (name: 'result' | 'error', change: (request: Json) => unknown): Patch =>
  polled(request => (name in request ? change(request) : undefined));

/** §2.3, §2.4: order requests, and the results of bulks. */
export const orderRequestsFaults: readonly Fault[] = [
  ...breaking('orders.bulk-fields', {
    'orders-bulk-balance-missing-beside-rejected-ones': ofOwnRejected(({ summary }) => {
      delete summary.remainingBalance;
    }),
    'orders-bulk-made-at-once-is-a-list': madeAtOnce(({ orders }) => orders),
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
  ...breaking('orders.request-fields', {
    'orders-request-result-while-queued': polled(request => {
      if (request.status === 'queued') request.result = {};
    }),
  }),
  ...breaking('orders.result-product-absent', {
    'orders-request-last-order-of-a-bulk-with-product': where('result', ({ result }) =>
      populate(result.orders?.at(-1)),
    ),
  }),
  ...breaking('orders.request-id', {
    'orders-request-id-wrong-when-failed': where('error', request => {
      request.orderRequestId = [...request.orderRequestId].reverse().join('');
    }),
  }),
  ...breaking('orders.request-type', {
    'orders-request-type-always-single': polled(request => (request.type = 'single')),
    'orders-request-type-gift-when-failed': where('error', request => (request.type = 'gift')),
  }),
  ...breaking('orders.request-result', {
    'orders-request-result-with-error': where('result', request => (request.error = 'none')),
  }),
  ...breaking('orders.request-error', {
    'orders-request-error-with-empty-result': where('error', request => (request.result = {})),
  }),
];
