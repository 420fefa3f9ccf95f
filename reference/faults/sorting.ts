import { showProduct } from '../data/records.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  type Json,
  onRequest,
  onRules,
  onSuccess,
  queryValue,
  failure,
} from '../patches.ts';

type Sortable = typeof at.browse | typeof at.orders;

/** Fields that only the server knows. */
const hidden = ['accountId', 'useCases'];

/** Sorts one list in another way by one field, before paging. */
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

/** Takes no notice of one field to sort by. */
const ignoring = (list: 'products' | 'orders', field: string): Patch =>
  onRules(({ sortFields }) => {
    sortFields[list] = sortFields[list].filter(each => each !== field);
  });

const refusing = (route: Sortable, order: 'asc' | 'desc', status: number): Patch =>
  instead(
    route,
    request => queryValue(request, 'order') === order && !queryValue(request, 'sortBy'),
    status,
    failure,
  );

const onLaterPages = (
  route: Sortable,
  order: 'asc' | 'desc',
  change: (query: Incoming['query']) => void,
): Patch =>
  onRequest(route, request => {
    const page = Number(queryValue(request, 'page') ?? 1);
    if (page > 1 && queryValue(request, 'sortBy') && queryValue(request, 'order') === order)
      change(request.query);
  });

/** §4.1 */
export const sortingFaults: readonly Fault[] = [
  ...breaking('sorting.order', {
    'catalog-sort-desc-ignored-on-products': onRequest(
      at.browse,
      ({ query }) => void (query['sortBy'] && delete query['order']),
    ),
    'catalog-sort-always-descending-on-orders': onRequest(
      at.orders,
      ({ query }) => void (query['sortBy'] && (query['order'] = 'desc')),
    ),
    'catalog-sort-directions-swapped-on-products': onRequest(at.browse, ({ query }) => {
      if (query['sortBy']) query['order'] = query['order'] === 'desc' ? 'asc' : 'desc';
    }),
    'catalog-sort-directions-swapped-on-orders-by-value': onRequest(at.orders, ({ query }) => {
      if (query['sortBy'] !== 'valuePurchased') return;
      query['order'] = query['order'] === 'desc' ? 'asc' : 'desc';
    }),
    'catalog-sort-price-ignored-on-products': ignoring('products', 'minPrice'),
    'catalog-sort-value-ignored-on-orders': ignoring('orders', 'valuePurchased'),
    'catalog-sort-prices-as-text-on-products': resorted(at.browse, 'minPrice', byText),
    'catalog-sort-values-as-text-on-orders': resorted(at.orders, 'valuePurchased', byText),
    'catalog-sort-codes-by-their-country-on-products': resorted(
      at.browse,
      'productCode',
      (a, b) => byText(a, b, 'country') || byText(a, b, 'productCode'),
    ),
    'catalog-sort-another-field-on-orders': resorted(at.orders, 'createdAt', (a, b) =>
      byText(a, b, 'transactionId'),
    ),
    'catalog-sort-by-month-only-on-orders': resorted(at.orders, 'createdAt', (a, b) =>
      byText({ month: a.createdAt.slice(0, 7) }, { month: b.createdAt.slice(0, 7) }, 'month'),
    ),
    'catalog-sort-first-two-in-the-wrong-order': onSuccess(at.orders, (body, request) => {
      const field = queryValue(request, 'sortBy') ?? '';
      if (field === 'createdAt') body.orders.splice(0, 2, ...body.orders.slice(0, 2).reverse());
    }),
    'catalog-sort-middle-shuffled-by-code-on-products': resorted(
      at.browse,
      'productCode',
      // The first letter sorts, the rest does not: both ends are right.
      (a, b, field) => byText({ [field]: a[field][0] }, { [field]: b[field][0] }, field),
    ),
    'catalog-sort-two-in-the-middle-swapped-on-products': onSuccess(at.browse, (body, request) => {
      const isMiddle = queryValue(request, 'sortBy') === 'productCode' && body.page === 1;
      if (!isMiddle || queryValue(request, 'order') !== 'desc') return;
      body.products.splice(20, 2, ...body.products.slice(20, 22).reverse());
    }),
    'catalog-sort-total-one-more-on-orders': onSuccess(at.orders, (body, request) => {
      if (queryValue(request, 'sortBy')) body.total += 1;
    }),
    'catalog-sort-page-two-repeats-page-one-where-prices-are-alike': onSuccess(
      at.browse,
      (body, request, world) => {
        if (queryValue(request, 'sortBy') !== 'minPrice' || body.page !== 2) return;
        const all = listOf(at.browse, request, world);
        const shown = new Set(body.products.map(({ _id }: Json) => _id));
        body.products = body.products.map((each: Json) => {
          const twin = all.find(
            ({ _id, minPrice }) => minPrice === each.minPrice && !shown.has(_id),
          );
          return twin ? showProduct(twin, 'browse') : each;
        });
      },
    ),
  }),
  ...[at.browse, at.orders].flatMap(route => {
    const list = route === at.browse ? 'products' : 'orders';
    return breaking('sorting.order', {
      [`catalog-sort-descending-on-page-1-only-on-${list}`]: onLaterPages(
        route,
        'desc',
        query => void (query['order'] = 'asc'),
      ),
      [`catalog-sort-ascending-on-page-1-only-on-${list}`]: onLaterPages(
        route,
        'asc',
        query => void (query['order'] = 'desc'),
      ),
      [`catalog-sort-by-field-on-page-1-only-on-${list}`]: onLaterPages(
        route,
        'desc',
        query => void delete query['sortBy'],
      ),
    });
  }),
  ...breaking('sorting.order-alone', {
    'catalog-order-asc-alone-refused-on-products': refusing(at.browse, 'asc', 400),
    'catalog-order-desc-alone-crashes-on-products': refusing(at.browse, 'desc', 500),
    'catalog-order-desc-alone-refused-on-orders': refusing(at.orders, 'desc', 422),
    'catalog-order-asc-alone-crashes-on-orders': refusing(at.orders, 'asc', 500),
  }),
];
