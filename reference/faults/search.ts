import { type Product, showProduct } from '../data/records.ts';
import { values } from '../routes/lists.ts';
import type { SearchRules } from '../rules/rules.ts';
import type { Incoming, Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  type Json,
  onData,
  onReply,
  onRequest,
  onRules,
  onSuccess,
  queryValue,
  failure,
} from '../patches.ts';
import { firstInPlace } from './paging.ts';

/** Replaces the category filter. `change` gets the correct filter. */
export const category = (
  change: (usual: SearchRules['category'], product: Product, wanted: string[]) => boolean,
): Patch =>
  onRules(({ search }) => {
    const usual = search.category;
    search.category = (product, wanted) => change(usual, product, wanted);
  });

/** Replaces the merchant filter. `change` gets the correct filter. */
export const merchant = (
  change: (usual: SearchRules['merchant'], product: Product, wanted: string) => boolean,
): Patch =>
  onRules(({ search }) => {
    const usual = search.merchant;
    search.merchant = (product, wanted) => change(usual, product, wanted);
  });

/** Changes each product of a search by one value of a parameter. */
const searchedBy = (name: string, change: (product: Json, sought: string) => unknown): Patch =>
  onSuccess(at.search, ({ products }, request) => {
    const [sought] = values(request, name);
    if (sought !== undefined) for (const product of products) change(product, sought);
  });

/** Responds with an error to searches that should be accepted. */
const refusing = (when: (request: Incoming) => boolean, status = 400): Patch =>
  instead(at.search, when, status, failure);

/** Matches searches by a value like this. */
export const by =
  (name: string, pattern: RegExp) =>
  (request: Incoming): boolean =>
    pattern.test(queryValue(request, name) ?? '');

/** Ignores a parameter of the search on pages after the first. */
const forgotten = (name: string): Patch =>
  onRequest(at.search, ({ query }) => void (Number(query['page']) > 1 && delete query[name]));

/** Changes the result of a search by a repeated parameter. */
const repeated = (
  name: 'category' | 'useCase',
  change: (products: Json[], sought: string[], all: Json[]) => Json[],
  when: (sought: string[]) => boolean = () => true,
): Patch =>
  onSuccess(at.search, (body, request, { products, rules }) => {
    const sought = values(request, name);
    if (sought.length < 2 || !when(sought)) return;
    const all = products
      .filter(product => rules.sells(product, request))
      .map(product => ({ ...showProduct(product, 'search'), of: product.useCases }));
    body.products = change(body.products, sought, all).map(({ of: _, ...product }) => product);
    body.pagination.total = body.products.length;
    body.pagination.totalPages = Math.ceil(body.products.length / body.pagination.limit);
  });

const isTwice = (values: string[]): boolean => new Set(values).size < values.length;

/** §4.1 search. */
export const searchFaults: readonly Fault[] = [
  ...breaking('search.accepted', {
    'search-merchant-is-a-pattern': refusing(by('merchant', /[([]/), 500),
    'search-highest-price-alone-crashes': refusing(
      ({ query }) => query['maxPrice'] !== undefined && query['minPrice'] === undefined,
      500,
    ),
    'search-without-products-answers-500': onReply(at.search, reply => {
      if ((reply.body as Json).pagination?.total === 0)
        Object.assign(reply, { status: 500, body: failure });
    }),
  }),
  ...breaking('search.merchant', {
    'search-merchant-not-decoded': merchant((usual, product, wanted) =>
      usual(product, encodeURIComponent(wanted)),
    ),
    'search-merchant-finds-one-of-another': merchant(
      (usual, product, wanted) => product.productCode === 'PAWF-US-02' || usual(product, wanted),
    ),
    'search-merchant-forgotten-on-later-pages': forgotten('merchant'),
  }),
  ...breaking('search.filter-values', {
    'search-merchant-lowered-in-ascii-only': merchant(
      (_, product, wanted) =>
        product.merchant.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()) ===
        wanted.toLowerCase(),
    ),
  }),
  ...breaking('search.agrees', {
    'catalog-search-by-a-category-shows-that-alone': searchedBy(
      'category',
      (item, sought) => (item.category = sought),
    ),
  }),
  ...breaking('search.category', {
    'catalog-category-ignored': category(() => true),
    'catalog-category-pages-begin-anew': firstInPlace(
      'search',
      (page, { query }) => page > 1 && query['category'] !== undefined,
      ({ names }) => names.searchPage,
    ),
    'catalog-category-is-the-first-of-a-product': category((_, product, wanted) =>
      wanted.includes(product.category.split(', ')[0]!),
    ),
  }),
  ...breaking('search.categories', {
    'catalog-categories-all-but-the-last-ignored': category((usual, product, wanted) =>
      usual(product, wanted.slice(-1)),
    ),
    'catalog-categories-several-find-nothing': category(
      (usual, product, wanted) => wanted.length === 1 && usual(product, wanted),
    ),
    'catalog-categories-either-but-not-both': category(
      (usual, product, wanted) => wanted.filter(name => usual(product, [name])).length === 1,
    ),
  }),
  ...breaking('search.combined', {
    'search-last-of-several-use-cases': onRequest(at.search, ({ query }) => {
      if (Array.isArray(query['useCase'])) query['useCase'] = query['useCase'].at(-1)!;
    }),
  }),
  ...breaking('search.repeated', {
    'search-same-category-twice-finds-all-twice': repeated(
      'category',
      products => [...products, ...products],
      isTwice,
    ),
  }),
  ...breaking('search.unknown-merchant', {
    'catalog-merchant-ignored': merchant(() => true),
    'catalog-merchant-unknown-finds-everything': onData(({ rules: { search }, products }) => {
      const usual = search.merchant;
      search.merchant = (product, wanted) =>
        !products.some(other => usual(other, wanted)) || usual(product, wanted);
    }),
  }),
  ...breaking('search.unknown-use-case', {
    'search-use-case-forgotten-on-later-pages': forgotten('useCase'),
  }),
];
