/** §2.2 to §2.4 Orders and order requests, §4.1 the order routes. */
import { lists } from '../../schemas/lists.ts';
import {
  at,
  bodyOf,
  field,
  has,
  isObject,
  sentId,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import {
  bulkOrderCreated,
  createdOrder,
  listedOrder,
  order,
  orderRequestStatus,
  queuedOrderRequest,
} from '../../schemas/resources/orders.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import {
  bulkIn,
  isCreation,
  isQueued,
  ordersIn,
  resultIn,
  type Bulk,
} from '../../schemas/orders.ts';
import { cents, isSameCurrency } from '../../schemas/schema.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { NotApplicable, NotExercised } from '../../harness/verdict.ts';
import { expectError, isError } from '../errors/judgements.ts';
import {
  fieldsIn,
  fieldsInList,
  fieldsOf,
  isStatusOf,
  isSuccessOf,
  ofRoutes,
  pageOf,
  type Judgements,
} from '../../harness/run/judgement.ts';

const isRequest = isSuccessOf(route.orderRequest);

/** Returns true if an order request must show a result: it has one, or states that it succeeded (§3). */
const hasSucceeded = (exchange: Exchange): boolean =>
  has(exchange, 'result') || field(exchange, 'status') === 'succeeded';

const isBulkCreation = isSuccessOf(route.createBulkOrder);

/** Returns true for a response below 400 that names a queued order request. The order was accepted (§1). */
export const isToPoll = ofRoutes(
  exchange =>
    exchange.response.status < 400 &&
    field(exchange, 'status') === 'queued' &&
    has(exchange, 'orderRequestId'),
)(route.createOrder, route.createBulkOrder);

const isBulkResult = (exchange: Exchange): boolean =>
  isBulkCreation(exchange)
    ? !isQueued(exchange)
    : isRequest(exchange) && field(exchange, 'type') === 'bulk' && has(exchange, 'result');

/**
 * Returns the BulkOrderCreatedResponse of an exchange. For a creation, this is its body (§4.1 rule 8).
 *
 * @throws NotApplicable if the result is another object, as §2.3 allows for a request.
 */
function bulkResult(exchange: Exchange): unknown {
  const result = resultIn(exchange);
  const isBulk = isObject(result) && ('orders' in result || 'summary' in result);
  if (!isBulk && !isBulkCreation(exchange))
    throw new NotApplicable('the result is not a BulkOrderCreatedResponse');
  return result;
}

/**
 * Returns a bulk with its orders and summary.
 *
 * @throws NotExercised if the result lacks one of them.
 */
function bulkOf(exchange: Exchange): Bulk {
  const bulk = bulkIn(exchange);
  if (!bulk)
    throw new NotExercised('the bulk result has no orders or no summary', 'orders.bulk-fields');
  return bulk;
}

/** Expects that no order carries a populated product. */
function expectUnpopulated(orders: readonly unknown[]): void {
  for (const order of orders.filter(isObject))
    expect(
      isObject(order['product']) ? order['product'] : 'absent',
      `product of order ${String(order['_id'])}`,
    ).toBe('absent');
}

const isText = (value: unknown): boolean => typeof value === 'string';
const unknownProduct = isError(errors.unknownProduct, route.createOrder);

