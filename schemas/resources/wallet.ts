import {
  identifier,
  needed,
  nullable,
  number,
  object,
  string,
  text,
  timestamp,
} from '../schema.ts';

const fields = {
  transactionType: {
    ...text,
    description: '`funding` and `purchase` are seen; the complete set is not shown.',
  },
  transactionValue: number,
  timestamp,
  details: object(
    'Wallet transaction details',
    { type: text },
    { description: nullable(string), currency: nullable(string) },
  ),
};

const optional = {
  orderID: { ...nullable(identifier), description: 'Order that was bought. Set on purchases.' },
};

const ofPurchases = needed(
  { transactionType: { ...string, const: 'purchase' } },
  { orderID: text },
);

/** Transaction in a wallet document (§2.6). */
export const walletTransaction = {
  ...object('Wallet transaction', fields, { ...optional, currency: nullable(string) }),
  ...ofPurchases,
};

/** Transaction in the ledger, with its currency (§2.6). */
export const ledgerTransaction = {
  ...object('Ledger transaction', { ...fields, currency: text }, optional),
  ...ofPurchases,
};

/** Wallet of an account in one currency (§2.5). */
export const wallet = object(
  'Wallet',
  {
    _id: identifier,
    userID: { ...identifier, description: 'Owner of the wallet.' },
    currency: {
      ...text,
      description: 'An account has one wallet for each of its currencies.',
    },
    balance: number,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  {
    transactions: {
      ...nullable({ type: 'array', items: walletTransaction }),
      description: 'Null if the wallet has no transactions.',
    },
  },
);
