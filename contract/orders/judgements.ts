/** §2.2 to §2.4 Orders and order requests, §4.1 the order routes. */
import { lists } from '../../schemas/lists.ts';
import {
  bodyOf,
  field,
  has,
  isObject,
  isSuccess,
  sentId,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import {
  bulkOrderCreated,
  createdOrder,
  listedOrder,
  orderRequestStatus,
  queuedOrderRequest,
} from '../../schemas/resources/orders.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency, isSameToTheCent, sumsOf } from '../../schemas/schema.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotApplicable, NotExercised } from '../../fixtures/verdict.ts';
import { expectError, isError } from '../errors/judgements.ts';
import {
  fieldsIn,
  fieldsInList,
  fieldsOf,
  isStatusOf,
  isSuccessOf,
  ofRoutes,
  pageOf,
  repeatedIn,
  type Judgements,
} from '../../fixtures/run/judgement.ts';

const isRequest = isSuccessOf(route.orderRequest);

/** True if an order request has to show a result: it has one, or states that it succeeded (§3). */
const hasSucceeded = (exchange: Exchange): boolean =>
  has(exchange, 'result') || field(exchange, 'status') === 'succeeded';

const isBulkCreation = isSuccessOf(route.createBulkOrder);
const isCreation = isSuccessOf(route.createOrder, route.createBulkOrder);

/**
 * True if an accepted creation is processed later: it answers 202 (§1). With another status, one that names a request and
 * shows no result is queued all the same: how a bulk that is made at once answers is not shown.
 */
export function isQueued(exchange: Exchange): boolean {
  const { status } = exchange.response;
  if (status === 202) return true;
  if (!isSuccess(exchange) || !has(exchange, 'orderRequestId')) return false;
  return isBulkCreation(exchange) ? !has(exchange, 'orders') : status !== 201;
}

/** True of a response that names a request to poll, a redirect to it included: the order was accepted (§1). */
export const isToPoll = ofRoutes(
  exchange =>
    exchange.response.status < 400 &&
    field(exchange, 'status') === 'queued' &&
    has(exchange, 'orderRequestId'),
)(route.createOrder, route.createBulkOrder);

/** Returns what an order is or became: the body of a creation (§4.1 rules 7 and 8), or the result of its request (§2.3). */
export const resultIn = (exchange: Exchange): unknown =>
  isCreation(exchange) ? bodyOf(exchange) : field(exchange, 'result');

const isBulkResult = (exchange: Exchange): boolean =>
  isBulkCreation(exchange)
    ? !isQueued(exchange)
    : isRequest(exchange) && field(exchange, 'type') === 'bulk' && has(exchange, 'result');

/**
 * @returns the BulkOrderCreatedResponse of an exchange; of a creation whatever it answers, since that is its result (§4.1 rule 8).
 * @throws NotExercised if there is no result; NotApplicable if it is another object, as §2.3 allows for a request.
 */
function bulkResult(exchange: Exchange): unknown {
  const result = resultIn(exchange);
  if (isBulkCreation(exchange)) return result;
  if (!isObject(result)) throw new NotExercised('there is no result');
  // "Usually" a BulkOrderCreatedResponse (§2.3): a result that shows none of its fields is another object.
  if (!('orders' in result) && !('summary' in result))
    throw new NotApplicable('the result is another object than a BulkOrderCreatedResponse');
  return result;
}

/** The parts of a bulk order that its summary is about. */
export interface Summarised {
  readonly summary: Record<string, unknown>;
  readonly made: readonly Record<string, unknown>[];
  readonly rejected: readonly unknown[];
}

/** @throws NotExercised if the result has no orders or no summary. */
export function summaryOf(exchange: Exchange): Summarised {
  const result = bulkResult(exchange);
  const { orders: made, summary, rejectedOrders } = isObject(result) ? result : {};
  if (!Array.isArray(made) || !isObject(summary))
    throw new NotExercised('the bulk result has no orders or no summary', 'orders.bulk-fields');
  const rejected: readonly unknown[] = Array.isArray(rejectedOrders) ? rejectedOrders : [];
  return { summary, made: made.filter(isObject), rejected };
}

/** The sum of the values of orders. */
export const valueOf = (made: Summarised['made']): number =>
  made.reduce((total, order) => total + Number(order['valuePurchased']), 0);

const isPopulated = (order: unknown): boolean => isObject(order) && isObject(order['product']);

/** True of an order, and not of the other objects that a result may be (§2.3). */
export const isOrder = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && '_id' in value && 'productCode' in value;

