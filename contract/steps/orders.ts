/** Reads the orders that a run has made (§2.2 to §2.4), and lists them as cases. */
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import type { CaseItem, Context } from '../../harness/run/context.ts';
import { own } from '../../harness/run/own.ts';
import { NotApplicable, NotExercised } from '../../harness/verdict.ts';
import { hasEnded, isQueued, ordersIn } from '../../schemas/orders.ts';
import { bodyOf, isSuccess, type Exchange, type Item } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import type { ownOrders } from '../../schemas/statement.ts';
import { type OwnOrder, requestIdIn } from '../setup/order-requests.ts';
import { rejectionOf } from '../setup/orders.ts';
import { balancesIn } from '../setup/shop.ts';
import { ofUnknownProduct } from './bounds.ts';

export type OrderKind = 'single' | 'bulk';

/** Lists the kinds of orders, as cases. */
export const orderKindCases = [
  { id: 'single', kind: 'single', route: route.createOrder, use: 'single order' },
  { id: 'bulk', kind: 'bulk', route: route.createBulkOrder, use: 'bulk order' },
] as const;

/** Lists the orders of the run, as cases. */
export const ownOrderCases = [
  ...orderKindCases,
  {
    id: 'single, in a second currency',
    kind: 'single',
    route: route.createOrder,
    use: 'order in a second currency',
  },
  {
    id: 'a bulk with an unknown product',
    bound: ofUnknownProduct,
    kind: 'bulk',
    route: route.createBulkOrder,
    use: 'bulk with an unknown product',
  },
] as const;

/** Lists the two orders at the same moment, as cases. */
export const pairCases = ['one', 'the other'].map((which, nth): OwnOrderCase => ({
  id: `${which} of two at the same moment`,
  kind: 'single',
  route: route.createOrder,
  use: 'two orders',
  nth,
}));

/** Order of the run, as a case. */
export interface OwnOrderCase extends CaseItem {
  readonly kind: OrderKind;
  readonly use: (typeof ownOrders)[number] | 'two orders';
  /** Place among orders at the same moment. */
  readonly nth?: number;
}

/** Returns the order of a case. @throws NotExercised if it could not be made. */
export const orderOf = (context: Context, { use, nth = 0 }: OwnOrderCase): OwnOrder =>
  [own(context, use)].flat()[nth]!;

/**
 * Requires that the wallet could pay for an order.
 *
 * @throws NotExercised if it could not.
 */
export function requireFunds({ before, lines }: OwnOrder): void {
  const [{ currency }] = lines as [Purchase];
  const cost = lines.reduce((sum, { value }) => sum + value, 0);
  const isRead = before && (isSuccess(before) || before.response.status === errors.noWallet.status);
  if (!isRead) return;
  const balance = balancesIn(bodyOf(before)).get(currency.toUpperCase()) ?? 0;
  if (balance < cost)
    throw new NotExercised(`the wallet has ${balance} ${currency}, and the order costs ${cost}`);
}

/**
 * Returns the creation of an order.
 *
 * @throws NotExercised if the order was rejected.
 */
export function acceptedOf({ creation }: OwnOrder): Exchange {
  if (!isSuccess(creation)) throw rejectionOf(creation);
  return creation;
}

/**
 * Returns the creation of a queued order.
 *
 * @throws NotApplicable if the target creates orders at once.
 */
export function queuedOf(order: OwnOrder): Exchange {
  const creation = acceptedOf(order);
  if (!isQueued(creation)) throw new NotApplicable('orders are created synchronously here');
  return creation;
}

/**
 * Returns the creation of an order that was created at once.
 *
 * @throws NotApplicable if the target queues orders.
 */
export function createdOf(order: OwnOrder): Exchange {
  const creation = acceptedOf(order);
  if (isQueued(creation)) throw new NotApplicable('orders are created asynchronously here');
  return creation;
}

/** Returns the id of the order request of an order. */
export const queuedId = (order: OwnOrder): string => requestIdIn(queuedOf(order));

/** Returns the first read of the order request of an order, usually while it is queued. */
export const firstReadOf = (order: OwnOrder): Exchange => polled(order, order.first);

/** Returns the last poll of the order request of an order. It shows the end, unless the order takes longer than GV_ASYNC_TIMEOUT. */
export const endOf = (order: OwnOrder): Exchange => polled(order, order.end);

function polled(order: OwnOrder, read: Exchange | undefined): Exchange {
  queuedOf(order);
  if (!read) throw order.unread ?? new NotExercised('the order request was not read');
  return read;
}

/**
 * Returns the response that shows the result of an order: the creation, or its request at the end.
 *
 * @throws NotExercised if the order was rejected, or its request did not end.
 */
export function outcomeOf(order: OwnOrder): Exchange {
  const creation = acceptedOf(order);
  return isQueued(creation) ? requireEnd(endOf(order)) : creation;
}

/**
 * Returns an order request that has ended.
 *
 * @throws NotExercised if it has not. Another requirement reports that.
 */
export function requireEnd(exchange: Exchange): Exchange {
  if (hasEnded(exchange)) return exchange;
  throw new NotExercised('the order request did not end', 'orders.request-ends');
}

/**
 * Returns a successful read of an order request.
 *
 * @throws NotExercised if the request does not exist.
 */
export function readable(exchange: Exchange, elsewhere = 'orders.request-readable'): Exchange {
  if (isSuccess(exchange)) return exchange;
  const { status } = exchange.response;
  throw new NotExercised(`the order request answers ${status}`, elsewhere);
}

export interface Created {
  readonly orders: readonly Item[];
  /** Response that shows the orders: their creation or their order request. */
  readonly shownBy: Exchange;
}

/**
 * Returns the orders that an order created.
 *
 * @throws NotExercised if the order was rejected, did not end, or if its result shows no order.
 */
export function ordersOf(order: OwnOrder): Created {
  const shownBy = outcomeOf(order);
  const orders = ordersIn(shownBy);
  if (orders.length > 0) return { orders, shownBy };
  throw new NotExercised('the result of the order shows no order', 'orders-made.shown');
}
