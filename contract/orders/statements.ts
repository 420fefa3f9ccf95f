import type { Statements } from '../../schemas/statement.ts';

const buying = { needs: ['spend', 'GV_ORDER_BODY'], effect: 'spend' } as const;

/** §2.2 to §2.4 Orders, §3 States, §4.1 the order routes. */
export const orders = {
  'orders.fields': {
    anchor: '§2.2',
    text: 'Listed orders have the fields of their table with their types; what the table does not call required may be absent from some',
    implied: false,
  },
  'orders.product-absent': {
    anchor: '§2.2',
    text: 'A listed order carries no populated product; that belongs to synchronous creations',
    implied: false,
  },
  'orders.result-product-absent': {
    anchor: '§2.2, §2.3',
    text: 'An order in the result of a request carries no populated product; that belongs to synchronous creations',
    implied: false,
    effect: 'spend',
  },
  'orders.accepted-status': {
    anchor: '§1, §4.1 rule 7, §4.1 rule 8',
    text: 'An accepted single creation gets 201 or 202, and a bulk that is processed later 202',
    implied: false,
    ...buying,
  },
  'orders.queued': {
    anchor: '§1, §3, §4.1 rule 7',
    text: 'A 202 carries an orderRequestId and the status "queued"',
    implied: false,
    feature: 'async',
    ...buying,
  },
  'orders.request-ends': {
    anchor: '§3',
    text: 'Polling a queued request ends with a result or an error',
    implied: false,
    feature: 'async',
    ...buying,
  },
  'orders.created': {
    anchor: '§2.2, §4.1 rule 7',
    text: 'A 201 is an order with a populated product in place of imageUrl',
    implied: false,
    ...buying,
  },
  'orders.request-fields': {
    anchor: '§2.3, §3',
    text: 'An order request has the fields of its table with their types, and no result while it is queued',
    implied: false,
    feature: 'async',
    effect: 'spend',
  },
  'orders.request-id': {
    anchor: '§2.3, §4.1',
    text: 'The order request in the response is the requested one',
    implied: '§2.3, §4.1: the path names an order request, and the response has its id',
    feature: 'async',
    effect: 'spend',
  },
  'orders.request-type': {
    anchor: '§2.3',
    text: 'The type of an order request is single or bulk, matching its creation',
    implied: '§2.3: the type is single or bulk, and orders are created in these two ways',
    feature: 'async',
    effect: 'spend',
  },
  'orders.request-result': {
    anchor: '§2.3, §3',
    text: 'An order request that succeeded has a result, and no error',
    implied: false,
    feature: 'async',
    needs: ['GV_ORDER_REQUEST_SUCCEEDED'],
    effect: 'spend',
  },
  'orders.request-error': {
    anchor: '§2.3, §3',
    text: 'An order request that failed has an error, and no result',
    implied: false,
    feature: 'async',
    needs: ['GV_ORDER_REQUEST_FAILED'],
    effect: 'spend',
  },
  'orders.bulk-fields': {
    anchor: '§2.4',
    text: 'The result of a bulk order has the fields of its table with their types',
    implied: false,
    feature: 'bulk',
    effect: 'spend',
  },
  'orders.bulk-summary': {
    anchor: '§2.4',
    text: 'The summary of a bulk order agrees with its orders in number, currency and, if it is no discount, sum',
    implied:
      '§2.4: the summary stands beside the orders that it sums up, and has their number and their currency',
    feature: 'bulk',
    effect: 'spend',
  },
  'orders.request-invalid-id': {
    anchor: '§4.1 rule 2, §7',
    text: 'An order request id of an invalid format gets 400, each time; none is a failure of the service',
    implied: false,
    feature: 'async',
    needs: ['GV_ORDER_REQUEST_INVALID'],
  },
  'orders.request-unknown': {
    anchor: '§4.1 rule 2, §7',
    text: 'An unknown order request gets 404',
    implied: false,
    feature: 'async',
    needs: ['GV_ORDER_REQUEST_UNKNOWN'],
  },
  'orders.unknown': {
    anchor: '§7',
    text: 'An unknown order gets 404 with error and message; no id is a failure of the service',
    implied: false,
    needs: ['GV_ORDER_UNKNOWN'],
  },
  'orders.known': {
    anchor: '§2.2, §7',
    text: 'An order that the account lists is not reported as an unknown one',
    implied:
      '§2.2, §7: the 404 is for an unknown order, and an order that its account lists is known',
  },
  'orders.unknown-product': {
    anchor: '§1, §7',
    text: 'An order of an unknown product gets 404 "Product not found", or is queued and fails',
    implied:
      '§1, §7: where processing is asynchronous a creation gets 202, so that a product which is not found is the error of its request',
    ...buying,
  },
  'orders.mode': {
    anchor: '§1, §4.1 rule 7',
    text: 'Whether orders are created synchronously or asynchronously',
    needs: ['spend'],
    effect: 'spend',
    observed: true,
  },
  'orders.single-result': {
    anchor: '§2.3',
    text: 'What the result of a single order is',
    effect: 'spend',
    observed: true,
  },
  'orders.bulk-result': {
    anchor: '§2.3',
    text: 'What the result of a bulk order is',
    effect: 'spend',
    observed: true,
  },
  'orders.bulk-total': {
    anchor: '§2.4',
    text: 'Whether totalValue of a bulk order is the sum of its values',
    effect: 'spend',
    observed: true,
    varies: ['totalValue', 'sumOfValues', 'currency'],
  },
  'orders.remaining-balance': {
    anchor: '§2.4, §2.5',
    text: 'remainingBalance of a bulk order, beside the balance of the wallet in its currency',
    effect: 'spend',
    observed: true,
    varies: ['remainingBalance', 'wallet', 'currency'],
  },
  'orders.statuses': { anchor: '§2.2, §3', text: 'Order statuses seen', observed: true },
  'orders.request-statuses': {
    anchor: '§2.3, §3',
    text: 'Statuses of order requests that ended',
    effect: 'spend',
    observed: true,
  },
  'orders.request-statuses-before': {
    anchor: '§2.3, §3',
    text: 'Statuses of order requests before they end, as they were read first',
    effect: 'spend',
    observed: true,
    // One that ends before it is read shows none.
    varies: true,
  },
  'orders.free-fields': {
    anchor: '§2.2',
    text: 'Further fields of merchant and giftOrder',
    observed: true,
  },
  'orders.transitions': {
    anchor: '§3',
    text: 'Transitions of orders and order requests are not shown',
    untestable: 'Nothing is promised about which state follows which',
  },
  'orders.read-payload': {
    anchor: '§4.1 rule 9',
    text: 'The payload of GET /orders/{orderId} is not shown',
    untestable: 'The route is known from its error cases only; those are judged',
  },
} as const satisfies Statements;
