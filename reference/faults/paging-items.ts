import { showEntry, showProduct } from '../data/records.ts';
import type { ListName } from '../rules/rules.ts';
import type { Incoming, Patch } from '../types.ts';
import type { RouteName } from '../routes/index.ts';
import { shuffled } from '../variants/lists.ts';
import type { World } from '../world.ts';
import { firstInPlace, numbers, route } from './paging.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  itemsOf,
  type Json,
  onRules,
  onSuccess,
  queryValue,
  failure,
} from '../patches.ts';

const lists: readonly ListName[] = ['products', 'search', 'orders', 'ledger'];

/** Returns one page of a list. */
type Slice = (items: unknown[], page: number, limit: number) => unknown[];

const usual: Slice = (items, page, limit) => items.slice((page - 1) * limit, page * limit);

/** One fault per list. */
const sliced = (id: string, breaks: string, on: readonly ListName[], slice: Slice): Fault[] =>
  on.map(list => ({
    id: `paging-${id}-on-${list}`,
    breaks: `paging.${breaks}`,
    patch: onRules(({ paging }) => {
      paging[list].slice = <T>(items: T[], page: number, limit: number) =>
        slice(items, page, limit) as T[];
    }),
  }));

/** Returns a slice of the list in another order for each request. */
function ofShuffled(): Slice {
  let seed = 0;
  return (items, page, limit) => usual(shuffled(items, ++seed), page, limit);
}

const isLast = (items: unknown[], page: number, limit: number): boolean =>
  page === Math.ceil(items.length / limit);

const items = { products: 'products', search: 'products', ledger: 'transactions' };

const hasLimit = (request: Incoming): boolean => queryValue(request, 'limit') !== undefined;
const pageOf = (request: Incoming): number => Number(queryValue(request, 'page') ?? 1);

/** Changes the items of every page but the first. */
const onLater = (list: RouteName, change: (item: Json) => void): Patch =>
  onSuccess(list, (body, request) => {
    if (pageOf(request) > 1) itemsOf(body).forEach(change);
  });

/** A fault that shows only if no limit is requested. */
const unlimited = (
  id: string,
  breaks: string,
  list: ListName,
  change: (numbers: Json, body: Json, request: Incoming) => unknown,
): Fault => ({
  id: `paging-${id}-without-limit-on-${list}`,
  breaks: `paging.${breaks}`,
  patch: onSuccess(route[list], (body, request) => {
    if (!hasLimit(request)) change(numbers(list, body), body, request);
  }),
});

/** The whole list, as the caller sees it. */
const shown: Record<'search' | 'ledger', (request: Incoming, world: World) => Json[]> = {
  search: (request, { products, rules }) =>
    products
      .filter(each => rules.sells(each, request))
      .map(product => showProduct(product, 'search')),
  ledger: (request, { ledger, rules }) =>
    ledger.filter(each => rules.owns(each, request)).map(showEntry),
};

/** Pages without a limit start elsewhere. */
const startingAt = (
  id: string,
  breaks: string,
  list: 'search' | 'ledger',
  startOf: (page: number) => number,
): Fault => ({
  id: `paging-${id}-without-limit-on-${list}`,
  breaks: `paging.${breaks}`,
  patch: onSuccess(route[list], (body, request, world) => {
    if (hasLimit(request) || queryValue(request, 'page') === undefined) return;
    const start = startOf(pageOf(request));
    body[items[list]] = shown[list](request, world).slice(start, start + 20);
  }),
});

/** A page in the middle of a list without a limit is its first. */
const repeating = (id: string, which: number, on: readonly ListName[]): Fault[] =>
  on.map(list => ({
    id: `paging-${id}-without-limit-on-${list}`,
    breaks: 'paging.no-overlap',
    patch: firstInPlace(list, (page, request) => page === which && !hasLimit(request)),
  }));

const refusing = (
  id: string,
  list: ListName,
  when: (request: Incoming, world: World) => boolean,
  status = 400,
): Fault => ({
  id: `paging-${id}-refused-on-${list}`,
  breaks: 'paging.accepted',
  patch: instead(route[list], when, status, failure),
});

const only = (name: 'page' | 'limit') => (request: Incoming) =>
  queryValue(request, name) !== undefined && Object.keys(request.query).length === 1;

