import {
  at,
  breaking,
  editSuccess,
  type Fault,
  itemsOf,
  type Json,
  kebab,
  onData,
  onItems,
  onSuccess,
} from '../patches.ts';

/** Ways to write an instant that §2 does not allow. */
const wrong = {
  'without-milliseconds': (text: string) => text.replace(/\.\d+Z$/, 'Z'),
  'whole-seconds-without-fraction': (text: string) => text.replace('.000Z', 'Z'),
  'of-two-digits': (text: string) => text.replace(/\dZ$/, 'Z'),
  'of-one-digit': (text: string) => text.replace(/\d\dZ$/, 'Z'),
  'trimmed-of-zeros': (text: string) => text.replace(/(?<!\.)0+Z$/, 'Z'),
  'epoch-in-a-string': (text: string) => String(Date.parse(text)),
  'without-zone': (text: string) => text.slice(0, -1),
  'offset-of-berlin': (text: string) =>
    new Date(Date.parse(text) + 3_600_000).toISOString().replace('Z', '+01:00'),
  'offset-of-new-york': (text: string) =>
    new Date(Date.parse(text) - 18_000_000).toISOString().replace('Z', '-05:00'),
  'half-an-hour-off': (text: string) => text.replace('Z', '+00:30'),
  'blank-for-t': (text: string) => text.replace('T', ' '),
  'date-only': (text: string) => text.slice(0, 10),
  'http-date': (text: string) => new Date(text).toUTCString(),
  'no-such-day': (text: string) => text.replace(/-\d\d-\d\dT/, '-02-30T'),
  'no-such-month': (text: string) => text.replace(/-\d\d-/, '-13-'),
  'no-such-hour': (text: string) => text.replace(/T\d\d/, 'T25'),
  'short-year': (text: string) => text.slice(2),
  slashes: (text: string) => text.replaceAll('-', '/'),
  'ending-in-utc': (text: string) => text.replace('Z', ' UTC'),
};
type Way = keyof typeof wrong;

/** Writes a timestamp of the objects that `find` returns in a wrong way. */
const stamped = (
  routes: Parameters<typeof onSuccess>[0],
  place: string,
  field: string,
  way: Way,
  find: (body: Json) => Json[] = body => [body],
): Fault => ({
  id: `format-${place}-${kebab(field)}-${way}`,
  breaks: 'format.timestamps',
  patch: onSuccess(routes, body => {
    for (const item of find(body)) {
      if (typeof item?.[field] === 'string') item[field] = wrong[way](item[field]);
    }
  }),
});

const last = (body: Json): Json[] => itemsOf(body).slice(-1);
const data = (body: Json): Json[] => [body.data];
const inWallets = (body: Json): Json[] => body.flatMap((wallet: Json) => wallet.transactions);

const earlier = (item: Json, ms: number): void => {
  if (item?.createdAt) item.updatedAt = new Date(Date.parse(item.createdAt) - ms).toISOString();
};

/** Just more than clocks of one service may differ by. */
const tooEarly = 301_000;
const day = 86_400_000;

const signs: Record<string, string> = { GBP: '£', USD: '$', EUR: '€', NGN: '₦' };
const names: Record<string, string> = { GBP: 'Pound', USD: 'Dollar', EUR: 'Euro', NGN: 'Naira' };

const written =
  (write: (currency: string) => string) =>
  (item: Json): void => {
    if (typeof item?.currency === 'string') item.currency = write(item.currency);
  };
const asSign = written(currency => signs[currency] ?? currency);
const asName = written(currency => names[currency] ?? currency);

