/**
 * Creates the orders of a run, each once, before the run buys anything else. Also creates further orders (§2.2 to §2.4, §4.1 rules
 * 7 and 8).
 */
import { bodyOf, isSuccess, type Exchange, type Item } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { isQueued, ordersIn } from '../../schemas/orders.ts';
import { route, type Route } from '../../schemas/routes.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import type { Context } from '../../harness/run/context.ts';
import { ofUnknownProduct } from './bounds.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import { ifAnswered, NotApplicable, NotExercised } from '../../harness/verdict.ts';
import {
  bulkOf,
  bulkOrderBody,
  orderBody,
  purchaseOf,
  requirePlaces,
  withOtherMessage,
} from '../setup/order-bodies.ts';
import {
  endOf,
  outcomeOf,
  requestIdIn,
  sendOrder,
  type OrderOptions,
  type Sent,
} from '../setup/order-requests.ts';
import { orderLines, unknownProduct } from '../setup/order-lines.ts';
import { balancesIn } from '../setup/shop.ts';
import { cheapest, readShop, sendTogether, withoutOtherPurchases } from './purchases.ts';

export type OrderKind = 'single' | 'bulk';
/** Order of the run, with its lines. */
export interface OwnOrder extends Sent {
  readonly lines: readonly Purchase[];
}

const send = async (
  context: Context,
  to: Route,
  lines: readonly Purchase[],
  order: OrderOptions,
): Promise<OwnOrder> => ({ lines, ...(await sendOrder(context, to, order)) });

/** Orders the cheapest product. */
async function makeSingle(context: Context): Promise<OwnOrder> {
  const template = await orderBody(context);
  const line = await cheapest(context);
  return send(context, route.createOrder, [line], purchaseOf(template, line));
}

/** Orders one product for two values, or in a single line if the body has no array of lines. */
async function makeBulk(context: Context): Promise<OwnOrder> {
  const template = await bulkOrderBody(context);
  const lines = orderLines.bulk(await readShop(context));
  const order = await bulkOf(context, lines);
  return order
    ? send(context, route.createBulkOrder, lines, order)
    : send(context, route.createBulkOrder, [lines[0]!], purchaseOf(template, lines[0]!));
}

/**
 * Orders a product in a second currency.
 *
 * @throws NotExercised if the account has no money in a second currency.
 */
async function makeInSecondCurrency(context: Context): Promise<OwnOrder> {
  const template = await orderBody(context);
  const [line] = orderLines.secondCurrency(await readShop(context));
  if (!line) throw new NotExercised('the account has no money in a second currency');
  return send(context, route.createOrder, [line], purchaseOf(template, line));
}

/**
 * Orders an unknown product and up to two cheap products in a bulk.
 *
 * @throws NotExercised if GV_BULK_ORDER_BODY has no array of lines.
 */
async function makeWithUnknown(context: Context): Promise<OwnOrder> {
  const lines = orderLines.withUnknown(await readShop(context));
  const order = await bulkOf(context, lines);
  if (!order) throw new NotExercised('GV_BULK_ORDER_BODY has no array of lines');
  return send(context, route.createBulkOrder, lines, order);
}

/** Lists the kinds of orders, as cases. */
export const orderKindCases = [
  { id: 'single', kind: 'single', route: route.createOrder, make: makeSingle },
  { id: 'bulk', kind: 'bulk', route: route.createBulkOrder, make: makeBulk },
] as const;

/** Lists the orders of the run, as cases. */
export const ownOrderCases = [
  ...orderKindCases,
  {
    id: 'single, in a second currency',
    kind: 'single',
    route: route.createOrder,
    make: makeInSecondCurrency,
  },
  {
    id: 'a bulk with an unknown product',
    bound: ofUnknownProduct,
    kind: 'bulk',
    route: route.createBulkOrder,
    make: makeWithUnknown,
  },
] as const;

/**
 * Makes the orders of the run, unless they were made already. They come first, because balances do not show a price while another
 * order is queued.
 */
export async function makeOwnOrders(context: Context): Promise<void> {
  for (const { make } of ownOrderCases) await ifAnswered(make(context));
  await ifAnswered(twoOrders(context));
}

