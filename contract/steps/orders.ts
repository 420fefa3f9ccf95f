/** Reads what became of the orders of a run (§2.3, §2.4), and of orders of what no catalog has (§7). */
import {
  field,
  isObject,
  isSuccess,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { lists } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency } from '../../schemas/schema.ts';
import type { CaseItem, Context } from '../../fixtures/run/context.ts';
import { isQueued, isOrder, resultIn, summaryOf } from '../orders/judgements.ts';
import { NotApplicable, NotExercised, ifAnswered, ifExercised } from '../../fixtures/verdict.ts';
import { readWhole, type ListRead } from './lists.ts';
import { eventually, answeredAt } from './polling.ts';
import { cheapest } from './purchases.ts';
import { bulkWithUnknown } from './order-bodies.ts';
import {
  createdOrder,
  createOrder,
  endedOrder,
  orderRequests,
  type KnownRequest,
  type OrderKind,
  sendOrder,
  readNamed,
} from './order-requests.ts';
import { endOf, order, orderUnknownProduct, outcomeOf, readable } from './ordering.ts';
import { middleDenomination, orderBeyondBalance, type OnOffer } from '../buying/price-bounds.ts';

export interface OwnOrders {
  readonly orders: readonly Item[];
  /** The response that shows them: to their creation, or to the request that it became. */
  readonly shownBy: Exchange;
}

/** @throws NotExercised if the response shows no order: a result may be another object (§2.3). */
function ordersIn(shownBy: Exchange, kind: OrderKind): OwnOrders {
  const shown = kind === 'single' ? [resultIn(shownBy)] : summaryOf(shownBy).made;
  const orders = shown.filter(isOrder);
  if (orders.length === 0) throw new NotExercised(`the result of the ${kind} order shows no order`);
  return { orders, shownBy };
}

/**
 * The orders that this run made of a kind, at once or later.
 *
 * @throws NotExercised if the result shows none.
 */
export async function ownOrders(context: Context, kind: OrderKind): Promise<OwnOrders> {
  const creation = await createOrder(context, kind);
  return ordersIn(isQueued(creation) ? await endedOrder(context, kind) : creation, kind);
}

/** The single order that this run made. @throws NotExercised as `ownOrders`. */
export async function ownOrder(context: Context): Promise<Item> {
  const [order = {}] = (await ownOrders(context, 'single')).orders;
  return order;
}

/** The wallets after the single order, and before the last orders of the run; undefined if they cannot be read. */
export const walletsBetween = (context: Context): Promise<Exchange | undefined> =>
  context.memo('the wallets after an order', async () => {
    await ifAnswered(ownOrders(context, 'single'));
    return ifAnswered(context.api.send(route.wallet, { fresh: true }));
  });

/** A value that is bought beside the last bulk: what wallets pay for both is looked at. */
export async function lastDenomination(context: Context): Promise<OnOffer> {
  await walletsBetween(context);
  return middleDenomination(context);
}

/**
 * The orders of the bulk that this run makes last.
 *
 * @throws NotExercised if the target rejects it as a whole, or the result shows none.
 */
export const lastBulkOrders = async (context: Context): Promise<OwnOrders> =>
  ordersIn(await lastBulk(context), 'bulk');

/**
 * The single order that goes beside the last bulk.
 *
 * @throws NotExercised if the target makes none, or the result shows none.
 */
export async function lastOrder(context: Context): Promise<OwnOrders & { creation: Exchange }> {
  const { at } = await lastDenomination(context);
  const creation = await order(context, at);
  if (!isSuccess(creation))
    throw new NotExercised(`the order gets ${creation.response.status}`, 'buying.denominations');
  return { ...ordersIn(await outcomeOf(context, creation), 'single'), creation };
}

/** Makes the last orders of the run: nothing is bought after them. */
export const makeLastOrders = (context: Context) =>
  Promise.all([ifAnswered(lastOrder(context)), ifAnswered(lastBulkOrders(context))]);

