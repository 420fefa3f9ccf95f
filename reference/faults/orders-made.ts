import { cents, type LedgerEntry } from '../data/records.ts';
import type { Patch, Incoming, Reply } from '../types.ts';
import { ofOwn, ofOwnRejected } from './order-requests.ts';
import {
  at,
  breaking,
  type Fault,
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

const has = (name: 'result' | 'error') => (reply: Reply) =>
  reply.status === 200 && name in (reply.body as object);

const ended = (
  change: (body: Json, reply: Reply) => unknown,
  name: 'result' | 'error' = 'result',
) => whenRepeated(at.orderRequest, has(name), (reply, body) => change(body, reply));

const hourMs = 3_600_000;

/** §1, §2.2 to §2.6: orders of a run in any response. */
export const ordersMadeFaults: readonly Fault[] = [
  ...breaking('orders-made.as-asked', {
    'made-bulk-with-cents-cut-off': bulkResult(order => {
      order.valuePurchased = Math.floor(order.valuePurchased * 100) / 100;
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
  }),
  ...breaking('orders-made.wallet', {
    'made-orders-hide-the-wallet': onSuccess(at.wallet, wallets =>
      wallets.filter((wallet: Json) => !isCharged(wallet)),
    ),
  }),
  ...breaking('orders-made.listed', {
    'made-bulk-not-listed': bulksUnlisted,
  }),
  ...breaking('orders-made.image', {
    'made-listed-without-image-beside-a-message': onItems(at.orders, order => {
      if (order.giftOrder?.message) delete order.imageUrl;
    }),
  }),
  ...breaking('orders-made.same-everywhere', {
    'made-listed-in-whole-units': onItems(at.orders, order => {
      order.valuePurchased = Math.trunc(order.valuePurchased);
    }),
  }),
  ...breaking('orders-made.created-at', {
    'made-orders-created-when-read': onItems(at.orders, order => (order.createdAt = now())),
    'made-entries-in-local-time': onItems(at.ledger, entry => {
      entry.timestamp = later(entry.timestamp, 2 * hourMs);
    }),
  }),
  ...breaking('orders-made.second-currency', {
    'made-purchases-in-euros-entered-in-pounds': onItems(at.ledger, entry => {
      if (entry.currency === 'EUR' && isRecent(entry.timestamp)) entry.currency = 'GBP';
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
  }),
  ...breaking('orders-made.remaining-balance', {
    'made-remaining-balance-of-before': ofOwn(({ summary, orders }) => {
      const paid = orders.reduce((sum: number, each: Json) => sum + each.valuePurchased, 0);
      summary.remainingBalance = cents(summary.remainingBalance + paid);
    }),
  }),
  ...breaking('orders-made.in-ledger', {
    'made-purchase-never-in-the-ledger': hidingPurchases(),
  }),
  ...breaking('orders-made.in-filtered-ledger', {
    'made-purchases-not-in-the-ledger-of-their-currency': onData(({ rules, ledger }) => {
      const { matches } = rules.ledger;
      const seeded = new Set(ledger);
      rules.ledger.matches = (entry, wanted) => seeded.has(entry) && matches(entry, wanted);
    }),
  }),

  // Faults that change the response to a repeated request.
  ...breaking('orders-made.request-kept', {
    'made-requests-show-their-result-once': ended(body => delete body.result),
  }),
];
