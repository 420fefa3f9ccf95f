import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  type Json,
  onRequest,
  onSuccess,
  queryValue,
  failure,
} from '../patches.ts';

type Sortable = typeof at.browse | typeof at.orders;

/** Fields that only the server knows. */
const hidden = ['accountId', 'useCases'];

/** Sorts one list differently by one field, before paging. */
const resorted = (
  route: Sortable,
  field: string,
  compare: (a: Json, b: Json, field: string) => number,
): Patch =>
  onSuccess(route, (body, request, world) => {
    if (queryValue(request, 'sortBy') !== field) return;
    const sign = queryValue(request, 'order') === 'desc' ? -1 : 1;
    const all = listOf(route, request, world).toSorted((a, b) => sign * compare(a, b, field));
    const list = route === at.browse ? 'products' : 'orders';
    const shown: Json[] = body[list];
    const size = Math.min(Number(queryValue(request, 'limit') ?? 20), 100);
    const start = (body.page - 1) * size;
    const wanted = all.slice(start, start + shown.length);
    body[list] = wanted.map(item =>
      Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.includes(name))),
    );
  });

const listOf = (route: Sortable, request: Incoming, { products, orders, rules }: World): Json[] =>
  route === at.browse
    ? products.filter(product => rules.sells(product, request))
    : orders.filter(order => rules.owns(order, request));

const byText = (a: Json, b: Json, field: string): number =>
  String(a[field]) < String(b[field]) ? -1 : String(a[field]) > String(b[field]) ? 1 : 0;

const refusing = (route: Sortable, order: 'asc' | 'desc', status: number): Patch =>
  instead(
    route,
    request => queryValue(request, 'order') === order && !queryValue(request, 'sortBy'),
    status,
    failure,
  );

/** §4.1 */
export const sortingFaults: readonly Fault[] = [
  ...breaking('sorting.order', {
    'catalog-sort-desc-ignored-on-products': onRequest(
      at.browse,
      ({ query }) => void (query['sortBy'] && delete query['order']),
    ),
    'catalog-sort-directions-swapped-on-products': onRequest(at.browse, ({ query }) => {
      if (query['sortBy']) query['order'] = query['order'] === 'desc' ? 'asc' : 'desc';
    }),
    'catalog-sort-values-as-text-on-orders': resorted(at.orders, 'valuePurchased', byText),
    'catalog-sort-by-field-on-page-1-only-on-products': onRequest(
      at.browse,
      ({ query }) => void (Number(query['page']) > 1 && delete query['sortBy']),
    ),
  }),
  ...breaking('sorting.text-order', {
    'catalog-sort-codes-by-their-country-on-products': resorted(
      at.browse,
      'productCode',
      (a, b) => byText(a, b, 'country') || byText(a, b, 'productCode'),
    ),
  }),
  ...breaking('sorting.order-alone', {
    'catalog-order-asc-alone-refused-on-products': refusing(at.browse, 'asc', 400),
    'catalog-order-desc-alone-crashes-on-orders': refusing(at.orders, 'desc', 500),
  }),
];