/**
 * The last order, if it is in another currency than the first one.
 *
 * @throws NotExercised if it would be in the same one: then it is not made. Else as `lastOrder`.
 */
export async function orderElsewhere(context: Context): Promise<OwnOrders> {
  const { at } = await middleDenomination(context);
  if (isSameCurrency(at.currency, (await cheapest(context)).currency))
    throw new NotExercised('no product with three denominations is in a second currency');
  return lastOrder(context);
}

/** The order history as soon as it shows these orders, or after they had time to show. */
export const historyWith = (context: Context, { orders, shownBy }: OwnOrders): Promise<ListRead> =>
  eventually(
    context,
    answeredAt(shownBy),
    fresh => readWhole(context, lists.orders, { fresh }),
    ({ items }) => orders.every(order => listedAs(items, order)),
  );

/** An order as a list shows it. */
export const listedAs = (items: readonly unknown[], { _id }: Item): Item | undefined =>
  items.filter(isObject).find(item => item['_id'] === _id);

/**
 * The response to the order of an unknown product, which is about its product.
 *
 * @throws NotExercised if a known product is rejected as well.
 */
export async function rejectedForProduct(context: Context): Promise<Exchange> {
  const exchange = await orderUnknownProduct(context);
  const { status } = exchange.response;
  // A rejection that the order of a known product gets too is not about the product.
  if (
    status >= 400 &&
    status !== 404 &&
    (await sendOrder(context, 'single')).response.status === status
  )
    throw new NotExercised(`the order of a known product is rejected with ${status} too`);
  return exchange;
}

/** The requests of orders that are likely to fail, if they are queued before they are looked at. */
export const failingRequests = (context: Context): readonly KnownRequest[] =>
  [
    { id: 'an order of an unknown product', send: orderUnknownProduct },
    { id: 'an order beyond the balance of its wallet', send: orderBeyondBalance },
  ].map(({ id, send }) => ({
    id,
    route: route.orderRequest,
    kind: undefined,
    ended: undefined,
    read: async () => {
      const creation = await send(context);
      if (isQueued(creation)) return endOf(context, creation);
      throw new NotApplicable(`the order is not queued: status ${creation.response.status}`);
    },
  }));

/**
 * Returns the result of a bulk with a rejected line: of good lines and of unknown products, or one of the settings, which
 * an earlier release may have made.
 *
 * @throws NotExercised if neither can be read.
 */
async function partlyRejected(context: Context): Promise<Exchange> {
  try {
    return await lastBulk(context);
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    const named = await ifExercised(readNamed(context, 'GV_ORDER_REQUEST_BULK'));
    const known = named && field(named, 'result', 'rejectedOrders');
    if (named && Array.isArray(known) && known.length > 0) return named;
    throw error;
  }
}

/**
 * The result of the bulk that this run makes last.
 *
 * @throws NotExercised if the target rejects it as a whole, or its result cannot be read.
 */
export const lastBulk = async (context: Context): Promise<Exchange> =>
  readable(outcomeOf(context, await createMixed(context)));

/**
 * The bulk that this run makes last, as it was sent, with its orders and the lines that were rejected.
 *
 * @throws NotExercised if its result does not show a line that was rejected.
 */
export async function rejectedLines(context: Context) {
  const shownBy = await lastBulk(context);
  const { made, rejected } = summaryOf(shownBy);
  if (rejected.length === 0) throw new NotExercised('the result shows no rejected line');
  return { made, rejected, shownBy, creation: await createMixed(context) };
}

async function createMixed(context: Context): Promise<Exchange> {
  const bulk = await bulkWithUnknown(context);
  await walletsBetween(context);
  const exchange = await context.api.send(route.createBulkOrder, bulk);
  if (!isSuccess(exchange))
    throw new NotExercised(
      `a bulk with an unknown product is rejected as a whole, with ${exchange.response.status}`,
    );
  return exchange;
}

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
    read: () => partlyRejected(context),
  },
  {
    id: 'a bulk made at once',
    route: route.createBulkOrder,
    kind: 'bulk',
    read: () => createdOrder(context, 'bulk'),
  },
];