export const orders: Judgements = {
  'orders.fields': fieldsInList(lists.orders, listedOrder),
  'orders.product-absent': {
    appliesTo: isSuccessOf(route.orders),
    verify: exchange => expectUnpopulated(pageOf(lists.orders, exchange).items),
  },
  'orders.result-product-absent': {
    appliesTo: exchange => isRequest(exchange) && has(exchange, 'result'),
    verify: exchange => expectUnpopulated(ordersIn(exchange)),
  },
  'orders.accepted-status': {
    appliesTo: exchange => isCreation(exchange) || isToPoll(exchange),
    verify: exchange => {
      if (isBulkCreation(exchange) && !isQueued(exchange))
        throw new NotApplicable(
          'the spec does not show the status of a bulk order that is created at once',
        );
      if (isToPoll(exchange) || isBulkCreation(exchange)) expect(exchange).toHaveStatus(202);
      else expect(exchange).toHaveStatus(201, 202);
    },
  },
  'orders.queued': {
    appliesTo: isStatusOf(202, route.createOrder, route.createBulkOrder),
    verify: exchange => {
      expect(exchange).toMatchSchema(queuedOrderRequest);
      const id = field(exchange, 'orderRequestId');
      expect(id, 'orderRequestId').toSatisfy('a string that is not empty', value => value !== '');
    },
  },
  'orders.created': {
    appliesTo: isStatusOf(201, route.createOrder),
    parts: [...fieldsOf(createdOrder), 'imageUrl'],
    verify: (exchange, _given, name) => {
      const body = bodyOf(exchange);
      if (name === 'imageUrl') return expect(has(exchange, name), 'has an imageUrl').toBe(false);
      expect([body]).toHaveField(createdOrder, name);
      const [code, own] = [
        field(exchange, 'product', 'productCode'),
        field(exchange, 'productCode'),
      ];
      if (name === 'product' && isText(own)) expect(code, 'productCode of the product').toBe(own);
    },
  },
  'orders.request-fields': {
    appliesTo: isRequest,
    parts: fieldsOf(orderRequestStatus),
    verify: (exchange, _given, name) => {
      expect([bodyOf(exchange)]).toHaveField(orderRequestStatus, name);
      if (name === 'result' && field(exchange, 'status') === 'queued')
        expect(field(exchange, name) ?? 'none', 'result of a queued request').toBe('none');
    },
  },
  'orders.request-id': {
    appliesTo: isRequest,
    verify: exchange =>
      expect(field(exchange, 'orderRequestId'), 'orderRequestId').toBe(sentId(exchange)),
  },
  'orders.request-type': {
    appliesTo: isRequest,
    verify: exchange => expect(field(exchange, 'type'), 'type').toBeOneOf(['single', 'bulk']),
  },
  'orders.request-result': {
    appliesTo: exchange =>
      isRequest(exchange) && (hasSucceeded(exchange) || has(exchange, 'error')),
    verify: exchange => {
      if (!hasSucceeded(exchange))
        return expect(field(exchange, 'error'), 'error').toSatisfy('a text', isText);
      expect(field(exchange, 'result'), 'result').toSatisfy('an object', isObject);
      expect(has(exchange, 'error'), 'has an error as well').toBe(false);
    },
  },
  'orders.single-fields': fieldsIn(
    exchange =>
      isRequest(exchange) && field(exchange, 'type') !== 'bulk' && has(exchange, 'result'),
    order,
    ordersIn,
  ),
  'orders.bulk-fields': fieldsIn(isBulkResult, bulkOrderCreated, exchange => [
    bulkResult(exchange),
  ]),
  'orders.bulk-summary': {
    appliesTo: isBulkResult,
    verify: exchange => {
      const { summary, orders, rejected = [] } = bulkOf(exchange);
      // The spec does not show whether rejected orders count.
      const numbers = [orders.length, orders.length + rejected.length];
      expect(summary['totalOrders'], 'totalOrders').toBeOneOf(numbers);
      expect(
        orders.map(({ _id }) => _id),
        '_ids of the orders',
      ).toBeDistinct();
    },
  },
  'orders.bulk-total': {
    appliesTo: isBulkResult,
    parts: ['totalValue', 'currency'],
    verify: (exchange, _given, part) => {
      const { summary, orders } = bulkOf(exchange);
      if (part === 'currency') {
        for (const { _id, currency } of orders)
          expect(currency, `currency of order ${String(_id)}`).toSatisfy(
            `${String(summary['currency'])}, the currency of the summary`,
            value => isSameCurrency(value, summary['currency']),
          );
        return;
      }
      const sum = orders.reduce((total, each) => total + Number(each['valuePurchased']), 0);
      expect(cents(summary['totalValue']), 'totalValue').toBe(cents(sum));
    },
  },
  'orders.bulk-success': {
    appliesTo: isBulkResult,
    verify: exchange => {
      const { orders, rejected = [] } = bulkOf(exchange);
      if (orders.length > 0 && rejected.length === 0)
        expect(at(resultIn(exchange), 'success'), 'success').toBe(true);
    },
  },
  'orders.request-invalid-id': isError(errors.invalidOrderRequestId, route.orderRequest),
  'orders.request-unknown': isError(errors.unknownOrderRequest, route.orderRequest),
  'orders.unknown': {
    appliesTo: isStatusOf(errors.unknownOrder.status, route.order),
    verify: exchange => expectError(exchange, errors.unknownOrder),
  },
  'orders.unknown-product': {
    ...unknownProduct,
    // An order of an account without a wallet may be rejected for the missing wallet.
    appliesTo: exchange =>
      unknownProduct.appliesTo(exchange) && field(exchange, 'error') !== errors.noWallet.error,
  },
};
