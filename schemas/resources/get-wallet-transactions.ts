import { nullable, object } from '../schema.ts';
import { identifier, integer, number, string, timestamp } from '../values.ts';

/** Body of `get_wallet_transactions` (§4.2, §8). */
export const getWalletTransactionsBody = object(
  'Wallet transactions wanted',
  {},
  {
    limit: { ...integer, minimum: 1, maximum: 100, default: 50 },
    fromDate: { ...string, format: 'date', description: 'First day, `YYYY-MM-DD`.' },
    toDate: { ...string, format: 'date', description: 'Last day, `YYYY-MM-DD`.' },
  },
);

/** The `data` of `get_wallet_transactions` (§4.2). */
export const getWalletTransactionsData = object('Wallet transactions', {
  businessId: identifier,
  transactions: {
    type: 'array',
    items: object(
      'Automation wallet transaction',
      {
        transactionId: identifier,
        type: { ...string, description: '`debit`, for example.' },
        amount: number,
        currency: string,
        balance: number,
        processedAt: timestamp,
      },
      { description: { ...nullable(string), description: 'Not every entry needs one.' } },
    ),
  },
  totalCount: integer,
  retrievedAt: timestamp,
});