/** §2.8: the items on the pages. */
export const pagingItemsFaults: readonly Fault[] = [
  ...sliced(
    'page-holds-one-item-more-than-its-limit',
    'limit',
    ['products', 'ledger'],
    (items, page, limit) => items.slice((page - 1) * limit, page * limit + 1),
  ),
  ...sliced(
    'page-holds-one-item-less-than-its-limit',
    'limit',
    ['search', 'orders'],
    (items, page, limit) => items.slice((page - 1) * limit, page * limit - 1),
  ),
  ...sliced('limit-ignored', 'limit', ['orders', 'ledger'], (items, page) =>
    usual(items, page, 20),
  ),
  ...sliced('limit-never-below-ten', 'limit', ['products'], (items, page, limit) =>
    items.slice((page - 1) * limit, (page - 1) * limit + Math.max(limit, 10)),
  ),

  ...sliced(
    'first-item-of-a-page-is-the-last-of-the-one-before',
    'no-overlap',
    lists,
    (items, page, limit) => {
      const shown = usual(items, page, limit);
      return page > 1 && shown.length > 0
        ? [items[(page - 1) * limit - 1], ...shown.slice(1)]
        : shown;
    },
  ),
  ...sliced('offset-without-limit-after-page-two', 'no-loss', lists, (items, page, limit) =>
    page > 2 ? items.slice((page - 1) * 20, (page - 1) * 20 + limit) : usual(items, page, limit),
  ),
  ...sliced('page-two-is-page-one', 'no-overlap', ['search', 'ledger'], (items, page, limit) =>
    usual(items, page === 2 ? 1 : page, limit),
  ),
  ...sliced(
    'last-page-filled-up-from-the-one-before',
    'no-overlap',
    ['orders', 'products'],
    (items, page, limit) =>
      isLast(items, page, limit) ? items.slice(-limit) : usual(items, page, limit),
  ),
  ...sliced('offset-lags-by-the-page', 'no-overlap', ['ledger', 'search'], (items, page, limit) => {
    const start = (page - 1) * limit - (page - 1);
    return items.slice(start, start + limit);
  }),
  ...sliced(
    'every-page-starts-with-the-first-item',
    'no-overlap',
    ['products', 'orders'],
    (items, page, limit) => {
      const shown = usual(items, page, limit);
      return shown.length > 0 ? [items[0], ...shown.slice(1)] : shown;
    },
  ),

  ...sliced('shuffled', 'no-overlap', ['products'], ofShuffled()),
  ...sliced(
    'first-item-of-page-two-lost',
    'no-loss',
    ['products', 'ledger'],
    (items, page, limit) => usual(items, page, limit).slice(page === 2 ? 1 : 0),
  ),
  ...sliced(
    'offset-one-too-far-from-page-two-on',
    'no-loss',
    ['orders', 'search'],
    (items, page, limit) => {
      const start = (page - 1) * limit + (page > 1 ? 1 : 0);
      return items.slice(start, start + limit);
    },
  ),
  ...sliced('last-page-empty', 'no-loss', ['search'], (items, page, limit) =>
    page > 1 && isLast(items, page, limit) ? [] : usual(items, page, limit),
  ),
  ...sliced('last-item-of-all-lost', 'total', ['orders'], (items, page, limit) =>
    usual(items, page, limit).filter(item => item !== items.at(-1)),
  ),
  ...sliced(
    'last-item-of-a-page-lost-after-the-first',
    'no-loss',
    ['products', 'orders'],
    (items, page, limit) => {
      const shown = usual(items, page, limit);
      return page > 1 && shown.length === limit ? shown.slice(0, -1) : shown;
    },
  ),
  ...sliced(
    'each-page-size-leaves-out-another-item',
    'no-loss',
    ['ledger', 'search'],
    (items, page, limit) => usual(items.toSpliced(limit + 1, 1), page, limit),
  ),

  // §2.8, §4.1: pages in the size that comes without a limit, and what is accepted.
  refusing('page-alone', 'products', only('page'), 500),
  refusing('page-alone', 'ledger', only('page')),
  refusing('limit-alone', 'search', only('limit')),
  refusing('limit-alone', 'orders', only('limit'), 500),
  refusing('page-one-limit-one', 'search', ({ query }) => query['page'] === '1', 422),
  refusing('page-above-three', 'orders', request => pageOf(request) > 3),
  ...breaking('paging.same-items', {
    'paging-later-products-without-description': onLater(at.browse, product => {
      delete product.description;
    }),
    'paging-later-products-in-pence': onLater(at.browse, product => (product.minPrice *= 100)),
    'paging-later-search-results-of-another-country': onLater(at.search, product => {
      product.country = 'US';
    }),
    'paging-later-orders-of-no-value': onLater(at.orders, order => (order.valuePurchased = 0)),
    'paging-products-by-price-without-denominations': onSuccess(
      at.browse,
      ({ products }, request) => {
        if (queryValue(request, 'sortBy'))
          for (const product of products) product.denominations = [];
      },
    ),
    'paging-ascending-orders-without-image': onSuccess(at.orders, ({ orders }, request) => {
      if (queryValue(request, 'order') === 'asc') for (const order of orders) delete order.imageUrl;
    }),
  }),
  ...breaking('paging.accepted', {
    'paging-last-page-not-found-on-products': {
      routes: [at.browse],
      response(reply, request) {
        const { page, totalPages } = reply.body as Json;
        if (request.route === at.browse && page > 1 && page === totalPages)
          Object.assign(reply, { status: 404, body: { error: 'Page not found' } });
      },
    },
  }),

  unlimited('pages-of-size-ten', 'total-pages', 'products', body => {
    body.totalPages = Math.ceil(body.total / 10);
  }),
  unlimited('pages-one-less', 'total-pages', 'ledger', n => void (n.totalPages -= 1)),
  unlimited('total-of-this-page', 'total', 'orders', body => {
    body.total = body.orders.length;
  }),
  unlimited('limit-stated-is-the-largest', 'limit', 'ledger', n => void (n.limit = 100)),
  unlimited('page-two-cut-in-half', 'limit', 'products', (_, body, request) => {
    if (pageOf(request) === 2) body[items.products].splice(10);
  }),
  unlimited('page-stuck-at-one', 'page', 'search', n => void (n.currentPage = 1)),
  ...repeating('page-four-is-page-one', 4, ['products', 'orders']),
  ...repeating('page-three-is-page-one', 3, ['search', 'ledger']),
  startingAt('pages-of-twenty-ten-apart', 'no-overlap', 'search', page => (page - 1) * 10),
  startingAt('pages-of-twenty-thirty-apart', 'no-loss', 'ledger', page => (page - 1) * 30),
];
