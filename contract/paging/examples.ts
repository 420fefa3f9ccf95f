/** Examples of the numbers of a page (§2.8). */
import { lists } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import type { Examples, ExamplesById } from '../../fixtures/testing/examples.ts';

type Query = Readonly<Record<string, string>>;

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _id: `i${index}` }));
/** Returns a page of the order history, which states no limit. */
const history = (count: number, numbers: object, query: Query = {}) =>
  exchangeOn(route.orders, { query, body: { orders: items(count), ...numbers } });
/** Returns a page of the ledger, which states its limit. */
const ledger = (count: number, pagination: object, query: Query = {}) =>
  exchangeOn(route.ledger, { query, body: { transactions: items(count), pagination } });
const search = (count: number, pagination: object, query: Query = {}) =>
  exchangeOn(route.search, { query, body: { products: items(count), pagination } });

const noPage = { 'no page': exchangeOn(route.orders, { body: { orders: 'none' } }) };
const ignores = {
  'an error': exchangeOn(route.orders, { status: 400 }),
  'no list': exchangeOn(route.filters, { body: { page: 2 } }),
};

const top = { total: 3, page: 1, totalPages: 1 };
const wrapped = { currentPage: 1, totalPages: 1, limit: 20 };

const fields: Examples = {
  passes: {
    'the order history': history(3, top),
    'the ledger': ledger(3, { ...wrapped, totalTransactions: 3 }),
    'the search': search(3, { ...wrapped, total: 3 }),
  },
  fails: {
    ...Object.fromEntries(
      Object.keys(top).map(name => [
        `${name} is text`,
        [history(3, { ...top, [name]: '1' }), name],
      ]),
    ),
    ...Object.fromEntries(
      ['currentPage', 'limit', 'totalTransactions'].map(name => [
        `${name} is a fraction`,
        [ledger(3, { ...wrapped, totalTransactions: 3, [name]: 1.5 }), name],
      ]),
    ),
    'no pagination': [
      exchangeOn(route.search, { body: { products: [] } }),
      ...Object.keys(lists.search.pagination.properties),
    ],
    'the items are an object': [
      exchangeOn(route.orders, { body: { ...top, orders: {} } }),
      'items',
    ],
  },
  ignores,
};

export const pagingExamples: ExamplesById = {
  'paging.fields': fields,
  'paging.page': {
    passes: {
      'the page that was requested': history(1, { ...top, page: 2, totalPages: 2 }, { page: '2' }),
      'the first page of an empty list': history(
        0,
        { total: 0, page: 1, totalPages: 0 },
        { page: '1' },
      ),
      'of the search': search(1, { ...wrapped, total: 3 }, { page: '1' }),
    },
    fails: {
      'another page': history(1, { ...top, totalPages: 2 }, { page: '2' }),
      'no number': history(1, { total: 3, totalPages: 2 }, { page: '2' }),
    },
    inconclusive: {
      'no page was requested': history(3, top),
      'a page beyond the last': history(0, top, { page: '9' }),
      'a page that is no number': history(3, top, { page: 'x' }),
      ...noPage,
    },
    ignores,
  },
  'paging.limit': {
    passes: {
      'as many as the limit': history(2, { ...top, totalPages: 2 }, { limit: '2' }),
      'fewer, for the list has no more': history(3, top, { limit: '20' }),
      'a limit that is capped': ledger(
        2,
        { ...wrapped, totalTransactions: 9, limit: 2 },
        { limit: '50' },
      ),
    },
    fails: {
      'more than the limit': history(3, top, { limit: '2' }),
      'more than it states': ledger(3, { ...wrapped, totalTransactions: 3, limit: 2 }),
      'fewer than it states': ledger(1, { ...wrapped, totalTransactions: 9, limit: 2 }),
    },
    inconclusive: {
      'no limit is known': history(3, top),
      'a limit of zero': history(3, top, { limit: '0' }),
      ...noPage,
    },
    ignores,
  },
  'paging.total-pages': {
    passes: {
      'a page that is full': history(2, { total: 5, page: 1, totalPages: 3 }),
      'by the limit that it states': ledger(1, {
        currentPage: 3,
        totalPages: 3,
        totalTransactions: 5,
        limit: 2,
      }),
    },
    fails: {
      'one too few': history(2, { total: 5, page: 1, totalPages: 2 }),
      'one too many': ledger(2, { ...wrapped, totalTransactions: 2, limit: 2, totalPages: 2 }),
      'no number': ledger(2, { currentPage: 1, totalTransactions: 5, limit: 2 }),
    },
    inconclusive: {
      'the last page shows no size': history(1, { total: 5, page: 3, totalPages: 3 }),
      'an empty list': history(0, { total: 0, page: 1, totalPages: 0 }),
      'the last page instead of a page past the end': history(
        1,
        { ...top, page: 9 },
        { page: '9' },
      ),
      ...noPage,
    },
    ignores,
  },
  'paging.total': {
    passes: {
      'as many as are shown': history(3, top),
      'more than are shown': history(2, { total: 9, page: 3, totalPages: 5 }),
      'items of the last page, and of full pages before it': ledger(1, {
        currentPage: 3,
        totalPages: 3,
        totalTransactions: 5,
        limit: 2,
      }),
      'a last page that is full, of which there may be more': search(
        2,
        { ...wrapped, total: 3, limit: 2 },
        { limit: '2' },
      ),
      'pages before it that may be of any size': history(
        1,
        { total: 9, page: 2, totalPages: 2 },
        { page: '2', limit: '5' },
      ),
      'an empty list': history(0, { total: 0, page: 1, totalPages: 1 }),
    },
    fails: {
      'fewer than are shown': history(3, { ...top, total: 2 }),
      'fewer than the pages before held': history(2, { total: 5, page: 3, totalPages: 3 }),
      'more than its only page has': search(
        23,
        { total: 24, currentPage: 1, totalPages: 1, limit: 100 },
        { limit: '100', page: '1' },
      ),
      'more than its only page has, of no known size': history(3, { ...top, total: 4 }),
      'more than there are up to the last page': ledger(1, {
        currentPage: 3,
        totalPages: 3,
        totalTransactions: 6,
        limit: 2,
      }),
    },
    inconclusive: {
      'a limit of zero': history(0, top, { limit: '0' }),
      'no total': history(3, { page: 1 }),
      'no number': history(3, { total: 3 }),
      'a page past the end of a search whose parameters are unknown': search(
        0,
        { ...wrapped, total: 3, currentPage: 99 },
        { page: '99' },
      ),
      'the first page instead of a page past the end': history(
        3,
        { ...top, page: 9 },
        { page: '9' },
      ),
      ...noPage,
    },
    ignores,
  },
};
