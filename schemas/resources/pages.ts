/** The bodies of the paginated lists (§2.8, §4.1). */
import { listedOrder } from './orders.ts';
import { browsedProduct, searchedProduct } from './catalog.ts';
import { integer, object } from '../schema.ts';
import { ledgerTransaction } from './wallet.ts';

/** Fields beside the list in responses of the catalog and the order history (§2.8). */
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

/** Body of the catalog browse route. */
export const productsPage = object('Products page', {
  ...topLevelPagination,
  products: { type: 'array', items: browsedProduct },
});

/** Body of the product search. */
export const searchPage = object('Search page', {
  products: { type: 'array', items: searchedProduct },
  pagination: searchPagination,
});

/** Body of the order history. */
export const ordersPage = object('Orders page', {
  ...topLevelPagination,
  orders: { type: 'array', items: listedOrder },
});

/** Body of the wallet ledger. */
export const ledgerPage = object('Ledger page', {
  transactions: { type: 'array', items: ledgerTransaction },
  pagination: ledgerPagination,
});
