/** Reads orders from the response to their creation or to their order request (§2.2 to §2.4). */
import {
  arrayIn,
  bodyOf,
  field,
  has,
  isObject,
  isSuccess,
  type Exchange,
  type Item,
} from './records/exchange.ts';
import { route } from './routes.ts';

const isBulkCreation = (exchange: Exchange): boolean =>
  isSuccess(exchange) && exchange.route === route.createBulkOrder.id;

/** Returns true for the accepted creation of an order or a bulk. */
export const isCreation = (exchange: Exchange): boolean =>
  isBulkCreation(exchange) || (isSuccess(exchange) && exchange.route === route.createOrder.id);

/**
 * Returns true if an accepted creation is processed later, so its status is 202 (§1). The spec does not show the response to a
 * synchronous bulk. So with another status, a bulk creation with an orderRequestId and without orders is queued, too.
 */
export function isQueued(exchange: Exchange): boolean {
  const { status } = exchange.response;
  if (status === 202) return true;
  if (!isSuccess(exchange) || !has(exchange, 'orderRequestId')) return false;
  return isBulkCreation(exchange) ? !has(exchange, 'orders') : status !== 201;
}

/** Returns true if an order request has `result` or `error`. Its `status` does not matter. */
export const hasEnded = (exchange: Exchange): boolean =>
  isSuccess(exchange) && (has(exchange, 'result') || has(exchange, 'error'));

/** Returns the result of an order: the body of a creation (§4.1 rules 7 and 8), or the result of a request (§2.3). */
export const resultIn = (exchange: Exchange): unknown =>
  isCreation(exchange) ? bodyOf(exchange) : field(exchange, 'result');

/** Returns true for an order, and false for other objects that a result may be (§2.3). */
const isOrder = (value: unknown): value is Item =>
  isObject(value) && '_id' in value && 'productCode' in value;

/** Returns the order of a response, or all orders of a bulk. Another object has no orders (§2.3). */
export function ordersIn(exchange: Exchange): readonly Item[] {
  const result = resultIn(exchange);
  if (isObject(result) && Array.isArray(result['orders'])) return result['orders'].filter(isOrder);
  return isOrder(result) ? [result] : [];
}

/** Parts of a BulkOrderCreatedResponse (§2.4). */
export interface Bulk {
  readonly orders: readonly Item[];
  readonly summary: Item;
  /** Absent if the result does not list rejected orders. */
  readonly rejected: readonly unknown[] | undefined;
}

/** Returns the bulk of a response, or undefined if it has no orders or no summary. */
export function bulkIn(exchange: Exchange): Bulk | undefined {
  const result = resultIn(exchange);
  const { orders, summary, rejectedOrders } = isObject(result) ? result : {};
  if (!Array.isArray(orders) || !isObject(summary)) return undefined;
  return {
    orders: orders.filter(isObject),
    summary,
    rejected: Array.isArray(rejectedOrders) ? arrayIn(rejectedOrders) : undefined,
  };
}
