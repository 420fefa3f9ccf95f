import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  failure,
  type Fault,
  instead,
  onRequest,
  onRules,
  onSuccess,
  queryValue,
} from '../patches.ts';

type Value = string | number;

/** Compares the values of sorted lists differently. */
const comparing = (
  change: (usual: (a: Value, b: Value) => number, a: Value, b: Value) => number,
): Patch =>
  onRules(rules => {
    const { compare } = rules;
    rules.compare = (a, b) => change(compare, a, b);
  });

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
    'catalog-sort-numbers-as-text': comparing((usual, a, b) => usual(String(a), String(b))),
  }),
  ...breaking('sorting.text-order', {
    'catalog-sort-texts-by-their-length': comparing((usual, a, b) =>
      typeof a === 'string' && typeof b === 'string' ? a.length - b.length : usual(a, b),
    ),
  }),
  ...breaking('sorting.pages', {
    'catalog-sort-by-merchant-code-repeats-one-on-later-pages': onSuccess(
      at.browse,
      ({ products }, request) => {
        const isLater = Number(queryValue(request, 'page') ?? 1) > 1;
        if (isLater && queryValue(request, 'sortBy') === 'productCode') products[0] = products[1];
      },
    ),
  }),
  ...breaking('sorting.same-items', {
    'catalog-sort-shows-no-descriptions': onSuccess(at.browse, ({ products }, request) => {
      if (queryValue(request, 'sortBy')) for (const each of products) each.description = '';
    }),
  }),
  ...breaking('sorting.order-alone', {
    'catalog-order-desc-alone-crashes-on-orders': instead(
      at.orders,
      request => queryValue(request, 'order') === 'desc' && !queryValue(request, 'sortBy'),
      500,
      failure,
    ),
  }),
];
