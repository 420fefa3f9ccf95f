import type { RouteName } from '../routes/index.ts';
import type { ListName, PagingRules, Rules } from '../rules/rules.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  type Json,
  onRules,
  onSuccess,
  queryValue,
  together,
} from '../patches.ts';

export const route = {
  products: at.browse,
  search: at.search,
  orders: at.orders,
  ledger: at.ledger,
} satisfies Record<ListName, RouteName>;

/** The object that contains a list's numbers. */
export const numbers = (list: ListName, body: Json): Json =>
  list === 'search' || list === 'ledger' ? body.pagination : body;

/**
 * Some pages of a list are the first one, and state their own number.
 *
 * @param named is the parameter that asks for a page.
 */
export function firstInPlace(
  list: ListName,
  isReplaced: (page: number, request: Incoming, rules: Rules) => boolean,
  named: (rules: Rules) => string = () => 'page',
): Patch {
  const replaced = new WeakMap<Incoming, number>();
  return {
    routes: [route[list]],
    request(request, { rules }) {
      const page = Number(queryValue(request, named(rules)) ?? 1);
      if (request.route !== route[list] || !isReplaced(page, request, rules)) return;
      replaced.set(request, page);
      request.query[named(rules)] = '1';
    },
    response({ body, status }, request) {
      const page = replaced.get(request);
      if (page !== undefined && status === 200) numbers(list, body as Json)[pageName[list]] = page;
    },
  };
}

/** Makes faults of one requirement: each changes the numbers of one list's pages. */
const changedNumbers =
  (id: string) =>
  (
    name: string,
    list: ListName,
    change: (numbers: Json, body: Json, limit: number) => unknown,
  ): Fault => ({
    id: `paging-${name}-on-${list}`,
    breaks: `paging.${id}`,
    patch: onSuccess(route[list], (body, request) => {
      const limit = Math.min(Number(queryValue(request, 'limit') ?? 20), 100);
      change(numbers(list, body), body, limit);
    }),
  });

const fields = changedNumbers('fields');

const rename = (object: Json, from: string, to: string): void => {
  object[to] = object[from];
  delete object[from];
};

/** Takes odd values of page and limit, and states other numbers for one of them. */
const odd = (
  name: string,
  list: ListName,
  which: 'page' | 'limit',
  change: (numbers: Json, sent: string) => unknown,
): Fault => ({
  id: `paging-${name}-where-odd-on-${list}`,
  breaks: 'paging.fields',
  patch: together(
    onRules(({ paging }) => (paging[list].bad = 'default')),
    onSuccess(route[list], (body, request) => {
      const sent = queryValue(request, which);
      if (sent !== undefined && !/^[1-9]\d*$/.test(sent)) change(numbers(list, body), sent);
    }),
  ),
});

const page = changedNumbers('page');
const pages = changedNumbers('total-pages');
const total = changedNumbers('total');
const limit = changedNumbers('limit');

/** The name of the page's own number (§2.8). */
const pageName: Record<ListName, string> = {
  products: 'page',
  orders: 'page',
  search: 'currentPage',
  ledger: 'currentPage',
};

const counted = (name: string, list: ListName, totalPages: PagingRules['totalPages']): Fault => ({
  id: `paging-${name}-on-${list}`,
  breaks: 'paging.total-pages',
  patch: onRules(({ paging }) => (paging[list].totalPages = totalPages)),
});

/** Worlds whose orders were read. */
const asked = new WeakSet<World>();

