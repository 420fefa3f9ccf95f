/** Of the results of bulk orders (§2.4). */
import { orderSamples } from '../../schemas/resources/examples/business.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const status = orderSamples['orderRequestStatus']?.body ?? {};
const request = (changes: object) =>
  exchangeOn(route.orderRequest, { body: { ...status, ...changes } });
const order = orderSamples['order']?.body ?? {};
const bulk = {
  ...orderSamples['bulkOrderCreated']?.body,
  rejectedOrders: [{ productCode: 'A', reason: 'B' }],
};
const result = (body: unknown) => request({ type: 'bulk', status: 'succeeded', result: body });
const bulkCreation = (body: unknown, code = 201) =>
  exchangeOn(route.createBulkOrder, { status: code, body });
const summed = (summary: object, more: object = {}) =>
  result({
    success: true,
    orders: [order, { ...order, _id: 'o2', valuePurchased: 20.5 }],
    summary: { totalOrders: 2, totalValue: 30.5, currency: 'GBP', ...summary },
    ...more,
  });
const notBulk = {
  'a single result': request({ result: bulk }),
  'a request without a result': request({ type: 'bulk' }),
  'a queued creation': bulkCreation({ orderRequestId: 'r1', status: 'queued' }, 202),
};

export const bulkOrderExamples: ExamplesById = {
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
      'another object in place of a request': [
        bulkCreation({ batch: 'b1' }, 200),
        'orders',
        'success',
        'summary',
      ],
      'a list of orders in place of a request': [
        bulkCreation([order]),
        'orders',
        'success',
        'summary',
      ],
      'an order without a status': [
        result({ ...bulk, orders: [without(order, 'status')] }),
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
      'a currency in small letters': summed({ currency: 'gbp' }),
      'a total in the currency of the wallet': summed({ totalValue: 35.4, currency: 'EUR' }),
    },
    fails: {
      'another number of orders': [summed({ totalOrders: 3 }), 'totalOrders'],
      'the last value for each': [summed({ totalValue: 41 }), 'totalValue'],
      'the first value alone': [summed({ totalValue: 10 }), 'totalValue'],
      'a total in cents': [summed({ totalValue: 3050 }), 'totalValue'],
      'a wrong sum in another currency': [
        summed({ totalValue: 2, currency: 'EUR' }),
        'totalValue',
        'currency',
      ],
      'the same total in another currency': [summed({ currency: 'EUR' }), 'currency'],
      'no number, no currency': [
        summed({ totalOrders: undefined, currency: undefined }),
        'totalOrders',
        'currency',
      ],
    },
    inconclusive: {
      'no summary': result({ orders: [order] }),
      'another object': result({ batch: 'b1' }),
    },
    ignores: notBulk,
  },
};
