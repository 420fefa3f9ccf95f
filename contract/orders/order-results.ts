/** Results of the orders of a run: the order itself, or the result of a bulk (§2.3, §2.4). */
import {
  bodyOf,
  field,
  isObject,
  isSuccess,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { lists } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency } from '../../schemas/schema.ts';
import type { CaseItem } from '../../fixtures/run/case.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { isQueued, summaryOf } from './judgements.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { readWhole, type ListRead } from '../shared/lists.ts';
import { untilShown, answeredAt } from '../shared/polling.ts';
import { cheapest } from '../shared/purchases.ts';
import {
  createdOrder,
  createOrder,
  endedOrder,
  endOf,
  orderRequests,
  type OrderKind,
} from './order-requests.ts';
import { partlyRejected } from './unknown-product.ts';
import { middleDenomination, order } from '../buying/price-bounds.ts';

type Item = Record<string, unknown>;

/** @throws NotExercised if there is no such request. */
export async function readable(read: Promise<Exchange>): Promise<Exchange> {
  const exchange = await read;
  if (!isSuccess(exchange)) {
    const { status } = exchange.response;
    throw new NotExercised(`the order request answers ${status}`, 'orders.request-fields');
  }
  return exchange;
}

/** The order that a creation or its request returned; undefined if it is another object (§2.3). */
function orderIn(exchange: Exchange): Item | undefined {
  const order =
    exchange.route === route.createOrder.id ? bodyOf(exchange) : field(exchange, 'result');
  return isOrder(order) ? order : undefined;
}

const isOrder = (value: unknown): value is Item =>
  isObject(value) && '_id' in value && 'productCode' in value;

/** Returns the end of an order of this run, made at once or later. */
async function outcomeOf(context: Context, kind: OrderKind): Promise<Exchange> {
  const creation = await createOrder(context, kind);
  return isQueued(creation) ? endedOrder(context, kind) : creation;
}

/**
 * The order that this run made.
 *
 * @throws NotExercised if its result is another object.
 */
export async function ownOrder(context: Context): Promise<Item> {
  const order = orderIn(await outcomeOf(context, 'single'));
  if (!order) throw new NotExercised('the result of the order is another object than an order');
  return order;
}

export interface OwnOrders {
  readonly orders: readonly Item[];
  /** The response that shows them: to their creation, or to the request that it became. */
  readonly shownBy: Exchange;
}

/**
 * The orders that this run made of a kind.
 *
 * @throws NotExercised if the result shows none.
 */
export async function ownOrders(context: Context, kind: OrderKind): Promise<OwnOrders> {
  const outcome = await outcomeOf(context, kind);
  const orders = kind === 'single' ? [await ownOrder(context)] : ordersIn(outcome);
  return { orders, shownBy: outcome };
}

/**
 * The orders of a bulk of which a line was rejected: in another currency, where the account has one.
 *
 * @throws NotExercised if the result shows none.
 */
export async function partlyRejectedOrders(context: Context): Promise<OwnOrders> {
  const bulk = await readable(partlyRejected(context));
  return { orders: ordersIn(bulk), shownBy: bulk };
}

/**
 * The single order that a run makes in another currency than the first one.
 *
 * @throws NotExercised if it makes none, or the result shows none.
 */
export async function orderElsewhere(context: Context): Promise<OwnOrders> {
  const { at } = await middleDenomination(context);
  if (isSameCurrency(at.currency, (await cheapest(context)).currency))
    throw new NotExercised('no product with three denominations is in a second currency');
  const creation = await order(context, at);
  if (!isSuccess(creation))
    throw new NotExercised(`the order gets ${creation.response.status}`, 'buying.denominations');
  const outcome = isQueued(creation) ? await endOf(context, creation) : creation;
  const made = orderIn(outcome);
  if (!made) throw new NotExercised('its result is another object than an order');
  return { orders: [made], shownBy: outcome };
}

/** @throws NotExercised if the result shows none. */
function ordersIn(bulk: Exchange): readonly Item[] {
  const orders = summaryOf(bulk).made.filter(isOrder);
  if (orders.length === 0) throw new NotExercised('the result of the bulk shows no orders');
  return orders;
}

/**
 * The order history as soon as it shows these orders, or after they had time to show.
 *
 * @param fresh the first look requests everything anew too.
 */
export const historyWith = (
  context: Context,
  { orders, shownBy }: OwnOrders,
  fresh = false,
): Promise<ListRead> =>
  untilShown(
    context,
    answeredAt(shownBy),
    (again, around) => readWhole(context, lists.orders, { fresh: fresh || again, around }),
    ({ items }) => orders.every(order => listedAs(items, order)),
  );

/** An order as a list shows it. */
export const listedAs = (items: readonly unknown[], { _id }: Item): Item | undefined =>
  items.filter(isObject).find(item => item['_id'] === _id);

interface BulkSource extends CaseItem {
  readonly id: string;
  readonly read: () => Promise<Exchange>;
}

/** Places that show a bulk result: a request that the settings name, the run's own, or its creation. */
export const bulkSources = (context: Context): readonly BulkSource[] => [
  ...orderRequests(context)
    .filter(({ kind }) => kind === 'bulk')
    .map(request => ({ ...request, read: () => readable(request.read()) })),
  {
    id: 'a bulk with an unknown product',
    kind: 'bulk',
    read: () => readable(partlyRejected(context)),
  },
  {
    id: 'a bulk made at once',
    route: route.createBulkOrder,
    kind: 'bulk',
    read: () => createdOrder(context, 'bulk'),
  },
];
