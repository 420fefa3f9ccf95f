/** The purchase in the ledger that paid the order of this run (§2.6). */
import { lists } from '../../schemas/lists.ts';
import {
  arrayIn,
  bodyOf,
  isAbsent,
  isObject,
  sentBody,
  type Item,
} from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency, isSameAmount, isSameToTheCent } from '../../schemas/schema.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { filteredLedger, isPurchase, reachOf, timeOf } from '../wallet/ledger.ts';
import { exchangesOf, readWhole, type ListRead } from '../steps/lists.ts';
import { eventually, answeredAt } from '../steps/polling.ts';
import { expectNone } from '../steps/again.ts';
import { offers } from '../steps/purchases.ts';
import { summaryOf, valueOf } from '../orders/judgements.ts';
import { createOrder, type OrderKind } from '../steps/order-requests.ts';
import { orderElsewhere, ownOrder, ownOrders, type OwnOrders } from '../steps/orders.ts';

/** Clocks of target and run, and of the machines of the target. */
const clocksDifferByMs = 60_000;

/** Orders from before the run that have to be named in the ledger before it is known to be the custom. */
const fewOrders = 3;

/** The ledger and its purchase that names one of these orders, as soon as there is one. */
const ledgerNaming = (context: Context, { orders, shownBy }: OwnOrders) =>
  eventually(
    context,
    answeredAt(shownBy),
    async fresh => {
      const ids = orders.map(({ _id }) => _id);
      const ledger = await readWhole(context, lists.ledger, { fresh });
      const entries = ledger.items.filter(isObject);
      return { ledger, entries, named: entries.find(({ orderID }) => ids.includes(orderID)) };
    },
    ({ named }) => named !== undefined,
  );

/**
 * The ledger of the currency of the purchase that paid the order of this run, as soon as it shows it too.
 *
 * @throws NotExercised if no purchase names the order, or what was read of the filtered ledger is older.
 */
export async function filteredLedgerWith(context: Context, name: string) {
  const purchase = await ownPurchase(context);
  const { shownBy } = await ownOrders(context, 'single');
  if (typeof purchase['currency'] !== 'string')
    throw new NotExercised('the purchase states no currency', 'wallet.ledger-fields');
  // The values of the filter are codes in capitals (§4.1).
  const currency = purchase['currency'].toUpperCase();
  const isOwn = ({ orderID }: Item) => orderID === purchase['orderID'];
  const { read, found } = await eventually(
    context,
    answeredAt(shownBy),
    async fresh => {
      const filtered = await filteredLedger(context, name, currency, { fresh });
      return { read: filtered, found: filtered.items.filter(isObject).filter(isOwn) };
    },
    seen => seen.found.length > 0,
  );
  if (found.length === 0 && !reachOf(read)(purchase))
    throw new NotExercised('the ledger of the currency is too long to look for one purchase in it');
  return { currency, found };
}

/** @throws NotExercised if it is not. */
function requireWhole({ complete }: ListRead): void {
  if (!complete) throw new NotExercised('the ledger is too long to look for one purchase in it');
}

/** Returns when the order of a kind was begun, by any clock. */
const begunAt = async (context: Context, kind: OrderKind): Promise<number> =>
  (await createOrder(context, kind)).times.startedAt - clocksDifferByMs;

const purchasesSince = (entries: readonly Item[], begun: number): Item[] =>
  entries.filter(entry => isPurchase(entry) && timeOf(entry) >= begun);

/** Paid at a discount or in another currency, a purchase is not known to be that of the order. */
const isOfValue = ({ transactionValue, currency }: Item, order: Item): boolean =>
  isSameAmount(Math.abs(Number(transactionValue)), order['valuePurchased']) &&
  isSameCurrency(currency, order['currency']);

/** The purchase of the order of this run. @throws NotExercised if none names it. */
export const ownPurchase = async (context: Context): Promise<Item> =>
  purchaseNaming(context, await ownOrders(context, 'single'));

