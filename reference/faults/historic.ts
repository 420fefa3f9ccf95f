/** Faults that outsiders wrote from the texts of the statements, and that no requirement saw at that time. Each stays as a test. */
import { cents } from '../data/records.ts';
import type { RouteName } from '../routes/index.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  later,
  onItems,
  onRules,
  queryValue,
} from '../patches.ts';
import { limiting } from '../rules/limiters.ts';
import { moved } from './limits.ts';
import { ofOwn } from './orders.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Returns true for records of the run. Seeded records are older. */
const isRecent = (time: string): boolean => Date.parse(time) > Date.now() - 5 * minute;

const isRecentPurchase = ({ transactionType, timestamp }: Json): boolean =>
  transactionType === 'purchase' && isRecent(timestamp);

/** Subtracts the purchases of the run from the balance a number of times. */
const charging = (times: number): Patch =>
  editSuccess(at.wallet, (wallets: Json[]) => {
    for (const wallet of wallets)
      for (const { transactionValue } of wallet.transactions.filter(isRecentPurchase))
        wallet.balance = cents(wallet.balance + transactionValue * (1 - times));
  });

/** Changes the data of an automation response, but not the list of all balances. */
const onAutomationData = (route: RouteName, change: (data: Json) => unknown): Patch =>
  editSuccess(route, ({ data }) => ('balances' in data ? undefined : change(data)));

const dayLater = (date: string, days: number): string =>
  later(`${date}T00:00:00.000Z`, days * day).slice(0, 10);

/** Moves the ends of the date range by some days. */
const movedRange = (from: number, to: number): Patch =>
  onRules(({ automation }) => {
    const { inRange } = automation;
    automation.inRange = (entry, fromDate, toDate) =>
      inRange(entry, fromDate && dayLater(fromDate, from), toDate && dayLater(toDate, to));
  });

/** Announces waits that depend on the number of consecutive rejections. */
const announcing = (value: (seconds: number, rejections: number) => number): Patch =>
  onRules(({ limiters }) => {
    for (const limiter of Object.values(limiters)) {
      let [last, count] = [Infinity, 0];
      limiter.retryAfter = waitMs => {
        count = waitMs > last ? 1 : count + 1;
        last = waitMs;
        return value(Math.max(1, Math.ceil(waitMs / 1000)), count);
      };
    }
  });

/** Begins the wait again with each rejection, but announces the rest of the first wait. */
const prolongingSilently: Patch = onRules(({ limiters }) => {
  for (const limiter of Object.values(limiters)) {
    const { windowSeconds } = limiter;
    let first = 0;
    limiter.prolonged = true;
    limiter.retryAfter = () => {
      const now = Date.now();
      if (now > first + 10_000 * windowSeconds) first = now;
      return Math.max(1, Math.ceil((first - now) / 1000 + windowSeconds));
    };
  }
});