/** §2: date-times in UTC with milliseconds. */
export const formatFaults: readonly Fault[] = [
  stamped(at.orders, 'orders', 'createdAt', 'without-milliseconds', itemsOf),
  stamped(at.orders, 'orders', 'createdAt', 'whole-seconds-without-fraction', itemsOf),
  stamped(at.orders, 'orders', 'updatedAt', 'of-two-digits', itemsOf),
  stamped(at.orders, 'orders', 'createdAt', 'of-one-digit', itemsOf),
  stamped(at.wallet, 'wallet-transactions', 'timestamp', 'trimmed-of-zeros', inWallets),
  stamped(at.ledger, 'ledger', 'timestamp', 'of-two-digits', itemsOf),
  stamped(at.orderRequest, 'request', 'createdAt', 'of-one-digit'),
  stamped(at.sendVoucher, 'voucher', 'createdAt', 'of-two-digits', data),
  stamped(at.orders, 'last-order', 'createdAt', 'offset-of-berlin', last),
  stamped(at.orders, 'last-order', 'updatedAt', 'without-zone', last),
  stamped(at.orders, 'orders', 'updatedAt', 'short-year', itemsOf),
  stamped(at.orderRequest, 'request', 'updatedAt', 'without-zone'),
  stamped(at.orderRequest, 'request', 'updatedAt', 'without-milliseconds'),
  stamped(at.orderRequest, 'result', 'createdAt', 'blank-for-t', body => [body.result]),
  stamped(at.orderRequest, 'bulk-result', 'updatedAt', 'half-an-hour-off', body =>
    (body.result?.orders ?? []).slice(-1),
  ),
  stamped(at.wallet, 'wallets', 'createdAt', 'date-only', itemsOf),
  stamped(at.wallet, 'eur-wallet', 'updatedAt', 'without-milliseconds', body =>
    body.filter(({ currency }: Json) => currency === 'EUR'),
  ),
  stamped(at.wallet, 'wallets', 'createdAt', 'whole-seconds-without-fraction', itemsOf),
  stamped(at.wallet, 'wallet-transactions', 'timestamp', 'offset-of-new-york', inWallets),
  stamped(at.wallet, 'last-wallet-transaction', 'timestamp', 'no-such-hour', body =>
    inWallets(body).slice(-1),
  ),
  stamped(at.ledger, 'purchases', 'timestamp', 'http-date', body =>
    itemsOf(body).filter(({ transactionType }) => transactionType === 'purchase'),
  ),
  stamped(at.ledger, 'one-ledger-entry', 'timestamp', 'no-such-day', body => [itemsOf(body)[6]]),
  stamped(at.ledger, 'usd-ledger-entries', 'timestamp', 'offset-of-new-york', body =>
    itemsOf(body).filter(({ currency }) => currency === 'USD'),
  ),
  stamped(at.ledger, 'ledger', 'timestamp', 'epoch-in-a-string', itemsOf),
  stamped(at.ledger, 'fundings', 'timestamp', 'no-such-month', body =>
    itemsOf(body).filter(({ transactionType }) => transactionType === 'funding'),
  ),
  stamped(at.sendVoucher, 'voucher', 'sentAt', 'without-milliseconds', data),
  stamped(at.sendVoucher, 'voucher', 'createdAt', 'slashes', data),
  stamped(at.sendBulk, 'last-result', 'sentAt', 'without-zone', last),
  stamped(at.sendBulk, 'bulk', 'sentAt', 'ending-in-utc', data),
  stamped(at.transactions, 'transactions', 'processedAt', 'offset-of-berlin', itemsOf),
  stamped(at.transactions, 'last-transaction', 'processedAt', 'date-only', last),
  stamped(at.transactions, 'transactions', 'retrievedAt', 'without-milliseconds', data),
  stamped(at.balance, 'balance', 'lastUpdated', 'http-date', data),
  stamped(at.balance, 'balance', 'lastUpdated', 'without-zone', data),
  stamped(at.status, 'status', 'createdAt', 'date-only'),
  stamped(at.status, 'status', 'createdAt', 'without-milliseconds'),

  // §2.2, §2.3: the times of an order request, and of an order that a run made.
  ...breaking('format.updated-at', {
    'format-orders-updated-five-minutes-before-creation': onItems(at.orders, order =>
      earlier(order, tooEarly),
    ),
    'format-orders-updated-in-1970': onItems(at.orders, order => {
      order.updatedAt = new Date(0).toISOString();
    }),
    'format-request-updated-a-day-before-creation': editSuccess(at.orderRequest, body =>
      earlier(body, day),
    ),
    'format-result-updated-a-day-before-creation': editSuccess(at.orderRequest, ({ result }) =>
      earlier(result, day),
    ),
    'format-bulk-result-updated-a-day-before-creation': editSuccess(at.orderRequest, body =>
      (body.result?.orders ?? []).forEach((order: Json) => earlier(order, day)),
    ),
  }),

  // §2.1: a currency is a code.
  ...breaking('format.currencies', {
    'format-currency-of-products-a-sign': onItems([at.browse, at.search], asSign),
    'format-currency-of-one-product-a-name': onItems([at.browse, at.search], item => {
      if (item.productCode === 'OLWK-DE-01') asName(item);
    }),
    'format-currency-of-products-with-a-blank': onItems(
      [at.browse, at.search],
      written(currency => `${currency} `),
    ),
    'format-currency-of-the-last-product-numeric': editSuccess([at.browse, at.search], body =>
      itemsOf(body)
        .slice(-1)
        .forEach(written(() => '826')),
    ),
    'format-currency-of-transactions-a-name': onItems(at.transactions, asName),
    'format-currency-of-one-transaction-empty': onItems(at.transactions, (item, index) => {
      if (index === 0) item.currency = '';
    }),
    'format-currency-of-balances-a-sign': editSuccess(at.balance, ({ data }) => asSign(data)),
    'format-currency-of-vouchers-a-name': editSuccess(at.sendVoucher, ({ data }) => asName(data)),
  }),

  // §2: identifiers are strings, and distinct.
  ...breaking('format.identifiers', {
    'format-product-id-a-number': onItems([at.browse, at.search], item => {
      if (item.productCode === 'OLWK-DE-01') item._id = 4711;
    }),
    'format-two-products-share-an-id': onData(({ products }) => {
      const find = (code: string): Json => products.find(p => p.productCode === code);
      find('STRK-US-02')._id = find('STRK-GB-01')._id;
    }),
    'format-product-id-empty': onItems([at.browse, at.search], item => {
      if (item.productCode === 'KOLA-NG-01') item._id = '';
    }),
    'format-order-id-as-stored': onItems(at.orders, item => void (item._id = { $oid: item._id })),
    'format-two-orders-far-apart-share-an-id': onData(({ orders, accounts }) => {
      const mine = orders.filter(({ accountId }) => accountId === accounts.main.id);
      mine[60]!._id = mine[3]!._id;
    }),
    'format-last-order-id-empty': onSuccess(at.orders, body => {
      for (const order of itemsOf(body).slice(-1)) order._id = '';
    }),
    'format-wallets-named-by-their-owner': onItems(
      at.wallet,
      item => void (item._id = item.userID),
    ),
    'format-wallet-owner-empty': onItems(at.wallet, item => void (item.userID = '')),
    'format-request-id-empty': onSuccess(at.orderRequest, body => void (body.orderRequestId = '')),
    'format-queued-request-id-empty': onSuccess([at.createOrder, at.createBulk], body => {
      if (body.orderRequestId) body.orderRequestId = '';
    }),
    'format-transactions-share-an-id': onSuccess(at.transactions, body => {
      const [first, second] = itemsOf(body);
      if (second) second.transactionId = first.transactionId;
    }),
    'format-transaction-ids-are-numbers': onItems(
      at.transactions,
      (item, index) => void (item.transactionId = index + 1),
    ),
    'format-bulk-results-share-an-id': onSuccess(at.sendBulk, body => {
      for (const result of itemsOf(body)) result.voucherId = itemsOf(body)[0].voucherId;
    }),
    'format-voucher-id-empty': onSuccess(at.sendVoucher, body => void (body.data.id = '')),
    'format-business-id-empty-in-status': onSuccess(at.status, body => void (body.businessId = '')),
  }),
];