/** The orders that the result of a request shows: itself, or those of a bulk; none if it is another object (§2.3). */
export function ordersInResult(result: unknown): readonly unknown[] {
  if (!isObject(result)) return [];
  if (Array.isArray(result['orders'])) return result['orders'] as unknown[];
  return isOrder(result) ? [result] : [];
}

/** Sums of lists this short are tried in full. */
const shortList = 12;

/**
 * True if a total is no discount and no exchange of the values, but a mistake in adding them: some of them only, one of
 * them for each order, their number, their cents, or their whole units.
 */
function isMiscounted(total: number, made: Summarised['made']): boolean {
  const values = made.map(order => Number(order['valuePurchased']));
  const sum = valueOf(made);
  if (values.length < 2 || isSameToTheCent(total, sum)) return false;
  const parts = sumsOf(values.slice(0, shortList));
  const mistakes = [
    ...parts,
    ...values.map(value => value * values.length),
    values.length,
    sum * 100,
    Math.trunc(sum),
  ];
  return mistakes.some(mistake => isSameToTheCent(total, mistake));
}

const isText = (value: unknown): boolean => typeof value === 'string';
const unknownProduct = isError(errors.unknownProduct, route.createOrder);

export const orders: Judgements = {
  'orders.fields': fieldsInList(lists.orders, listedOrder),
  'orders.product-absent': {
    appliesTo: isSuccessOf(route.orders),
    verify: exchange => {
      const { items } = pageOf(lists.orders, exchange);
      if (items.length === 0) throw new NotExercised('the page has no orders');
      expect(items.filter(isPopulated), 'listed orders with a populated product').toEqual([]);
    },
  },
  'orders.result-product-absent': {
    appliesTo: exchange => isRequest(exchange) && has(exchange, 'result'),
    verify: exchange => {
      const orders = ordersInResult(field(exchange, 'result'));
      if (orders.length === 0) throw new NotExercised('the result shows no order');
      expect(orders.filter(isPopulated), 'orders with a populated product').toEqual([]);
    },
  },
  'orders.accepted-status': {
    appliesTo: exchange => isCreation(exchange) || isToPoll(exchange),
    verify: exchange => {
      if (isBulkCreation(exchange) && !isQueued(exchange))
        throw new NotApplicable('how a bulk that is made at once answers is not shown');
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
    appliesTo: exchange => isRequest(exchange) && hasSucceeded(exchange),
    verify: exchange => {
      expect(field(exchange, 'result'), 'result').toSatisfy('an object', isObject);
      expect(has(exchange, 'error'), 'has an error beside it').toBe(false);
    },
  },
  'orders.request-error': {
    appliesTo: exchange => isRequest(exchange) && has(exchange, 'error'),
    verify: exchange => {
      expect(field(exchange, 'error'), 'error').toSatisfy('a text', isText);
      expect(has(exchange, 'result'), 'has a result beside it').toBe(false);
    },
  },
  'orders.bulk-fields': fieldsIn(isBulkResult, bulkOrderCreated, exchange => [
    bulkResult(exchange),
  ]),
  'orders.bulk-summary': {
    appliesTo: isBulkResult,
    parts: ['totalOrders', 'totalValue', 'currency'],
    verify: (exchange, _given, part) => {
      const { summary, made, rejected } = summaryOf(exchange);
      if (part === 'totalOrders') {
        // The spec does not show if the rejected ones count.
        expect(summary[part], part).toBeOneOf([made.length, made.length + rejected.length]);
        const ids = made.map(({ _id }) => _id).filter(id => typeof id === 'string');
        expect(repeatedIn(ids), 'orders that it lists twice').toEqual([]);
        return;
      }
      if (made.length === 0) throw new NotExercised('the bulk result has no orders');
      // The spec does not show the sum that the total is: paid at a discount or in another currency, it is another one.
      const total = Number(summary['totalValue']);
      if (!isSameToTheCent(total, valueOf(made)) && !isMiscounted(total, made))
        throw new NotExercised('totalValue is not the sum of the values');
      const others = made.filter(({ currency }) => !isSameCurrency(currency, summary['currency']));
      if (part === 'totalValue')
        expect(total, part).toSatisfy(
          `${valueOf(made)}, the sum of the values`,
          () => !isMiscounted(total, made),
        );
      else expect(others, `orders in another currency than ${String(summary[part])}`).toEqual([]);
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
    // An order of an account without a wallet may be rejected for that.
    appliesTo: exchange =>
      unknownProduct.appliesTo(exchange) && field(exchange, 'error') !== errors.noWallet.error,
  },
};