/** Returns the value and the currency of a purchase that are not those of its order. */
function ledgerShows(order: Item, entry: Item): Readonly<Record<string, unknown>>[] {
  const { transactionValue: paid, currency } = entry;
  const { valuePurchased: ordered, currency: orderedIn } = order;
  const isPaid = isSameToTheCent(Math.abs(Number(paid)), Number(ordered));
  return [
    ...(isPaid ? [] : [{ valuePurchased: paid, ordered }]),
    ...(isSameCurrency(currency, orderedIn) ? [] : [{ currency, ordered: orderedIn }]),
  ];
}

const cent = 0.01;

/** True if another order is paid otherwise by a share, as at a discount, that a purchase of this one rounds away. */
const isTooLittle = (
  { valuePurchased: value }: Item,
  found: readonly Readonly<Record<string, unknown>>[],
): boolean =>
  found.every(({ valuePurchased: paid, ordered }) => {
    const share = Math.abs(Math.abs(Number(paid)) / Number(ordered) - 1);
    return Number(value) * share < cent;
  });

/** @throws NotExercised if no purchase names the order. */
async function purchaseNaming(context: Context, of: OwnOrders): Promise<Item> {
  const { named } = await ledgerNaming(context, of);
  if (!named) throw new NotExercised('no purchase names the order', 'orders-made.in-ledger');
  return named;
}

/** Judges that a purchase names the single order of this run, and no second one of its value does. */
export async function judgeSingleInLedger(context: Context): Promise<void> {
  const own = await ownOrders(context, 'single');
  const order = await ownOrder(context);
  if (order['isPaid'] !== true) throw new NotExercised('the order does not state isPaid: true');
  const { ledger, entries, named } = await ledgerNaming(context, own);
  const begun = await begunAt(context, 'single');
  const bought = purchasesSince(entries, begun).filter(entry => isOfValue(entry, order));
  const ids = bought.map(({ orderID }) => orderID);
  if (!named) {
    requireWhole(ledger);
    const texts = await otherTexts(context, order);
    const isShown = (await namesOlderOrders(context, entries, begun))
      ? entries.some(entry => timeOf(entry) >= begun)
      : ids.some(id => texts.has(id));
    if (!isShown)
      throw new NotExercised(
        'the ledger does not show that this order is paid from a wallet: it may be paid in another way',
      );
  }
  expect(ids, 'orderIDs of the purchases since then').toSatisfy(
    `${String(order['_id'])}, which was ordered`,
    () => named !== undefined,
  );
  // One order of several units may be booked by unit.
  if (!hasQuantity(sentBody(await createOrder(context, 'single')), order['valuePurchased']))
    expectBookedOnce(ledger, order);
}

/** The texts of an order and of the account, none of which is the id of another order. */
async function otherTexts({ api }: Context, order: Item): Promise<ReadonlySet<unknown>> {
  const owners = arrayIn(bodyOf(await api.send(route.wallet, { earlier: true })))
    .filter(isObject)
    .flatMap(({ userID, _id }) => [userID, _id]);
  return new Set([...Object.values(order), ...owners].filter(each => typeof each === 'string'));
}

/** True if the ledger names every order from before: an account may pay by invoice, and vouchers are purchases too. */
async function namesOlderOrders(
  context: Context,
  entries: readonly Item[],
  begun: number,
): Promise<boolean> {
  const { items } = await readWhole(context, lists.orders, { earlier: true });
  const older = items
    .filter(isObject)
    .filter(({ createdAt }) => Date.parse(String(createdAt)) < begun);
  const ids = new Set(entries.map(({ orderID }) => orderID));
  return older.length >= fewOrders && older.every(({ _id }) => ids.has(_id));
}

