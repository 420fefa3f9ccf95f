import { object } from '../schema.ts';
import { automationCurrencies, identifier, number, string, timestamp } from '../values.ts';

/** Body of `get_wallet_balance`; without a currency it requests all balances (§4.2). */
export const getWalletBalanceBody = object(
  'Wallet balance wanted',
  {},
  { currency: { ...string, enum: automationCurrencies } },
);

/** The `data` of `get_wallet_balance` when a currency was named; otherwise it is not shown (§4.2). */
export const getWalletBalanceData = object('Wallet balance', {
  businessId: identifier,
  balance: number,
  currency: string,
  lastUpdated: timestamp,
});