/** Orders the cheapest product twice at the same moment, with two messages, and reads the wallets before and after both. */
export const twoOrders = (context: Context): Promise<readonly OwnOrder[]> =>
  context.memo('two orders at the same moment', async () => {
    const line = await cheapest(context);
    const template = await orderBody(context);
    const both = [template, withOtherMessage(template)].map(each => {
      const { body, costs = [] } = purchaseOf(each, line);
      return { body, costs };
    });
    const readWallets = () => ifAnswered(context.api.send(route.wallet, { fresh: true }));
    return withoutOtherPurchases(context, async () => {
      const before = await readWallets();
      const creations = await sendTogether(context, route.createOrder, both);
      for (const each of creations) if (isQueued(each)) await ifAnswered(endOf(context, each));
      const after = await readWallets();
      // A replay serves equal requests in the order of their exchanges.
      const inOrder = creations.toSorted((a, b) =>
        a.id.localeCompare(b.id, 'en', { numeric: true }),
      );
      return inOrder.map(creation => ({ lines: [line], creation, before, after }));
    });
  });

/** Order of the run, as a case. */
export interface OwnOrderCase {
  readonly id: string;
  readonly kind: OrderKind;
  readonly route: Route;
  make(context: Context): Promise<OwnOrder>;
}

/** Lists the two orders at the same moment, as cases. */
export const pairCases: readonly OwnOrderCase[] = ['one', 'the other'].map((which, nth) => ({
  id: `${which} of two at the same moment`,
  kind: 'single',
  route: route.createOrder,
  make: async (context: Context): Promise<OwnOrder> => (await twoOrders(context))[nth]!,
}));

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
  if (isSuccess(creation)) return creation;
  const { status, body } = creation.response;
  throw new NotExercised(
    `${creation.route} answers the order with ${status}: ${body.slice(0, 200)}`,
    'orders.accepted',
  );
}

export interface OwnOrders {
  readonly orders: readonly Item[];
  /** Response that shows the orders: their creation or their order request. */
  readonly shownBy: Exchange;
}

/**
 * Returns the orders that an order created.
 *
 * @throws NotExercised if the order was rejected, did not end, or if its result shows no order.
 */
export async function ordersOf(context: Context, own: OwnOrder): Promise<OwnOrders> {
  const shownBy = await outcomeOf(context, acceptedOf(own));
  const orders = ordersIn(shownBy);
  if (orders.length > 0) return { orders, shownBy };
  throw new NotExercised('the result of the order shows no order', 'orders-made.shown');
}

/** Returns the single order that this run made. @throws NotExercised as `ordersOf`. */
export async function ownOrder(context: Context): Promise<Item> {
  const [order = {}] = (await ordersOf(context, await makeSingle(context))).orders;
  return order;
}

/**
 * Creates an order of a kind and returns the accepted creation.
 *
 * @throws NotExercised if it was rejected.
 */
export const createOrder = async (context: Context, kind: OrderKind): Promise<Exchange> =>
  acceptedOf(await (kind === 'single' ? makeSingle : makeBulk)(context));

/**
 * Returns the creation of a queued order.
 *
 * @throws NotApplicable if the target creates orders at once.
 */
export const queuedOrder = async (context: Context, kind: OrderKind): Promise<Exchange> =>
  requireQueued(await createOrder(context, kind));

/**
 * Returns a creation whose order is queued.
 *
 * @throws NotApplicable if the order was created at once.
 */
export function requireQueued(creation: Exchange): Exchange {
  if (!isQueued(creation)) throw new NotApplicable('orders are created synchronously here');
  return creation;
}

/**
 * Returns the creation of an order that was created at once.
 *
 * @throws NotApplicable if the target queues orders.
 */
export async function createdOrder(context: Context, kind: OrderKind): Promise<Exchange> {
  const exchange = await createOrder(context, kind);
  if (isQueued(exchange)) throw new NotApplicable('orders are created asynchronously here');
  return exchange;
}

/** Returns the id of the order request of a creation. */
export const queuedId = async (context: Context, kind: OrderKind): Promise<string> =>
  requestIdIn(await queuedOrder(context, kind));

/** Returns the last poll of the request of a creation. */
export const endedOrder = async (context: Context, kind: OrderKind): Promise<Exchange> =>
  endOf(context, await queuedOrder(context, kind));

/**
 * Orders a product, once a run, after the orders of the run.
 *
 * @throws NotExercised as `requirePlaces`.
 */
export async function order(
  context: Context,
  purchase: Purchase,
  options: Pick<SendOptions, 'unordered'> = {},
): Promise<Exchange> {
  const template = await orderBody(context);
  requirePlaces('GV_ORDER_BODY', template);
  await makeOwnOrders(context);
  return context.api.send(route.createOrder, { ...purchaseOf(template, purchase), ...options });
}

/** Orders an unknown product, once a run. */
export const orderUnknownProduct = async (context: Context): Promise<Exchange> =>
  order(context, { ...(await cheapest(context)), productCode: unknownProduct });
