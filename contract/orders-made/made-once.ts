/** Orders that a run did not make, beside those that it made (§1). */
import { lists } from '../../schemas/lists.ts';
import { isObject, sentBody, type Item } from '../../schemas/records/exchange.ts';
import { isSameAmount, isSameCurrency } from '../../schemas/schema.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { expectNone } from '../steps/again.ts';
import { readWhole } from '../steps/lists.ts';
import { isPurchase } from '../wallet/ledger.ts';
import { createOrder } from '../steps/order-requests.ts';
import {
  historyWith,
  lastBulkOrders,
  lastOrder,
  listedAs,
  ownOrders,
  type OwnOrders,
} from '../steps/orders.ts';
import { hasQuantity } from './own-purchase.ts';

/** Longer than a job takes that runs twice, and too short for a second client that repeats each order of a run. */
const sameMomentMs = 100;

const createdAtOf = ({ createdAt }: Item): number => Date.parse(String(createdAt));

/** True if both are of one content and moment, and have another id. */
const isTwin = (order: Item, other: Item): boolean =>
  order['_id'] !== other['_id'] &&
  order['productCode'] === other['productCode'] &&
  isSameAmount(order['valuePurchased'], other['valuePurchased']) &&
  isSameCurrency(order['currency'], other['currency']) &&
  JSON.stringify(order['giftOrder']) === JSON.stringify(other['giftOrder']) &&
  Math.abs(createdAtOf(order) - createdAtOf(other)) <= sameMomentMs;

/** Returns the ids of listed orders that are twins of the one of a call. */
async function twinsOf(context: Context, own: OwnOrders): Promise<unknown[]> {
  const { items } = await historyWith(context, own);
  const made = own.orders.map(order => listedAs(items, order)).find(isObject);
  if (!made) throw new NotExercised('the order is not listed', 'orders-made.listed');
  return items
    .filter(isObject)
    .filter(each => isTwin(made, each))
    .map(({ _id }) => _id);
}

/**
 * Judges that a call makes one order. One that others repeat in the same moment looks the same: two calls of a run have to have a
 * second order each, and the ledger a purchase of both. A copy of a gift, which nobody pays, is none.
 */
export async function judgeMadeOnce(context: Context): Promise<void> {
  const first = await ownOrders(context, 'single');
  const last = await lastOrder(context);
  const calls = [{ ...first, creation: await createOrder(context, 'single') }, last];
  for (const { creation, orders } of calls)
    if (hasQuantity(sentBody(creation), orders[0]?.['valuePurchased']))
      throw new NotExercised('the order may be one of several units');
  const bulk = await ifExercised(ownOrders(context, 'bulk'));
  const lastBulk = await ifExercised(lastBulkOrders(context));
  const lines = [...(bulk?.orders ?? []), ...(lastBulk?.orders ?? [])];
  await expectNone('orders that were made and paid beside those of two calls', async () => {
    const twins = [];
    for (const own of calls) twins.push(await twinsOf(context, own));
    const ledger = await readWhole(context, lists.ledger);
    const paid = new Set(
      ledger.items
        .filter(isObject)
        .filter(isPurchase)
        .map(({ orderID }) => orderID),
    );
    // The lines of a bulk are like the order, and may be made with it.
    const isOther = (id: unknown) => paid.has(id) && !listedAs(lines, { _id: id });
    const found = twins.map(ids => ids.filter(isOther));
    return found.every(({ length }) => length > 0) ? found.flat() : [];
  });
}
