import {
  at,
  breaking,
  type Fault,
  itemsOf,
  later,
  onData,
  onItems,
  onSuccess,
} from '../patches.ts';

/** §2: date-times in UTC with milliseconds, currency codes, identifiers. */
export const formatFaults: readonly Fault[] = [
  ...breaking('format.timestamps', {
    'format-last-order-offset-of-berlin': onSuccess(at.orders, body => {
      for (const order of itemsOf(body).slice(-1))
        order.createdAt = later(order.createdAt, 3_600_000).replace('Z', '+01:00');
    }),
    'format-one-ledger-entry-no-such-day': onItems(at.ledger, (entry, index) => {
      if (index === 6) entry.timestamp = entry.timestamp.replace(/-\d\d-\d\dT/, '-02-30T');
    }),
    'format-request-without-zone': onSuccess(at.orderRequest, body => {
      body.updatedAt = body.updatedAt.slice(0, -1);
    }),
  }),
  ...breaking('format.milliseconds', {
    'format-microseconds-in-one-ledger-entry': onItems(at.ledger, (entry, index) => {
      if (index === 6) entry.timestamp = entry.timestamp.replace('Z', '417Z');
    }),
  }),
  ...breaking('format.updated-at', {
    'format-orders-updated-before-creation': onItems(at.orders, order => {
      order.updatedAt = later(order.createdAt, -60_000);
    }),
  }),
  ...breaking('format.currencies', {
    'format-currency-of-transactions-by-name': onItems(at.transactions, item => {
      if (item.currency === 'GBP') item.currency = 'Pounds';
    }),
  }),
  ...breaking('format.product-currencies', {
    'format-currency-of-products-a-sign': onItems([at.browse, at.search], item => {
      item.currency = item.currency === 'GBP' ? '£' : '$';
    }),
  }),
  ...breaking('format.identifiers', {
    'format-two-orders-far-apart-share-an-id': onData(({ orders, accounts }) => {
      const mine = orders.filter(({ accountId }) => accountId === accounts.main.id);
      mine[60]!._id = mine[3]!._id;
    }),
    'format-wallets-named-by-their-owner': onItems(at.wallet, item => {
      item._id = item.userID;
    }),
  }),
];
