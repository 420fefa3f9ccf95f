import type { ListName, PagingRules } from '../rules/rules.ts';
import type { Incoming, Patch } from '../types.ts';
import {
  at,
  breaking,
  failure,
  instead,
  itemsOf,
  onRules,
  onSuccess,
  queryValue,
  type Fault,
} from '../patches.ts';

type Slice = (items: unknown[], page: number, limit: number) => unknown[];

/** Cuts the pages of a list differently. */
const sliced = (list: ListName, slice: Slice): Patch =>
  onRules(({ paging }) => {
    paging[list].slice = <T>(items: T[], page: number, limit: number) =>
      slice(items, page, limit) as T[];
  });

const usual: Slice = (items, page, limit) => items.slice((page - 1) * limit, page * limit);
const from = (items: unknown[], start: number, limit: number) => items.slice(start, start + limit);

const counted = (list: ListName, totalPages: PagingRules['totalPages']): Patch =>
  onRules(({ paging }) => (paging[list].totalPages = totalPages));

const hasLimit = (request: Incoming): boolean => queryValue(request, 'limit') !== undefined;
const pageOf = (request: Incoming): number => Number(queryValue(request, 'page') ?? 1);

/** Shows the first page instead of a page past the end. */
const firstPastEnd: Slice = (items, page, limit) =>
  usual(items, (page - 1) * limit < items.length ? page : 1, limit);

/** §2.8: pagination and items of the pages of a list. */
export const pagingFaults: readonly Fault[] = [
  ...breaking('paging.fields', {
    'paging-total-transactions-named-total-on-ledger': onSuccess(at.ledger, ({ pagination }) => {
      pagination.total = pagination.totalTransactions;
      delete pagination.totalTransactions;
    }),
    'paging-pages-not-rounded-on-orders': counted('orders', (all, size) => all / size),
    'paging-list-null-where-empty-on-search': onSuccess(at.search, body => {
      if (body.products.length === 0) body.products = null;
    }),
  }),
  ...breaking('paging.accepted', {
    'paging-page-alone-refused-on-ledger': instead(
      at.ledger,
      ({ query }) => 'page' in query && !('limit' in query),
      400,
      failure,
    ),
    'paging-large-page-crashes-on-products': instead(
      at.browse,
      request => pageOf(request) > 1e9,
      500,
      failure,
    ),
  }),
  ...breaking('paging.past-end', {
    'paging-first-page-past-the-end-of-products': sliced('products', firstPastEnd),
  }),
  ...breaking('paging.page', {
    'paging-page-stuck-at-one-without-limit-on-search': onSuccess(at.search, (body, request) => {
      if (!hasLimit(request)) body.pagination.currentPage = 1;
    }),
  }),
  ...breaking('paging.limit', {
    'paging-limit-ignored-on-ledger': sliced('ledger', (items, page) => usual(items, page, 20)),
    'paging-limit-never-below-ten-on-products': sliced('products', (items, page, limit) =>
      from(items, (page - 1) * limit, Math.max(limit, 10)),
    ),
    'paging-limit-stated-uncapped-on-ledger': onSuccess(at.ledger, (body, request) => {
      const wanted = Number(queryValue(request, 'limit'));
      if (wanted > 100) body.pagination.limit = wanted;
    }),
    'paging-page-two-cut-in-half-without-limit-on-products': onSuccess(
      at.browse,
      (body, request) => {
        if (!hasLimit(request) && pageOf(request) === 2) body.products.splice(10);
      },
    ),
  }),
  ...breaking('paging.total-pages', {
    'paging-pages-rounded-down-on-products': counted('products', (all, size) =>
      Math.floor(all / size),
    ),
    'paging-pages-of-the-default-size-on-ledger': counted('ledger', all => Math.ceil(all / 20)),
  }),
  ...breaking('paging.total', {
    'paging-total-of-this-page-on-ledger': onSuccess(at.ledger, ({ pagination, transactions }) => {
      pagination.totalTransactions = transactions.length;
    }),
    'paging-last-item-of-all-lost-on-orders': sliced('orders', (items, page, limit) =>
      usual(items, page, limit).filter(item => item !== items.at(-1)),
    ),
  }),
  ...breaking('paging.no-overlap', {
    'paging-page-two-is-page-one-on-search': sliced('search', (items, page, limit) =>
      usual(items, page === 2 ? 1 : page, limit),
    ),
    'paging-offset-lags-by-the-page-on-ledger': sliced('ledger', (items, page, limit) =>
      from(items, (page - 1) * (limit - 1), limit),
    ),
    'paging-last-page-filled-up-from-the-one-before-on-orders': sliced(
      'orders',
      (items, page, limit) =>
        page === Math.ceil(items.length / limit) ? items.slice(-limit) : usual(items, page, limit),
    ),
  }),
  ...breaking('paging.no-loss', {
    'paging-first-item-of-page-two-lost-on-products': sliced('products', (items, page, limit) =>
      usual(items, page, limit).slice(page === 2 ? 1 : 0),
    ),
    'paging-offset-without-limit-after-page-two-on-ledger': sliced(
      'ledger',
      (items, page, limit) =>
        page > 2 ? from(items, (page - 1) * 20, limit) : usual(items, page, limit),
    ),
    'paging-each-page-size-leaves-out-another-item-on-ledger': sliced(
      'ledger',
      (items, page, limit) => usual(items.toSpliced(limit + 1, 1), page, limit),
    ),
  }),
  ...breaking('paging.same-items', {
    'paging-later-products-in-pence': onSuccess(at.browse, (body, request) => {
      if (pageOf(request) > 2) for (const product of body.products) product.minPrice *= 100;
    }),
    'paging-later-entries-in-another-currency': onSuccess(at.ledger, (body, request) => {
      if (pageOf(request) > 2) for (const entry of itemsOf(body)) entry.currency = 'GBP';
    }),
  }),
];
