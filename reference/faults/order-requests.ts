import type { Patch } from '../types.ts';
import { onOwnRequest, populate, sync } from './orders.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onData,
  onSuccess,
  together,
} from '../patches.ts';

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

const inAnotherCurrency = ({ summary }: Json): void => {
  summary.currency = summary.currency === 'USD' ? 'GBP' : 'USD';
};

const polled = (change: (request: Json) => unknown): Patch => editSuccess(at.orderRequest, change);
const where = (name: 'result' | 'error', change: (request: Json) => unknown): Patch =>
  polled(request => (name in request ? change(request) : undefined));

/** Changes the requests of callers, whose wallet in naira is nearly empty. */
const beyondBalance = (change: (request: Json) => unknown): Patch =>
  together(
    onData(({ wallets }) => {
      for (const wallet of wallets) if (wallet.currency === 'NGN') wallet.balance = 100;
    }),
    onOwnRequest(change),
  );

/** §2.4. */
export const orderRequestsFaults: readonly Fault[] = [
  ...breaking('orders.bulk-fields', {
    'orders-bulk-summary-a-list': bulk(result => (result.summary = [result.summary])),
    'orders-bulk-rejected-an-object': bulk(result => {
      result.rejectedOrders = Object.assign({}, result.rejectedOrders);
    }),
    'orders-bulk-last-order-paid-a-number': bulk(({ orders }) => (orders.at(-1).isPaid = 1)),
    'orders-bulk-balance-missing-beside-rejected-ones': ofOwnRejected(({ summary }) => {
      delete summary.remainingBalance;
    }),
    'orders-bulk-success-missing-beside-rejected-ones': ofOwnRejected(result => {
      delete result.success;
    }),
    'orders-bulk-rejected-ones-as-codes': ofOwnRejected(result => {
      result.rejectedOrders = result.rejectedOrders.map((each: Json) => each.productCode);
    }),
    'orders-bulk-several-rejected-ones-as-texts': ofOwnRejected(result => {
      const { rejectedOrders } = result;
      if (rejectedOrders.length > 1)
        result.rejectedOrders = rejectedOrders.map((each: Json) => each.reason);
    }),
    'orders-bulk-made-at-once-in-an-envelope': madeAtOnce(data => ({ success: true, data })),
    'orders-bulk-made-at-once-by-line-if-the-first-is-rejected': {
      ...sync,
      ...onSuccess(at.createBulk, (result, { body }, { products }) => {
        const { productCode } = (body as Json).orders[0];
        if (products.every(each => each.productCode !== productCode))
          result.orders = Object.assign({}, result.orders);
      }),
    },
    'orders-bulk-made-at-once-is-a-list': madeAtOnce(({ orders }) => orders),
    'orders-bulk-made-at-once-orders-without-status': madeAtOnce(({ orders }) =>
      orders.forEach((order: Json) => delete order.status),
    ),
  }),
  ...breaking('orders.bulk-summary', {
    'orders-bulk-total-of-the-first-for-each': bulk(({ summary, orders }) => {
      summary.totalValue = orders[0].valuePurchased * orders.length;
    }),
    'orders-bulk-total-without-the-last': bulk(({ summary, orders }) => {
      if (orders.length > 1) summary.totalValue -= orders.at(-1).valuePurchased;
    }),
    'orders-bulk-total-is-their-number': bulk(({ summary, orders }) => {
      if (orders.length > 1) summary.totalValue = orders.length;
    }),
    'orders-bulk-total-in-whole-units': bulk(({ summary }) => {
      summary.totalValue = Math.trunc(summary.totalValue);
    }),
    'orders-bulk-total-in-pence': bulk(({ summary }) => (summary.totalValue *= 100)),
    'orders-bulk-of-own-values-totals-the-last-for-each': ofOwn(({ summary, orders }) => {
      summary.totalValue = orders.at(-1).valuePurchased * orders.length;
    }),
    'orders-bulk-in-another-currency-beside-rejected-ones': ofOwnRejected(inAnotherCurrency),
    'orders-bulk-made-at-once-counts-one-more': madeAtOnce(({ summary }) => {
      summary.totalOrders += 1;
    }),
    'orders-bulk-made-at-once-in-another-currency': madeAtOnce(inAnotherCurrency),
    'orders-bulk-counts-rejected-ones': bulk(({ summary, orders }) => {
      summary.totalOrders = orders.length + 1;
    }),
    'orders-bulk-lists-the-first-twice': bulk(({ summary, orders }) => {
      orders.push({ ...orders[0] });
      summary.totalOrders = orders.length;
    }),
    'orders-bulk-counts-from-zero': bulk(({ summary }) => (summary.totalOrders -= 1)),
    'orders-bulk-in-another-currency': bulk(inAnotherCurrency),
    'orders-bulk-in-pounds-always': bulk(({ summary }) => (summary.currency = 'GBP')),
    'orders-bulk-loses-its-last-order-beside-rejected-ones': ofOwnRejected(({ orders }) =>
      orders.pop(),
    ),
    'orders-bulk-loses-its-last-order': bulk(({ orders }) => orders.pop()),
  }),

  // §2.3, §3: the fields of an order request, its result and its error.
  ...breaking('orders.request-fields', {
    'orders-request-updated-at-missing-when-failed': where('error', r => delete r.updatedAt),
    'orders-request-created-at-null-on-bulk': polled(request => {
      if (request.type === 'bulk') request.createdAt = null;
    }),
    'orders-request-result-while-queued': polled(request => {
      if (request.status === 'queued') request.result = {};
    }),
    'orders-request-result-a-list': where('result', request => (request.result = [request.result])),
    'orders-request-in-a-wrapper': onSuccess(at.orderRequest, request => ({ request })),
  }),
  ...breaking('orders.result-product-absent', {
    'orders-request-order-with-product': where('result', ({ result }) => populate(result)),
    'orders-request-bulk-orders-with-product': where('result', ({ result }) =>
      result.orders?.forEach(populate),
    ),
    'orders-request-last-order-of-a-bulk-with-product': where('result', ({ result }) =>
      populate(result.orders?.at(-1)),
    ),
  }),
  ...breaking('orders.request-id', {
    'orders-request-id-in-capitals': polled(request => {
      request.orderRequestId = request.orderRequestId.toUpperCase();
    }),
    'orders-request-id-cut': polled(request => {
      request.orderRequestId = request.orderRequestId.slice(0, -1);
    }),
    'orders-request-id-always-the-same': editSuccess(at.orderRequest, (request, _asked, world) => {
      const [first, second] = world.orderRequests;
      const other = first!.orderRequestId === request.orderRequestId ? second! : first!;
      request.orderRequestId = other.orderRequestId;
    }),
    'orders-request-id-of-the-order': where('result', request => {
      request.orderRequestId = request.result._id ?? request.result.orders[0]?._id ?? 'none';
    }),
    'orders-request-id-wrong-when-failed': where('error', request => {
      request.orderRequestId = [...request.orderRequestId].reverse().join('');
    }),
  }),
  ...breaking('orders.request-type', {
    'orders-request-type-with-capital': polled(request => {
      request.type = request.type === 'single' ? 'Single' : 'Bulk';
    }),
    'orders-request-type-order': polled(request => {
      if (request.type === 'single') request.type = 'order';
    }),
    'orders-request-type-batch': polled(request => {
      if (request.type === 'bulk') request.type = 'batch';
    }),
    'orders-request-type-always-single': polled(request => (request.type = 'single')),
    'orders-request-type-always-bulk': polled(request => (request.type = 'bulk')),
    'orders-request-type-gift-when-failed': where('error', request => (request.type = 'gift')),
  }),
  ...breaking('orders.request-result', {
    'orders-request-result-with-error': where('result', request => (request.error = 'none')),
    'orders-request-result-with-an-error-of-a-code': where(
      'result',
      request => (request.error = 0),
    ),
    'orders-request-single-result-missing': where('result', request => {
      if (request.type === 'single') delete request.result;
    }),
  }),
  ...breaking('orders.request-error', {
    'orders-request-beyond-the-balance-with-result-as-well': beyondBalance(request => {
      if (request.error) request.result = {};
    }),
    'orders-request-beyond-the-balance-fails-with-a-code': beyondBalance(request => {
      if (request.error) request.error = { code: 402 };
    }),
    'orders-request-error-with-empty-result': where('error', request => (request.result = {})),
  }),
];
