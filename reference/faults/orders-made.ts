import { cents, type LedgerEntry } from '../data/records.ts';
import type { Patch, Incoming, Reply } from '../types.ts';
import { ofOwn, ofOwnRejected } from './order-requests.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  itemsOf,
  type Json,
  onData,
  onItems,
  onOwns,
  onSuccess,
  onReply,
  later,
} from '../patches.ts';
import type { RouteName } from '../routes/index.ts';
import type { World } from '../world.ts';

/** Changes the orders in the result of a bulk that a caller made. */
const bulkResult = (change: (order: Json) => void): Patch =>
  ofOwn(({ orders }) => orders.forEach(change));

/** Hides orders of a bulk from the order history. */
const bulksUnlisted = onOwns(world => (isOwn, { _id }, { route }) => {
  const isOfIt = ({ orderID, details }: LedgerEntry) => details.type === 'bulk' && orderID === _id;
  return isOwn && !(route === at.orders && world.ledger.some(isOfIt));
});

/** Names purchases in ledger and wallets by another property of their order. */
const purchasesNamed = (name: (order: Json, world: Json) => string): Patch =>
  editSuccess([at.ledger, at.wallet], (body, _request, world) => {
    const entries = Array.isArray(body)
      ? body.flatMap(wallet => wallet.transactions)
      : itemsOf(body);
    for (const entry of entries) {
      const order = world.orders.find(({ _id }) => _id === entry.orderID);
      if (order) entry.orderID = name(order, world);
    }
  });

/** Hides all or some purchases of orders since the start of the server. */
const hidingPurchases = (which: (entry: Json) => boolean = () => true): Patch =>
  onOwns(
    ({ orders }) =>
      (isOwn, record) =>
        isOwn && !('transactionType' in record && isOfOrder(record, orders) && which(record)),
  );
const isOfOrder = ({ orderID, timestamp }: Json, orders: readonly { _id: string }[]): boolean =>
  isRecent(timestamp) && orders.some(({ _id }) => _id === orderID);

const now = (): string => new Date().toISOString();

/** Returns true for records of this run. Seeded records are older. */
const isRecent = (time: string): boolean => Date.parse(time) > Date.now() - 300_000;
const isCharged = ({ transactions }: Json): boolean =>
  transactions.some(({ timestamp }: Json) => isRecent(timestamp));

/** Charges another value than the price for some purchases of the run. */
const chargingBy = (valueOf: (value: number) => number, which: (entry: Json) => boolean): Patch =>
  onSuccess(at.wallet, (wallets: Json[]) => {
    for (const wallet of wallets)
      for (const entry of wallet.transactions.filter((each: Json) => isRecent(each.timestamp)))
        if (which(entry)) {
          const value = entry.transactionValue;
          wallet.balance = cents(wallet.balance + value - valueOf(value));
        }
  });

const charging = (times: number, which: (entry: Json) => boolean): Patch =>
  chargingBy(value => times * value, which);

/** Changes the second and later responses to the same request, if `which` selects them. */
function whenRepeated(
  route: RouteName,
  which: (reply: Reply, request: Incoming, world: World) => boolean,
  change: (reply: Reply, body: Json) => unknown,
): Patch {
  const seen = new WeakMap<World, Set<string>>();
  return onReply(route, (reply, request, world) => {
    if (!which(reply, request, world)) return;
    const known = seen.get(world) ?? new Set();
    seen.set(world, known);
    const name = `${request.path} ${String(request.headers['x-api-key'])}`;
    if (known.has(name)) change(reply, reply.body);
    known.add(name);
  });
}

const profile = (status: number, change: (reply: Reply, body: Json) => unknown): Patch =>
  whenRepeated(at.session, reply => reply.status === status, change);

const has = (name: 'result' | 'error') => (reply: Reply) =>
  reply.status === 200 && name in (reply.body as object);

const ended = (
  change: (body: Json, reply: Reply) => unknown,
  name: 'result' | 'error' = 'result',
) => whenRepeated(at.orderRequest, has(name), (reply, body) => change(body, reply));

const hourMs = 3_600_000;

