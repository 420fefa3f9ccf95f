import { nullable, object } from '../schema.ts';
import { identifier, number, string, timestamp } from '../values.ts';

const fields = {
  transactionType: {
    ...string,
    description: '`funding` and `purchase` are seen; the complete set is not shown.',
  },
  transactionValue: number,
  timestamp,
  details: object(
    'Wallet transaction details',
    { type: string },
    { description: nullable(string), currency: nullable(string) },
  ),
};

const orderID = {
  ...nullable(identifier),
  description: 'The order that was bought; on purchases.',
};

const purchaseNamesItsOrder = {
  if: { properties: { transactionType: { const: 'purchase' } }, required: ['transactionType'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { orderID: { type: 'string' } }, required: ['orderID'] },
} as const;

/** A transaction inside a wallet document (§2.6). */
export const walletTransaction = {
  ...object('Wallet transaction', fields, { orderID, currency: nullable(string) }),
  ...purchaseNamesItsOrder,
};

/** A transaction in the ledger: with its currency (§2.6). */
export const ledgerTransaction = {
  ...object('Ledger transaction', { ...fields, currency: string }, { orderID }),
  ...purchaseNamesItsOrder,
};

/** The wallet of an account in one currency (§2.5). */
export const wallet = object('Wallet', {
  _id: identifier,
  userID: { ...identifier, description: 'Who owns the wallet.' },
  currency: { ...string, description: 'An account has one wallet for each of its currencies.' },
  balance: number,
  transactions: { type: 'array', items: walletTransaction },
  createdAt: timestamp,
  updatedAt: timestamp,
});
