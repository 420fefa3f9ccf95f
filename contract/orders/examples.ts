/** Examples of orders, order requests and the results of bulk orders (§2.2 to §2.4, §4.1). */
import { orderSamples } from '../../schemas/resources/examples/business.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const bodyOf = (name: string) => orderSamples[name]?.body ?? {};

const listed = { ...bodyOf('listedOrder'), previousUserId: 'u1' };
const history = (...orders: readonly unknown[]) => exchangeOn(route.orders, { body: { orders } });
const paidBy = (transactionId: unknown) =>
  [history(listed, { ...listed, transactionId }), 'transactionId'] as const;
const noHistory = {
  inconclusive: {
    'an empty page': history(),
    'no page': exchangeOn(route.orders, { body: { orders: {} } }),
  },
  ignores: {
    'an error': exchangeOn(route.orders, { status: 500 }),
    'another list': exchangeOn(route.browse, { body: { orders: [{}] } }),
  },
};

const product = { imageUrl: 'x', merchant: 'M', productCode: 'A' };
const created = {
  ...bodyOf('createdOrder'),
  productCode: 'A',
  product,
  previousUserId: 'u1',
};
const creation = (body: unknown, status = 201) => exchangeOn(route.createOrder, { status, body });
const bulkCreation = (body: unknown, status = 201) =>
  exchangeOn(route.createBulkOrder, { status, body });
const queued = bodyOf('queuedOrderRequest');

const status = bodyOf('orderRequestStatus');
const request = (changes: object, param = 'r1') =>
  exchangeOn(route.orderRequest, { param, body: { ...status, ...changes } });
const ended = { ...status, status: 'ended', result: { any: 1 }, error: 'No funds' };
const notRequests = {
  'an error': exchangeOn(route.orderRequest, { status: 404 }),
  'another route': exchangeOn(route.order, { body: status }),
};

const order = orderSamples['order']?.body ?? {};
const bulk = {
  ...orderSamples['bulkOrderCreated']?.body,
  rejectedOrders: [{ productCode: 'A', reason: 'B' }],
};
const result = (body: unknown) => request({ type: 'bulk', status: 'succeeded', result: body });
const summed = (summary: object, more: object = {}) =>
  result({
    success: true,
    orders: [order, { ...order, _id: 'o2', valuePurchased: 20.5 }],
    summary: { totalOrders: 2, totalValue: 30.5, currency: 'GBP', ...summary },
    ...more,
  });
/** Fields that every bulk result has. */
const needed = ['orders', 'success', 'summary'] as const;
const notBulk = {
  'a single result': request({ result: bulk }),
  'a request without a result': request({ type: 'bulk' }),
  'a queued creation': bulkCreation({ orderRequestId: 'r1', status: 'queued' }, 202),
};

/** Returns the error of an order route. */
const refused = (to: Route, code: number, body: unknown) => exchangeOn(to, { status: code, body });
const row = (to: Route, code: number, error: string) => ({
  passes: { 'its text': refused(to, code, { error }) },
  fails: {
    'another text': refused(to, code, { error: 'Not found' }),
    'no JSON': refused(to, code, error),
  },
  ignores: {
    'another status': refused(to, 500, { error: 'x' }),
    'another route': refused(route.wallet, code, { error: 'x' }),
  },
});
const unknown = { error: 'Order not found', message: 'Order not found or access denied' };