const incomplete = {
  error: 'Incomplete business profile',
  status: 'incomplete',
  missingFields: ['registrationNumber'],
};

/** §1, §2.2 to §2.6: orders of a run in any response. */
export const ordersMadeFaults: readonly Fault[] = [
  ...breaking('orders-made.as-asked', {
    'made-bulk-a-penny-more': bulkResult(order => {
      order.valuePurchased = cents(order.valuePurchased + 0.01);
    }),
    'made-bulk-with-cents-cut-off': bulkResult(order => {
      order.valuePurchased = Math.floor(order.valuePurchased * 100) / 100;
    }),
    'made-rejected-line-named-as-the-good-one': ofOwnRejected(({ orders, rejectedOrders }) => {
      for (const line of rejectedOrders) line.productCode = orders[0].productCode;
    }),
    'made-bulk-forgets-its-rejected-line': ofOwnRejected(({ rejectedOrders }) =>
      rejectedOrders.pop(),
    ),
    'made-bulk-forgets-its-last-order': ofOwnRejected(({ orders, summary }) => {
      const { valuePurchased } = orders.pop();
      summary.totalOrders -= 1;
      summary.totalValue = cents(summary.totalValue - valuePurchased);
    }),
  }),
  ...breaking('orders-made.gift', {
    'made-listed-with-recipients-swapped': onItems(at.orders, ({ giftOrder }) => {
      const { recipientEmail: recipientName, recipientName: recipientEmail } = giftOrder;
      Object.assign(giftOrder, { recipientEmail, recipientName });
    }),
    'made-bulk-gift-of-the-first-line': ofOwn(({ orders }) => {
      for (const order of orders) order.giftOrder = orders[0].giftOrder;
    }),
    'made-bulk-message-of-the-last-line': ofOwn(({ orders }) => {
      for (const order of orders) order.giftOrder.message = orders.at(-1).giftOrder.message;
    }),
  }),
  ...breaking('orders-made.wallet', {
    'made-orders-turn-the-balance-into-text': onItems(at.wallet, wallet => {
      if (isCharged(wallet)) wallet.balance = String(wallet.balance);
    }),
    'made-orders-clear-the-update-of-the-wallet': onItems(at.wallet, wallet => {
      if (isCharged(wallet)) wallet.updatedAt = null;
    }),
    'made-orders-hide-the-wallet': onSuccess(at.wallet, wallets =>
      wallets.filter((wallet: Json) => !isCharged(wallet)),
    ),
  }),
  ...breaking('orders-made.listed', {
    'made-bulk-not-listed': bulksUnlisted,
    'made-bulk-names-transaction-for-order': bulkResult(order => (order._id = order.transactionId)),
  }),
  ...breaking('orders-made.image', {
    'made-listed-without-image-beside-a-message': onItems(at.orders, order => {
      if (order.giftOrder?.message) delete order.imageUrl;
    }),
    'made-listed-without-image-in-euros': onItems(at.orders, order => {
      if (order.currency === 'EUR') delete order.imageUrl;
    }),
  }),
  ...breaking('orders-made.same-everywhere', {
    'made-listed-in-whole-units': onItems(at.orders, order => {
      order.valuePurchased = Math.trunc(order.valuePurchased);
    }),
    'made-listed-in-pounds-always': onItems(at.orders, order => {
      if (isRecent(order.createdAt)) order.currency = 'GBP';
    }),
  }),
  ...breaking('orders-made.created-at', {
    'made-listed-at-their-update': onItems(at.orders, order => {
      order.createdAt = later(order.updatedAt, 2);
    }),
    'made-orders-created-when-read': onItems(at.orders, order => (order.createdAt = now())),
    'made-orders-in-local-time': editSuccess(at.orderRequest, ({ result }) => {
      for (const order of result?.orders ?? (result ? [result] : []))
        order.createdAt = later(order.createdAt, 2 * hourMs);
    }),
    'made-requests-in-local-time': editSuccess(at.orderRequest, request => {
      request.createdAt = later(request.createdAt, 2 * hourMs);
    }),
    'made-entries-in-local-time': onItems(at.ledger, entry => {
      entry.timestamp = later(entry.timestamp, 2 * hourMs);
    }),
    'made-requests-created-when-they-end': editSuccess(at.orderRequest, request => {
      if (request.result) request.createdAt = request.updatedAt;
    }),
  }),
  ...breaking('orders-made.second-currency', {
    'made-purchases-in-euros-entered-in-pounds': onItems(at.ledger, entry => {
      if (entry.currency === 'EUR' && isRecent(entry.timestamp)) entry.currency = 'GBP';
    }),
    'made-purchases-in-euros-entered-in-their-value-in-pounds': onItems(at.ledger, entry => {
      if (entry.currency === 'EUR' && isRecent(entry.timestamp))
        entry.transactionValue = cents(entry.transactionValue * 0.79);
    }),
  }),
  ...breaking('orders-made.balances', {
    'made-twice-by-a-job-that-runs-twice': onReply(
      at.createOrder,
      ({ status }, _request, { queue }) => {
        const job = status === 202 ? queue.at(-1) : undefined;
        const run = job?.run;
        if (run) job.run = () => (run(), run());
      },
    ),
    'made-purchases-in-euros-not-taken-off': charging(0, ({ currency }) => currency === 'EUR'),
    'made-bulk-orders-taken-off-twice': charging(2, ({ details: { type } }) => type === 'bulk'),
  }),
  ...breaking('orders-made.remaining-balance', {
    'made-remaining-balance-of-before': ofOwn(({ summary, orders }) => {
      const paid = orders.reduce((sum: number, each: Json) => sum + each.valuePurchased, 0);
      summary.remainingBalance = cents(summary.remainingBalance + paid);
    }),
  }),
  ...breaking('orders-made.in-ledger', {
    'made-purchase-names-transaction': purchasesNamed(({ transactionId }) => transactionId),
    'made-purchase-never-in-the-ledger': hidingPurchases(),
    'made-purchases-of-a-bulk-never-in-the-ledger': hidingPurchases(
      ({ details }) => details.type === 'bulk',
    ),
    'made-purchases-twice-in-the-ledger': onSuccess(at.ledger, (body, _request, { orders }) => {
      body.transactions = body.transactions.flatMap((entry: Json) =>
        isOfOrder(entry, orders) ? [entry, { ...entry }] : [entry],
      );
    }),
  }),
  ...breaking('orders-made.in-filtered-ledger', {
    'made-purchases-not-in-the-ledger-of-their-currency': onData(({ rules, ledger }) => {
      const { matches } = rules.ledger;
      const seeded = new Set(ledger);
      rules.ledger.matches = (entry, wanted) => seeded.has(entry) && matches(entry, wanted);
    }),
  }),

  // Faults that change the response to a repeated request.
  ...breaking('auth.good-key', {
    'auth-good-key-incomplete-when-asked-again': profile(200, reply =>
      Object.assign(reply, { status: 403, body: incomplete }),
    ),
  }),
  ...breaking('auth.incomplete-profile', {
    'auth-incomplete-let-in-when-asked-again': profile(403, (reply, { error }) => {
      if (error === incomplete.error) Object.assign(reply, { status: 200, body: {} });
    }),
  }),
  ...breaking('auth.pending-verification', {
    'auth-pending-incomplete-when-asked-again': profile(403, (reply, { error }) => {
      if (error === 'Business verification pending') reply.body = incomplete;
    }),
  }),
  ...breaking('orders-made.request-kept', {
    'made-requests-show-their-result-once': ended(body => delete body.result),
    'made-requests-are-forgotten-once-read': ended((_body, reply) => {
      const error = 'Order request not found or access denied';
      Object.assign(reply, { status: 404, body: { error } });
    }),
    'made-requests-show-other-orders-when-read-again': ended(({ result }) => {
      for (const order of result.orders ?? []) order._id = [...order._id].reverse().join('');
    }),
    'made-requests-cost-more-when-read-again': ended(({ result }) => {
      for (const order of result.orders ?? [result]) order.valuePurchased += 1;
    }),
    'made-requests-show-their-error-once': ended(body => delete body.error, 'error'),
  }),
];
