import { ledgerPagination } from './pagination.ts';
import { ledgerTransaction } from './wallet-transaction.ts';
import { object } from '../schema.ts';

/** Body of the wallet ledger (§4.1). */
export const ledgerPage = object('Ledger page', {
  transactions: { type: 'array', items: ledgerTransaction },
  pagination: ledgerPagination,
});
