/** Finds the orders of the run in the order history and in the ledger. */
import type { CheckContext, Context } from '../../harness/run/context.ts';
import { isObject, type Item } from '../../schemas/records/exchange.ts';
import { cents } from '../../schemas/schema.ts';
import type { OwnOrder } from '../setup/order-requests.ts';
import { type ListRead, type ReadOptions, requireWhole } from '../steps/lists.ts';
import { purchaseLists, readNewest } from '../steps/newest-items.ts';
import {
  type Created,
  orderOf,
  ordersOf,
  ownOrderCases,
  type OwnOrderCase,
} from '../steps/orders.ts';
import { isPurchase } from '../wallet/judgements.ts';

export type Made = OwnOrder & Created;

/** Judges each order of the run that was created. */
export async function judgeOrders(
  context: CheckContext,
  judge: (made: Made) => Promise<void> | void,
  cases: readonly OwnOrderCase[] = ownOrderCases,
): Promise<void> {
  await context.each(cases, async each => {
    const order = orderOf(context, each);
    await judge({ ...order, ...ordersOf(order) });
  });
}

/**
 * Milliseconds before the time of an order. The ledger may state a time before it, because a queue may charge the wallet first.
 */
const longestAhead = 5 * 60_000;

/** Reads the order history or the ledger since an order was made, or the whole list if it is short. */
export const readSince = (
  context: Context,
  { createdAt }: Item,
  list: keyof typeof purchaseLists,
  query: ReadOptions['query'] = {},
): Promise<ListRead> =>
  readNewest(context, purchaseLists[list], Date.parse(String(createdAt)) - longestAhead, { query });

/** Returns the orders that the order history has, each with its record in it. */
export async function listedOf(context: Context, { orders }: Created) {
  const { items } = await readSince(context, orders[0]!, 'orders');
  return orders.flatMap(returned => {
    const listed = items.filter(isObject).find(({ _id }) => _id === returned['_id']);
    return listed ? [{ returned, listed }] : [];
  });
}

/** Returns the product, currency, value and merchant of an order. */
export const boughtIn = ({ productCode, currency, valuePurchased, merchant }: Item): Item => ({
  productCode,
  currency: String(currency).toUpperCase(),
  valuePurchased: cents(valuePurchased),
  merchant: isObject(merchant) && merchant['name'],
});

/**
 * Returns the purchases in the ledger that have the id of an order.
 *
 * @param query Filter of the ledger.
 *
 * @throws NotExercised if there is none in a long ledger that is not in the order of time.
 */
export async function purchasesOf(
  context: Context,
  order: Item,
  query: ReadOptions['query'] = {},
): Promise<Item[]> {
  const ledger = await readSince(context, order, 'ledger', query);
  const found = ledger.items
    .filter(isObject)
    .filter(each => isPurchase(each) && each['orderID'] === order['_id']);
  if (found.length === 0) requireWhole(ledger);
  return found;
}