export const orderExamples: ExamplesById = {
  'orders.fields': {
    passes: {
      'the sample': history(listed),
      'an optional field is missing': history(without(listed, 'previousUserId')),
      'a name in two languages': history({ ...listed, merchant: { name: { en: 'A', de: 'B' } } }),
      'no picture': history({ ...listed, imageUrl: null }),
      'some lack what an order may lack': history(listed, {
        ...without(listed, 'usageLimit'),
        giftOrder: { message: null },
        isPaid: false,
        transactionId: null,
        previousUserId: '',
      }),
    },
    fails: {
      ...wrongFields(listed, history),
      'a paid one without a transaction': paidBy(undefined),
      'a paid one with an empty transaction': paidBy(''),
      'one of two has no imageUrl': [history(listed, without(listed, 'imageUrl')), 'imageUrl'],
    },
    ...noHistory,
  },
  'orders.product-absent': {
    passes: { 'no product': history(listed), 'null for it': history({ ...listed, product: null }) },
    fails: { 'a populated product': history(listed, { ...listed, product: {} }) },
    ...noHistory,
  },
  'orders.result-product-absent': {
    passes: {
      'an order': request({ result: listed }),
      'a bulk': request({ result: { orders: [listed, { ...listed, product: null }] } }),
    },
    fails: {
      'an order with one': request({ result: { ...listed, product: {} } }),
      'one of a bulk': request({ result: { orders: [listed, { ...listed, product: {} }] } }),
    },
    inconclusive: { 'another object': request({ result: { product: {} } }) },
    ignores: { 'no result': request({ result: null }), ...notRequests },
  },
  'orders.accepted-status': {
    passes: {
      'a 201': creation(created),
      'a 202': creation(queued, 202),
      'a 202 in bulk': bulkCreation(queued, 202),
    },
    fails: {
      'a 200': creation(created, 200),
      'a 204': creation('', 204),
      'a request to poll with 200': creation(queued, 200),
      'a redirect to the request': creation(queued, 302),
      'a request to poll in bulk with 200': bulkCreation(queued, 200),
      'a request to poll in bulk with 201': bulkCreation(queued, 201),
    },
    inconclusive: {
      'a bulk made at once with 201': bulkCreation({ orders: [] }, 201),
      'a bulk made at once with 207': bulkCreation({ orders: [], orderRequestId: 'r1' }, 207),
    },
    ignores: { 'a 400': creation({}, 400), 'a list': history(listed) },
  },
  'orders.queued': {
    passes: { single: creation(queued, 202), bulk: bulkCreation(queued, 202) },
    fails: {
      'another status': creation({ ...queued, status: 'pending' }, 202),
      'no id': creation(without(queued, 'orderRequestId'), 202),
      'an empty id': bulkCreation({ ...queued, orderRequestId: '' }, 202),
    },
    ignores: { 'a 201': creation(created), 'a 200 of a list': history(listed) },
  },
  'orders.created': {
    passes: {
      'the sample': creation(created),
      'null for the imageUrl': creation({ ...created, imageUrl: null }),
    },
    fails: {
      ...wrongFields(created, creation),
      'the product has no merchant': [
        creation({ ...created, product: { imageUrl: 'x', productCode: 'A' } }),
        'product',
      ],
      'another product': [
        creation({ ...created, product: { ...product, productCode: 'B' } }),
        'product',
      ],
      'it has an imageUrl': [creation({ ...created, imageUrl: 'https://x.example' }), 'imageUrl'],
    },
    ignores: { 'a 202': creation(queued, 202), 'a 201 in bulk': bulkCreation(created, 201) },
  },
  'orders.request-fields': {
    passes: { 'the sample': request({}), 'with its result': request(ended) },
    fails: {
      ...wrongFields(ended, request),
      'another type': [request({ type: 'triple' }), 'type'],
      'a result while it is queued': [request({ result: {}, status: 'queued' }), 'result'],
    },
    ignores: notRequests,
  },
  'orders.request-id': {
    passes: {
      'the id in the path': request({}),
      encoded: request({ orderRequestId: 'a b' }, 'a b'),
    },
    fails: { 'another id': request({}, 'r2'), 'no id': request({ orderRequestId: undefined }) },
    ignores: notRequests,
  },
  'orders.request-type': {
    passes: { single: request({}), bulk: request({ type: 'bulk' }) },
    fails: { another: request({ type: 'Single' }), none: request({ type: undefined }) },
    ignores: notRequests,
  },
  'orders.request-result': {
    passes: {
      'a result': request({ result: {} }),
      'a result, and null for the error': request({ status: 'succeeded', result: {}, error: null }),
      'a result, and an empty error': request({ result: {}, error: '' }),
      'an error of text': request({ error: 'No funds', result: null }),
    },
    fails: {
      'it succeeded without a result': request({ status: 'succeeded' }),
      'it succeeded with an error': request({ status: 'succeeded', error: 'No funds' }),
      'a result that is text': request({ result: 'done' }),
      'a result and an error': request({ result: {}, error: 'No funds' }),
      'an error that is an object': request({ error: {} }),
    },
    ignores: {
      ...notRequests,
      'a queued request': request({ error: null }),
      'an empty error': request({ error: '' }),
    },
  },
  'orders.single-fields': {
    passes: { 'the sample': request({ result: order }) },
    fails: wrongFields({ ...listed, product }, body => request({ result: body })),
    inconclusive: { 'another object': request({ result: { done: true } }) },
    ignores: {
      ...notRequests,
      'a bulk': request({ type: 'bulk', result: bulk }),
      'no result': request({}),
    },
  },
  'orders.bulk-fields': {
    passes: {
      'a result': result(bulk),
      'a 201': bulkCreation(bulk),
      'a 207': bulkCreation(bulk, 207),
      'without rejected orders': result(without(bulk, 'rejectedOrders')),
    },
    fails: {
      ...wrongFields(bulk, result),
      'no summary': [bulkCreation(without(bulk, 'summary')), 'summary'],
      'another object instead of a request': [bulkCreation({ batch: 'b1' }, 200), ...needed],
      'a list of orders instead of a request': [bulkCreation([order]), ...needed],
      'an order without a status': [
        result({ ...bulk, orders: [{ ...order, status: null }] }),
        'orders',
      ],
    },
    inconclusive: { 'another object': result({ batch: 'b1' }), 'a result of text': result('done') },
    ignores: notBulk,
  },
  'orders.bulk-summary': {
    passes: {
      'a number and a currency that fit': summed({}),
      'rejected orders count': summed({ totalOrders: 3 }, { rejectedOrders: [{}] }),
      'rejected orders do not count': summed({}, { rejectedOrders: [{}] }),
      'a total after a discount': summed({ totalValue: 29 }),
      'another currency': summed({ currency: 'EUR' }),
    },
    fails: {
      'another number of orders': summed({ totalOrders: 3 }),
      'no number': summed({ totalOrders: undefined }),
    },
    inconclusive: {
      'no summary': result({ orders: [order] }),
      'another object': result({ batch: 'b1' }),
    },
    ignores: notBulk,
  },
  'orders.bulk-total': {
    passes: {
      'the sum of the values': summed({}),
      'a sum in binary fractions': summed({ totalValue: 30.500000000000004 }),
      'without orders, zero': summed({ totalValue: 0 }, { orders: [] }),
      'a currency in small letters': summed({ currency: 'gbp' }),
    },
    fails: {
      'a cent less': [summed({ totalValue: 30.49 }), 'totalValue'],
      'the first value alone': [summed({ totalValue: 10 }), 'totalValue'],
      'no total': [summed({ totalValue: undefined }), 'totalValue'],
      'another currency': [summed({ currency: 'EUR' }), 'currency'],
      'no currency': [summed({ currency: undefined }), 'currency'],
    },
    inconclusive: {
      'no summary': result({ orders: [order] }),
      'another object': result({ batch: 'b1' }),
    },
    ignores: notBulk,
  },
  'orders.bulk-success': {
    passes: {
      'orders only': summed({}),
      'an empty rejectedOrders': summed({}, { rejectedOrders: [] }),
    },
    fails: {
      'success is false': summed({}, { success: false }),
      'no success': summed({}, { success: undefined }),
    },
    inconclusive: {
      'a rejected order': summed({}, { success: false, rejectedOrders: [{}] }),
      'no orders': summed({}, { success: false, orders: [] }),
      'no summary': result({ orders: [order] }),
      'another object': result({ batch: 'b1' }),
    },
    ignores: notBulk,
  },
  'orders.request-invalid-id': row(route.orderRequest, 400, 'Invalid order request ID format'),
  'orders.request-unknown': row(
    route.orderRequest,
    404,
    'Order request not found or access denied',
  ),
  'orders.unknown': {
    passes: { 'error and message': refused(route.order, 404, unknown) },
    fails: {
      'no message': refused(route.order, 404, { error: 'Order not found' }),
      'another message': refused(route.order, 404, { ...unknown, message: 'Order not found' }),
      'another error': refused(route.order, 404, { ...unknown, error: 'Not found' }),
    },
    ignores: {
      'a 403': refused(route.order, 403, { error: 'x' }),
      'another route': refused(route.orderRequest, 404, { error: 'x' }),
    },
  },
  'orders.unknown-product': row(route.createOrder, 404, 'Product not found'),
};