export const historicFaults: readonly Fault[] = [
  ...breaking('orders-made.remaining-balance', {
    'remaining-arbitrary': ofOwn(({ summary }) => (summary.remainingBalance = 12345.67)),
    'remaining-zero': ofOwn(({ summary }) => (summary.remainingBalance = 0)),
    'remaining-ten-less': ofOwn(
      ({ summary }) => (summary.remainingBalance = cents(summary.remainingBalance - 10)),
    ),
  }),
  ...breaking('orders-made.balances', {
    'purchases-never-taken-off': charging(0),
    'purchases-taken-off-twice': charging(2),
  }),
  ...breaking('orders-made.in-ledger', {
    'ledger-in-cents': onItems(at.ledger, entry => {
      if (isRecent(entry.timestamp)) entry.transactionValue *= 100;
    }),
  }),
  ...breaking('orders-made.gift', {
    'gift-message-replaced': ofOwn(({ orders }) => {
      for (const { giftOrder } of orders) giftOrder.message = 'Best wishes from our team';
    }),
    'gift-names-all-equal': ofOwn(({ orders }) => {
      for (const { giftOrder } of orders) giftOrder.recipientName = 'Bob Example';
    }),
    'gift-name-replaced': editSuccess(at.orderRequest, ({ result }) => {
      if (result?.giftOrder && isRecent(result.createdAt))
        result.giftOrder.recipientName = 'Zoltan Q';
    }),
  }),
  ...breaking('search.agrees', {
    'search-price-off-on-some': onItems(at.search, product => {
      if (/^(CAFE|SKYV)/.test(product.productCode)) product.maxPrice += 1;
    }),
    'search-description-of-another': onItems(at.search, (product, index) => {
      if (index === 3) product.description = 'Something else';
    }),
  }),
  ...breaking('search.unknown-merchant', {
    'unknown-merchant-finds-forty-percent': onRules(({ search }) => {
      const { merchant } = search;
      search.merchant = (product, wanted) =>
        merchant(product, wanted) ||
        (wanted.startsWith('qx7') && product._id.charCodeAt(0) % 5 < 2);
    }),
  }),
  ...breaking('catalog.filters-used', {
    'filter-of-a-merchant-that-nobody-sells': editSuccess(at.filters, ({ merchants }) =>
      merchants.push('Nobody & Sons'),
    ),
  }),
  ...breaking('balance.of-wallet', {
    'balances-ten-less': onAutomationData(
      at.balance,
      data => (data.balance = cents(data.balance - 10)),
    ),
    'balances-all-one-hundred': onAutomationData(at.balance, data => (data.balance = 100)),
  }),
  ...breaking('sorting.text-order', {
    'text-sorted-by-first-letter-only': onRules(rules => {
      const { compare } = rules;
      const isText = (value: unknown): value is string =>
        typeof value === 'string' && !/^\d{4}-/.test(value);
      rules.compare = (a, b) =>
        isText(a) && isText(b) ? a.charCodeAt(0) - b.charCodeAt(0) : compare(a, b);
    }),
  }),
  ...breaking('transactions.date-range', {
    'to-date-one-day-more': movedRange(0, 1),
    'from-date-one-day-less': movedRange(-1, 0),
  }),
  ...breaking('transactions.count', {
    'total-count-999': editSuccess(at.transactions, ({ data }) => (data.totalCount = 999)),
  }),
  ...breaking('orders-made.created-at', {
    'created-four-minutes-early': ofOwn(({ orders }) => {
      for (const order of orders) order.createdAt = later(order.createdAt, -4 * minute);
    }),
  }),
  ...breaking('automation.sent-at', {
    'sent-four-minutes-early': editSuccess(
      at.sendVoucher,
      ({ data }) => (data.sentAt = later(data.sentAt, -4 * minute)),
    ),
  }),
  ...breaking('automation.earlier-times', {
    'balance-of-next-year': editSuccess(at.balance, ({ data }) => {
      if (data.lastUpdated)
        data.lastUpdated = later(new Date().toISOString(), 365 * 24 * 60 * minute);
    }),
  }),
  ...breaking('paging.same-items', {
    'prices-higher-on-page-two': editSuccess(at.browse, ({ products }, request) => {
      if (queryValue(request, 'page') !== '2') return;
      for (const product of products) product.maxPrice = cents(product.maxPrice * 1.4);
    }),
  }),
  ...breaking('limits.retry-after-kept', {
    'wait-zero-from-second-rejection-on': announcing((seconds, n) => (n === 1 ? seconds : 0)),
    'wait-one-less-on-each-rejection': announcing((seconds, n) => Math.max(0, seconds - n + 1)),
    'wait-prolonged-unsaid-by-each-rejection': prolongingSilently,
  }),
  ...breaking('limits.separate', {
    'registrations-counted-by-catalog': moved(at.registerWebhook, 'webhooks', 'catalog'),
  }),
  ...breaking('limits.burst', {
    'twice-the-limit-admitted': limiting({ replicas: 2 }),
    'webhooks-admit-thrice': onRules(({ limiters }) => void (limiters.webhooks.replicas = 3)),
  }),
];