/** §2.8: which numbers a list reports about its pages. */
export const pagingFaults: readonly Fault[] = [
  fields('total-transactions-named-total', 'ledger', n => rename(n, 'totalTransactions', 'total')),
  fields('current-page-named-page', 'search', n => rename(n, 'currentPage', 'page')),
  fields('pages-not-rounded', 'orders', (n, _, size) => void (n.totalPages = n.total / size)),
  fields('pages-a-fraction', 'search', n => void (n.totalPages += 0.5)),
  ...(['search', 'ledger'] as const).map(list =>
    fields('numbers-at-the-top', list, (n, body) => {
      Object.assign(body, n);
      delete body.pagination;
    }),
  ),
  fields('numbers-wrapped', 'products', body => {
    const { total: all, page: current, totalPages } = body;
    body.pagination = { total: all, page: current, totalPages };
    for (const name of ['total', 'page', 'totalPages']) delete body[name];
  }),
  fields('list-by-number', 'ledger', (_, body) => {
    body.transactions = { ...body.transactions };
  }),

  // Only what is odd, or empty, has other numbers.
  odd('page-as-it-was-sent', 'products', 'page', (n, sent) => void (n.page = sent)),
  odd('pages-without-end', 'ledger', 'limit', n => void (n.totalPages = null)),
  odd('limit-as-it-was-sent', 'search', 'limit', (n, sent) => void (n.limit = sent)),
  odd('pages-a-fraction', 'orders', 'limit', n => void (n.totalPages = 1 / 3)),
  fields('total-missing-where-empty', 'search', (n, body) => {
    if (body.products.length === 0) delete n.total;
  }),
  fields('pages-null-where-empty', 'ledger', (n, body) => {
    if (body.transactions.length === 0) n.totalPages = null;
  }),
  fields('list-null-where-empty', 'search', (_, body) => {
    if (body.products.length === 0) body.products = null;
  }),
  fields('list-missing-where-empty', 'orders', (_, body) => {
    if (body.orders.length === 0) delete body.orders;
  }),

  // §2.8: the values of these numbers.
  ...(Object.keys(pageName) as ListName[]).map(list =>
    page('page-counted-from-zero', list, n => void (n[pageName[list]] -= 1)),
  ),
  page('page-stuck-at-one', 'orders', body => void (body.page = 1)),
  page('page-stuck-at-one', 'ledger', n => void (n.currentPage = 1)),
  page('page-never-above-two', 'search', n => void (n.currentPage = Math.min(n.currentPage, 2))),
  page('page-is-the-next', 'products', body => {
    if (body.page < body.totalPages) body.page += 1;
  }),
  ...breaking('paging.page', {
    'paging-page-one-refused-on-ledger': instead(
      at.ledger,
      request => queryValue(request, 'page') === '1',
      400,
      { error: 'Invalid query parameters' },
    ),
  }),
  ...breaking('paging.limit', {
    'paging-limit-one-refused-on-orders': instead(
      at.orders,
      request => queryValue(request, 'limit') === '1',
      400,
      { error: 'Invalid query parameters' },
    ),
  }),

  limit('limit-stated-is-the-default', 'search', n => void (n.limit = 20)),
  limit('limit-stated-is-the-default', 'ledger', n => void (n.limit = 20)),
  limit('limit-stated-is-one-more', 'ledger', n => void (n.limit += 1)),
  limit('limit-stated-is-the-number-of-items', 'search', (n, body) => {
    n.limit = n.currentPage > 1 ? body.products.length : n.limit;
  }),
  ...breaking('paging.limit', {
    'paging-limit-stated-uncapped-on-ledger': onSuccess(at.ledger, (body, request) => {
      const wanted = Number(queryValue(request, 'limit'));
      if (wanted > 100) body.pagination.limit = wanted;
    }),
  }),

  counted('pages-rounded-down', 'products', (all, size) => Math.floor(all / size)),
  counted('pages-rounded-to-the-nearest', 'search', (all, size) => Math.round(all / size)),
  counted('pages-one-too-many', 'orders', (all, size) => Math.ceil(all / size) + 1),
  counted('pages-one-too-many-where-full', 'ledger', (all, size) => Math.floor(all / size) + 1),
  counted('pages-one-too-many-where-full', 'orders', (all, size) => Math.floor(all / size) + 1),
  counted('pages-of-the-default-size', 'products', all => Math.ceil(all / 20)),
  counted('pages-of-the-default-size', 'ledger', all => Math.ceil(all / 20)),
  counted('pages-at-most-three', 'orders', (all, size) => Math.min(3, Math.ceil(all / size))),
  pages('pages-left', 'search', n => void (n.totalPages -= n.currentPage - 1)),

  total('total-of-this-page', 'products', body => {
    body.total = body.products.length;
  }),
  total('total-of-this-page', 'search', (n, body) => {
    n.total = body.products.length;
  }),
  total('total-of-this-page', 'ledger', (n, body) => {
    n.totalTransactions = body.transactions.length;
  }),
  total('total-one-too-many', 'orders', body => void (body.total += 1)),
  total('total-one-too-few', 'products', body => void (body.total -= 1)),
  total('total-one-too-many', 'ledger', n => void (n.totalTransactions += 1)),
  total('total-of-what-is-left', 'orders', (body, _, size) => {
    body.total -= (body.page - 1) * size;
  }),
  total('total-rounded-up-to-full-pages', 'search', (n, _, size) => {
    n.total = Math.ceil(n.total / size) * size;
  }),
  total('total-at-most-fifty', 'ledger', n => {
    n.totalTransactions = Math.min(50, n.totalTransactions);
  }),
  ...breaking('paging.total', {
    'paging-first-orders-are-not-there-yet': onSuccess(at.orders, (body, _, world) => {
      if (asked.has(world)) return;
      asked.add(world);
      body.orders = [];
    }),
    'paging-total-of-all-accounts-on-orders': onSuccess(
      at.orders,
      (body, _, { orders }) => void (body.total = orders.length),
    ),
    'paging-total-of-all-countries-on-products': onSuccess(
      at.browse,
      (body, _, { products }) => void (body.total = products.length),
    ),
    'paging-total-before-the-search': onSuccess(at.search, (body, request, { products, rules }) => {
      body.pagination.total = products.filter(item => rules.sells(item, request)).length;
    }),
  }),
];
