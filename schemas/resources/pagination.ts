import { object } from '../schema.ts';
import { integer } from '../values.ts';

/** Fields beside the list in answers of the catalog and the order history (§2.8). */
export const topLevelPagination = { total: integer, page: integer, totalPages: integer };

/** `pagination` of the product search (§2.8). */
export const searchPagination = object('Search pagination', {
  total: integer,
  totalPages: integer,
  currentPage: integer,
  limit: integer,
});

/** `pagination` of the wallet ledger (§2.8). */
export const ledgerPagination = object('Ledger pagination', {
  currentPage: integer,
  totalPages: integer,
  totalTransactions: integer,
  limit: integer,
});
