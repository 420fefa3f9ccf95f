import { object } from '../schema.ts';
import { identifier, number, string, timestamp } from '../values.ts';
import { walletTransaction } from './wallet-transaction.ts';

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
