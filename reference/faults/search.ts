import { type Product } from '../data/records.ts';
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
  together,
  failure,
} from '../patches.ts';
import { namesWithSigns } from '../seed/scale.ts';

/** Replaces the category filter. `change` gets the correct filter. */
export const category = (
  change: (usual: SearchRules['category'], product: Product, wanted: string[]) => boolean,
): Patch =>
  onRules(({ search }) => {
    const usual = search.category;
    search.category = (product, wanted) => change(usual, product, wanted);
  });

/** Replaces the merchant filter. `change` gets the correct filter. */
const merchant = (
  change: (usual: SearchRules['merchant'], product: Product, wanted: string) => boolean,
): Patch =>
  onRules(({ search }) => {
    const usual = search.merchant;
    search.merchant = (product, wanted) => change(usual, product, wanted);
  });

const crashing = (when: (request: Incoming) => boolean): Patch =>
  instead(at.search, when, 500, failure);

/** Ignores a parameter of the search on pages after the first. */
const forgotten = (name: string): Patch =>
  onRequest(at.search, ({ query }) => void (Number(query['page']) > 1 && delete query[name]));

/** §4.1 search. */
export const searchFaults: readonly Fault[] = [
  ...breaking('search.accepted', {
    'search-merchant-is-a-pattern': crashing(request =>
      /[([]/.test(queryValue(request, 'merchant') ?? ''),
    ),
    'search-highest-price-alone-crashes': crashing(
      ({ query }) => query['maxPrice'] !== undefined && query['minPrice'] === undefined,
    ),
    'search-without-products-answers-500': onReply(at.search, reply => {
      if ((reply.body as Json).pagination?.total === 0)
        Object.assign(reply, { status: 500, body: failure });
    }),
  }),
  ...breaking('search.merchant', {
    'search-merchant-finds-one-of-another': merchant(
      (usual, product, wanted) => product.productCode === 'PAWF-US-02' || usual(product, wanted),
    ),
  }),
  ...breaking('search.use-cases', {
    'search-use-case-refused-if-repeated': crashing(({ query }) => Array.isArray(query['useCase'])),
  }),
  ...breaking('search.all-found', {
    'search-merchant-not-decoded': merchant((usual, product, wanted) =>
      usual(product, encodeURIComponent(wanted)),
    ),
    'search-merchant-finds-all-but-one': merchant(
      (usual, product, wanted) => product.productCode !== 'SKYL-US-02' && usual(product, wanted),
    ),
    'catalog-category-is-the-first-of-a-product': category((_, product, wanted) =>
      wanted.includes(product.category.split(', ')[0]!),
    ),
  }),
  ...breaking('search.last-page', {
    'search-merchant-forgotten-on-later-pages': forgotten('merchant'),
    'search-use-case-forgotten-on-later-pages': forgotten('useCase'),
  }),
  ...breaking('search.filter-values', {
    'search-one-plain-merchant-finds-nothing': merchant(
      (usual, product, wanted) => wanted !== 'Fjord Coffee' && usual(product, wanted),
    ),
  }),
  ...breaking('search.special-values', {
    'search-plus-read-as-a-blank': together(
      namesWithSigns,
      merchant((usual, product, wanted) => usual(product, wanted.replaceAll('+', ' '))),
    ),
    'search-merchant-lowered-in-ascii-only': merchant(
      (_, product, wanted) =>
        product.merchant.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()) ===
        wanted.toLowerCase(),
    ),
  }),
  ...breaking('search.agrees', {
    'catalog-search-by-a-category-shows-that-alone': onSuccess(
      at.search,
      ({ products }, request) => {
        const [sought] = values(request, 'category');
        if (sought !== undefined) for (const product of products) product.category = sought;
      },
    ),
  }),
  ...breaking('search.category', {
    'catalog-category-ignored': category(() => true),
  }),
  ...breaking('search.categories', {
    'catalog-categories-all-but-the-last-ignored': category((usual, product, wanted) =>
      usual(product, wanted.slice(-1)),
    ),
    'catalog-categories-several-find-nothing': category(
      (usual, product, wanted) => wanted.length === 1 && usual(product, wanted),
    ),
  }),
  ...breaking('search.combined', {
    'search-last-of-several-use-cases': onRequest(at.search, ({ query }) => {
      if (Array.isArray(query['useCase'])) query['useCase'] = query['useCase'].at(-1)!;
    }),
  }),
  ...breaking('search.repeated', {
    'search-same-category-twice-finds-all-twice': onSuccess(at.search, (body, request) => {
      const sought = values(request, 'category');
      if (new Set(sought).size === sought.length) return;
      body.products = [...body.products, ...body.products];
      body.pagination.total *= 2;
    }),
  }),
  ...breaking('search.unknown-merchant', {
    'catalog-merchant-unknown-finds-everything': onData(({ rules: { search }, products }) => {
      const usual = search.merchant;
      search.merchant = (product, wanted) =>
        !products.some(other => usual(other, wanted)) || usual(product, wanted);
    }),
  }),
  ...breaking('search.unknown-use-case', {
    'search-unknown-use-case-finds-everything': onData(({ rules: { search }, products }) => {
      const usual = search.useCase;
      search.useCase = (product, wanted) =>
        !products.some(other => usual(other, wanted)) || usual(product, wanted);
    }),
  }),
];