/** Expects each response of the ledger to have one purchase at most that names an order and has its value. */
function expectBookedOnce({ pages }: ListRead, order: Item): void {
  for (const { items, exchange } of pages) {
    const named = items
      .filter(isObject)
      .filter(isPurchase)
      .filter(each => each['orderID'] === order['_id'] && isOfValue(each, order));
    // One of the other sign takes another one back.
    const signs = new Set(named.map(({ transactionValue }) => Math.sign(Number(transactionValue))));
    const repeated = signs.size > 1 ? [] : named.slice(1).map(({ orderID }) => orderID);
    expect(repeated, 'orderIDs of further purchases of its value', exchange).toEqual([]);
  }
}

/** True if a body has a number above one that is not the value: it may order several. */
export function hasQuantity(body: unknown, value: unknown): boolean {
  if (Array.isArray(body) || isObject(body))
    return Object.values(body).some(each => hasQuantity(each, value));
  return typeof body === 'number' && body > 1 && body !== value;
}

/**
 * Judges that the ledger has a purchase that names an order of the bulk of this run, or has the value of all of them together:
 * it may be booked as a whole or by line, under an id of its own.
 */
export async function judgeBulkInLedger(context: Context): Promise<void> {
  const bulk = await ownOrders(context, 'bulk');
  if (!bulk.orders.every(({ isPaid }) => isPaid === true))
    throw new NotExercised('not every order states isPaid: true');
  if (ledgerShows(await ownOrder(context), await ownPurchase(context)).length > 0)
    throw new NotExercised('purchases do not have the value and currency of their orders');
  const { ledger, entries, named } = await ledgerNaming(context, bulk);
  const { made, summary } = summaryOf(bulk.shownBy);
  const totals = [valueOf(made), Number(summary['totalValue'])];
  const values = made.map(({ valuePurchased }) => Number(valuePurchased));
  // At a discount, or with a fee.
  const isAbout = ({ transactionValue, currency }: Item, value: number): boolean =>
    isSameCurrency(currency, summary['currency']) &&
    Math.abs(Math.abs(Number(transactionValue)) / value - 1) < 0.1;
  const since = purchasesSince(entries, await begunAt(context, 'bulk'));
  // The id of a bulk is that of several purchases.
  const isOfSeveral = ({ orderID }: Item): boolean =>
    isAbsent(orderID) || since.filter(each => each['orderID'] === orderID).length > 1;
  const booking =
    named ??
    since.find(entry => totals.some(total => isAbout(entry, total))) ??
    since.find(entry => isOfSeveral(entry) && values.some(value => isAbout(entry, value)));
  if (!booking) requireWhole(ledger);
  const ids = since.map(({ orderID }) => orderID);
  expect(ids, 'orderIDs of the purchases since then', ...exchangesOf(ledger)).toSatisfy(
    `one of ${bulk.orders.map(({ _id }) => String(_id)).join(', ')}, or a purchase of their total`,
    () => booking !== undefined,
  );
}

/**
 * Judges that the purchases of two orders in two currencies, both of which the account has money in, have their values and
 * currencies, if one of them has.
 */
export async function judgeSecondCurrency(context: Context): Promise<void> {
  const both = [await ownOrders(context, 'single'), await orderElsewhere(context)];
  await expectNone('what the purchase of the order shows otherwise', async () => {
    const shown = [];
    for (const of of both) {
      const [order = {}] = of.orders;
      shown.push({ order, found: ledgerShows(order, await purchaseNaming(context, of)) });
    }
    const wrong = shown.filter(({ found }) => found.length > 0);
    const right = shown.find(({ found }) => found.length === 0);
    if (!right) throw new NotExercised('no purchase has the value and currency of its order');
    const [odd] = wrong;
    if (odd && !(await offers(context))[0]?.funded)
      throw new NotExercised('the account has no money in the currency of the first order');
    const found = odd?.found ?? [];
    if (found.length > 0 && isTooLittle(right.order, found))
      throw new NotExercised(
        'a share of the other order that differs so would be less than a cent',
      );
    return found;
  });
}
