import { ownOrders, type Statements } from '../../schemas/statement.ts';

const spending = { effect: 'spend', stage: 'orders', uses: ownOrders } as const;
/** Uses one order of each kind. */
const ofKinds = ['single order', 'bulk order'] as const;
const bulks = ['bulk order', 'bulk with an unknown product'] as const;
/** Of statements that any order request shows: of a setting, or of an order of the run. */
const ofRequests = {
  wants: [
    ['GV_ORDER_REQUEST_SUCCEEDED', 'GV_ORDER_REQUEST_FAILED', 'GV_ORDER_REQUEST_BULK', 'spend'],
  ],
  ...spending,
  uses: ofKinds,
} as const;
const buying = { needs: ['spend', 'GV_ORDER_BODY'], ...spending } as const;

/** §2.2 to §2.4 Orders, §3 States, §4.1 the order routes. */
export const orders = {
  'orders.fields': {
    anchor: '§2.2',
    text: 'Listed orders have the fields of §2.2 with the right types. Each has an imageUrl, which may be null',
    implied: false,
  },
  'orders.product-absent': {
    anchor: '§2.2',
    text: 'Listed orders carry no populated product, because only synchronous creations do',
    implied: false,
  },
  'orders.result-product-absent': {
    anchor: '§2.2, §2.3',
    text: 'Orders in the result of an order request carry no populated product, because only synchronous creations do',
    implied: false,
    wants: [['GV_ORDER_REQUEST_SUCCEEDED', 'GV_ORDER_REQUEST_BULK', 'spend']],
    ...spending,
    uses: ofKinds,
  },
  'orders.accepted': {
    anchor: '§1',
    text: 'A valid order is accepted, single and in bulk',
    implied: false,
    doubt:
      'A product may be out of stock, or GV_ORDER_BODY may lack a field that the target requires',
    ...buying,
    uses: ofKinds,
  },
  'orders.accepted-status': {
    anchor: '§1, §4.1 rule 7, §4.1 rule 8',
    text: 'An accepted single order gets 201 or 202. An accepted bulk order that is queued gets 202',
    implied: false,
    ...buying,
    uses: ofKinds,
  },
  'orders.queued': {
    anchor: '§1, §3, §4.1 rule 7',
    text: 'A 202 carries an orderRequestId and the status "queued"',
    implied: false,
    feature: 'async',
    ...buying,
    uses: ofKinds,
  },
  'orders.request-readable': {
    anchor: '§1, §3',
    text: 'The request of a queued order can be polled until it ends',
    implied: false,
    feature: 'async',
    ...buying,
  },
  'orders.request-ends': {
    anchor: '§3',
    text: 'The request of a queued order ends with a result or an error',
    implied: false,
    doubt: 'A queue may take longer than GV_ASYNC_TIMEOUT',
    feature: 'async',
    ...buying,
  },
  'orders.created': {
    anchor: '§2.2, §4.1 rule 7',
    text: 'A 201 carries an order with a populated product and without imageUrl',
    implied: false,
    ...buying,
    uses: ['single order'],
  },
  'orders.request-fields': {
    anchor: '§2.3, §3',
    text: 'An order request has the fields of §2.3 with the right types, and no result while it is queued',
    implied: false,
    feature: 'async',
    ...ofRequests,
  },
  'orders.request-id': {
    anchor: '§2.3, §4.1',
    text: 'The response carries the id of the requested order request',
    implied: '§2.3, §4.1: the path names an order request, and the response has its id',
    feature: 'async',
    ...ofRequests,
  },
  'orders.request-type': {
    anchor: '§2.3',
    text: 'The type of an order request is single or bulk, depending on the order that created it',
    implied: '§2.3: the type is single or bulk, and orders are created singly or in bulk (§1)',
    feature: 'async',
    ...ofRequests,
  },
  'orders.request-result': {
    anchor: '§2.3, §3',
    text: 'An order request that succeeded has a result, and no error. An order request that failed has an error, and no result',
    implied: false,
    feature: 'async',
    wants: [
      ['GV_ORDER_REQUEST_SUCCEEDED', 'GV_ORDER_REQUEST_BULK', 'GV_ORDER_REQUEST_FAILED', 'spend'],
    ],
    ...spending,
    uses: [...ofKinds, 'order of an unknown product', 'order beyond the balance'],
  },
  'orders.single-fields': {
    anchor: '§2.2, §2.3',
    text: 'If the result of a single order request is an order, it has the fields of §2.2 with the right types',
    implied:
      '§2.2, §2.3: the result of a single order request is usually an Order, and an Order has these fields',
    doubt: 'A result may be any object (§2.3)',
    feature: 'async',
    wants: [['GV_ORDER_REQUEST_SUCCEEDED', 'spend']],
    ...spending,
    uses: ['single order'],
  },
  'orders.bulk-fields': {
    anchor: '§2.4',
    text: 'The result of a bulk order has the fields of §2.4 with the right types',
    implied: false,
    feature: 'bulk',
    wants: [['GV_ORDER_REQUEST_BULK', 'spend']],
    ...spending,
    uses: bulks,
  },
  'orders.bulk-summary': {
    anchor: '§2.4',
    text: 'totalOrders of a bulk order is the number of its orders, with or without rejected orders, and each order is listed once',
    implied: '§2.4: the summary describes the orders of the response by their number',
    feature: 'bulk',
    wants: [['GV_ORDER_REQUEST_BULK', 'spend']],
    ...spending,
    uses: bulks,
  },
  'orders.bulk-total': {
    anchor: '§2.4',
    text: 'totalValue of a bulk order is the sum of the values of its orders, and its currency is the currency of the orders',
    implied:
      '§2.4: the summary describes the orders of the response, and totalValue is the total of their values in this currency',
    doubt: 'A service may subtract a discount, or state the total in the currency of the wallet',
    feature: 'bulk',
    wants: [['GV_ORDER_REQUEST_BULK', 'spend']],
    ...spending,
    uses: bulks,
  },
  'orders.bulk-success': {
    anchor: '§2.4',
    text: 'success is true for a bulk order that has orders and no rejectedOrders',
    implied:
      '§2.4: success states whether the bulk succeeded, and rejectedOrders lists its failures',
    doubt: 'A service may leave out rejectedOrders, although it rejected some orders',
    feature: 'bulk',
    wants: ['spend'],
    ...spending,
    uses: bulks,
  },
  'orders.request-invalid-id': {
    anchor: '§4.1 rule 2, §7',
    text: 'A malformed order request id always gets 400 "Invalid order request ID format". No order request id gets a 5xx',
    implied: false,
    feature: 'async',
    needs: ['GV_ORDER_REQUEST_INVALID'],
    stage: 'independent',
    effect: 'spend',
    uses: ['unknown request', 'GV_ORDER_REQUEST_INVALID'],
  },
  'orders.request-unknown': {
    anchor: '§4.1 rule 2, §7',
    text: 'An unknown order request gets 404 "Order request not found or access denied"',
    implied: false,
    feature: 'async',
    needs: ['GV_ORDER_REQUEST_UNKNOWN'],
    stage: 'independent',
    effect: 'spend',
    uses: ['unknown request'],
  },
  'orders.unknown': {
    anchor: '§7',
    text: 'An unknown order gets 404 "Order not found" with the message "Order not found or access denied". No order id gets a 5xx',
    implied: false,
    needs: ['GV_ORDER_UNKNOWN'],
    stage: 'independent',
    uses: ['GV_ORDER_UNKNOWN'],
  },
  'orders.known': {
    anchor: '§2.2, §7',
    text: 'An order that the account lists is not reported as unknown when it is read',
    implied:
      '§2.2, §7: the 404 is for an unknown order, and an order that the account lists is known',
    ...spending,
    stage: 'made',
    uses: ['single order'],
  },
  'orders.unknown-product': {
    anchor: '§1, §7',
    text: 'An order for an unknown product gets 404 "Product not found", or is queued and ends with an error',
    implied:
      '§1, §7: if processing is asynchronous, creation gets 202, so the order request reports the unknown product as its error',
    ...buying,
    uses: ['single order', 'order of an unknown product'],
  },
  'orders.mode': {
    anchor: '§1, §4.1 rule 7',
    text: 'Whether orders are created synchronously or asynchronously',
    needs: ['spend'],
    ...spending,
    observed: true,
    uses: ofKinds,
  },
  'orders.single-result': {
    anchor: '§2.3',
    text: 'Fields in the result of a single order',
    ...ofRequests,
    observed: true,
  },
  'orders.bulk-result': {
    anchor: '§2.3',
    text: 'Fields in the result of a bulk order',
    ...ofRequests,
    observed: true,
  },
  'orders.statuses': { anchor: '§2.2, §3', text: 'Order statuses seen', observed: true },
  'orders.request-statuses': {
    anchor: '§2.3, §3',
    text: 'Statuses of order requests that ended',
    ...ofRequests,
    observed: true,
  },
  'orders.request-statuses-before': {
    anchor: '§2.3, §3',
    text: 'Statuses of order requests at the first poll, before they end',
    ...ofRequests,
    observed: true,
    // A request that ends before it is read shows no such status.
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
    untestable: 'The spec does not say in which order the states follow',
  },
  'orders.read-payload': {
    anchor: '§4.1 rule 9',
    text: 'The payload of GET /orders/{orderId} is not shown',
    untestable: 'The spec shows only the errors of this route, and other requirements judge them',
  },
} as const satisfies Statements;
