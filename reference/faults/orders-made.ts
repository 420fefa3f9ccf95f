import { cents } from '../data/records.ts';
import type { Incoming, Patch, Reply } from '../types.ts';
import { atOnce, giftsMixed, storedWithoutLock } from './at-once.ts';
import { ofOwn, ofOwnRejected } from './orders.ts';
import {
  at,
  breaking,
  editSuccess,
  failure,
  type Fault,
  type Json,
  onData,
  onItems,
  onOwns,
  onSuccess,
  onReply,
  later,
  together,
} from '../patches.ts';

/** Returns true for records of this run. Seeded records are older. */
const isRecent = (time: string): boolean => Date.parse(time) > Date.now() - 300_000;
const isCharged = ({ transactions }: Json): boolean =>
  transactions.some(({ timestamp }: Json) => isRecent(timestamp));

/** Changes every response about an order request after the first that shows its result. */
function afterTheirEnd(change: (body: Json, reply: Reply) => unknown): Patch {
  const shown = new Set<string>();
  return onReply(at.orderRequest, (reply, { params }) => {
    const [{ body }, { id = '' }]: [Json, Incoming['params']] = [reply, params];
    if (!body.result) return;
    if (shown.has(id)) change(body, reply);
    shown.add(id);
  });
}

/** §1, §2.2 to §2.6: orders of a run in any response. */
export const ordersMadeFaults: readonly Fault[] = [
  ...breaking('orders-made.shown', {
    'made-bulk-without-its-last-order': ofOwn(({ summary, orders }) => {
      const { valuePurchased } = orders.pop();
      summary.totalOrders -= 1;
      summary.totalValue = cents(summary.totalValue - valuePurchased);
    }),
  }),
  ...breaking('orders-made.as-asked', {
    'made-bulk-with-cents-cut-off': ofOwn(({ orders }) => {
      for (const order of orders)
        order.valuePurchased = Math.floor(order.valuePurchased * 100) / 100;
    }),
    'made-bulk-forgets-its-rejected-line': ofOwnRejected(({ rejectedOrders }) =>
      rejectedOrders.pop(),
    ),
  }),
  ...breaking('orders-made.gift-listed', {
    'made-two-at-once-with-one-gift': atOnce(giftsMixed()),
    'made-listed-with-recipients-swapped': onItems(at.orders, ({ giftOrder }) => {
      const { recipientEmail: recipientName, recipientName: recipientEmail } = giftOrder;
      Object.assign(giftOrder, { recipientEmail, recipientName });
    }),
  }),
  ...breaking('orders-made.gift', {
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
    'made-two-at-once-and-one-listed': atOnce(storedWithoutLock('orders')),
    'made-bulk-not-listed': onOwns(({ ledger }) => (isOwn, { _id }, { route }) => {
      const isOfBulk = ledger.some(
        ({ orderID, details }) => details.type === 'bulk' && orderID === _id,
      );
      return isOwn && !(route === at.orders && isOfBulk);
    }),
  }),
  ...breaking('orders-made.same-everywhere', {
    'made-listed-in-whole-units': onItems(at.orders, order => {
      order.valuePurchased = Math.trunc(order.valuePurchased);
    }),
    'made-orders-created-when-read': onItems(at.orders, order => {
      order.createdAt = new Date().toISOString();
    }),
  }),
  ...breaking('orders-made.created-at', {
    'made-entries-in-local-time': onItems(at.ledger, entry => {
      entry.timestamp = later(entry.timestamp, 7_200_000);
    }),
  }),
  ...breaking('orders-made.in-ledger', {
    'made-purchases-in-euros-entered-in-pounds': onItems(at.ledger, entry => {
      if (entry.currency === 'EUR' && isRecent(entry.timestamp)) entry.currency = 'GBP';
    }),
  }),
  ...breaking('orders-made.balances', {
    'made-while-every-balance-is-0': together(
      onItems(at.wallet, wallet => (wallet.balance = 0)),
      editSuccess(at.balance, ({ data }) => {
        if ('balance' in data) data.balance = 0;
        for (const each of data.balances ?? []) each.balance = 0;
      }),
      editSuccess(at.transactions, ({ data }) =>
        data.transactions.forEach((each: Json) => (each.balance = 0)),
      ),
      ofOwn(({ summary }) => (summary.remainingBalance = 0)),
    ),
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
    'made-two-at-once-and-one-in-the-ledger': atOnce(storedWithoutLock('ledger')),
    'made-purchase-never-in-the-ledger': onOwns(
      ({ orders }) =>
        (isOwn, { orderID, timestamp }) =>
          isOwn && !(isRecent(timestamp) && orders.some(({ _id }) => _id === orderID)),
    ),
  }),
  ...breaking('orders-made.paid-in-ledger', {
    'made-no-transaction-is-ever-shown': together(
      editSuccess(at.ledger, body => {
        Object.assign(body, { transactions: [] });
        Object.assign(body.pagination, { totalTransactions: 0, totalPages: 0 });
      }),
      onItems(at.wallet, wallet => (wallet.transactions = [])),
      editSuccess(at.transactions, ({ data }) =>
        Object.assign(data, { transactions: [], totalCount: 0 }),
      ),
    ),
  }),
  ...breaking('orders-made.in-filtered-ledger', {
    'made-purchases-not-in-the-ledger-of-their-currency': onData(({ rules, ledger }) => {
      const { matches } = rules.ledger;
      const seeded = new Set(ledger);
      rules.ledger.matches = (entry, wanted) => seeded.has(entry) && matches(entry, wanted);
    }),
  }),
  ...breaking('orders-made.request-kept', {
    'made-requests-shown-once-after-their-end': afterTheirEnd((_body, reply) =>
      Object.assign(reply, { status: 500, body: failure }),
    ),
  }),
  ...breaking('orders-made.request-same', {
    'made-requests-show-their-result-once': afterTheirEnd(body => delete body.result),
    'made-requests-created-when-read': editSuccess(at.orderRequest, request => {
      request.createdAt = new Date().toISOString();
    }),
  }),
];
