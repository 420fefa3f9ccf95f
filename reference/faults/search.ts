import { type Product, showProduct } from '../data/records.ts';
import { values } from '../routes/lists.ts';
import type { SearchRules } from '../rules/rules.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  type Json,
  onData,
  onItems,
  onReply,
  onRequest,
  onRules,
  onSuccess,
  queryValue,
  failure,
} from '../patches.ts';
import { firstInPlace } from './paging.ts';

/** Replaces the category filter; `change` gets the correct one. */
export const category = (
  change: (usual: SearchRules['category'], product: Product, wanted: string[]) => boolean,
): Patch =>
  onRules(({ search }) => {
    const usual = search.category;
    search.category = (product, wanted) => change(usual, product, wanted);
  });

/** Replaces the merchant filter; `change` gets the correct one. */
export const merchant = (
  change: (usual: SearchRules['merchant'], product: Product, wanted: string) => boolean,
): Patch =>
  onRules(({ search }) => {
    const usual = search.merchant;
    search.merchant = (product, wanted) => change(usual, product, wanted);
  });

const found = (id: string, codes: RegExp, change: (product: Json) => unknown): Fault => ({
  id: `catalog-search-${id}`,
  breaks: 'search.agrees',
  patch: onItems(at.search, item => void (codes.test(item.productCode) && change(item))),
});

/** Changes each product of a search by one value of a parameter. */
const searchedBy = (name: string, change: (product: Json, sought: string) => unknown): Patch =>
  onSuccess(at.search, ({ products }, request) => {
    const [sought] = values(request, name);
    if (sought !== undefined) for (const product of products) change(product, sought);
  });

/** Browsing shows what is in the category of the last search. */
function narrowing(): Patch {
  const last = new WeakMap<World, string>();
  return onSuccess([at.search, at.browse], (body, request, world) => {
    const [sought] = values(request, 'category');
    if (sought !== undefined) last.set(world, sought);
    const category = request.route === at.browse ? last.get(world) : undefined;
    if (category === undefined) return;
    const products = inCategory(body.products, category);
    Object.assign(body, { products, total: products.length, totalPages: 1 });
  });
}

/** Responds with an error to searches that should be accepted. */
const refusing = (when: (request: Incoming) => boolean, status = 400): Patch =>
  instead(at.search, when, status, failure);

/** Matches searches by a value like this. */
export const by =
  (name: string, pattern: RegExp) =>
  (request: Incoming): boolean =>
    pattern.test(queryValue(request, name) ?? '');

/** Matches searches by more than so many values of a parameter. */
const byMoreThan =
  (count: number, name: string) =>
  (request: Incoming): boolean =>
    values(request, name).length > count;

/** Changes what a search by a repeated parameter finds. */
const repeated = (
  name: 'category' | 'useCase',
  change: (products: Json[], sought: string[], all: Json[]) => Json[],
  when: (sought: string[]) => boolean = () => true,
): Patch =>
  onSuccess(at.search, (body, request, { products, rules }) => {
    const sought = values(request, name);
    if (sought.length < 2 || !when(sought)) return;
    const all = products.filter(product => rules.sells(product, request));
    const shown = all.map(product => ({
      ...showProduct(product, 'search'),
      of: product.useCases,
    }));
    body.products = change(body.products, sought, shown).map(({ of: _, ...product }) => product);
    body.pagination.total = body.products.length;
    body.pagination.totalPages = Math.ceil(body.products.length / body.pagination.limit);
  });

const isTwice = (values: string[]): boolean => new Set(values).size < values.length;
const inCategory = (all: Json[], value: string): Json[] =>
  all.filter(product => product.category.split(', ').includes(value));

/** §4.1 search. */
export const searchFaults: readonly Fault[] = [
  { id: 'catalog-search-narrows-the-catalog', breaks: 'search.agrees', patch: narrowing() },
  ...breaking('search.agrees', {
    'catalog-search-by-a-price-without-denominations': searchedBy('minPrice', item => {
      item.denominations = [];
    }),
    'catalog-search-by-a-category-shows-that-alone': searchedBy('category', (item, sought) => {
      item.category = sought;
    }),
    'catalog-search-by-a-merchant-in-pounds': searchedBy('merchant', item => {
      item.currency = 'GBP';
    }),
  }),
  found('shows-stale-lowest-prices', /-US-/, item => void (item.minPrice -= 0.5)),
  found('shows-stale-highest-prices', /-DE-/, item => void (item.maxPrice += 50)),
  found('cuts-descriptions', /-GB-/, item => {
    item.description = item.description.slice(0, 20);
  }),
  found('encodes-a-merchant-twice', /CAFE-GB-01/, item => {
    item.merchant = Buffer.from(item.merchant, 'utf8').toString('latin1');
  }),
  found('shows-another-currency', /SKYL-US-02/, item => void (item.currency = 'GBP')),
  found('shows-ids-of-its-own', /./, item => (item._id = `search-${item._id}`)),
  found('shows-another-code', /PALE-GB-01/, item => void (item.productCode += '-OLD')),
  found('lacks-the-last-denominations', /-US-/, item => item.denominations.pop()),
  found('shows-another-channel', /-DE-/, item => {
    item.redemption.channel = 'post';
  }),
  found('capitalises-merchants', /-US-/, item => {
    item.merchant = item.merchant.toUpperCase();
  }),
  found('lacks-the-last-categories', /-GB-/, item => {
    item.category = item.category.split(', ')[0];
  }),
  found('shows-other-terms', /-NG-/, item => {
    item.termsAndConditions = 'Valid for 6 months.\nNot exchangeable for cash.';
  }),

  ...breaking('search.category', {
    'catalog-category-ignored': category(() => true),
    'catalog-category-pages-begin-anew': firstInPlace(
      'search',
      (page, { query }) => page > 1 && query['category'] !== undefined,
      ({ names }) => names.searchPage,
    ),
    'catalog-category-forgotten-on-later-pages': onRequest(at.search, ({ query }) => {
      if (Number(query['page']) > 1) delete query['category'];
    }),
    'catalog-category-last-page-empty': onSuccess(at.search, (body, { query }) => {
      const { currentPage, totalPages } = body.pagination;
      if (query['category'] !== undefined && currentPage === totalPages && currentPage > 1)
        body.products = [];
    }),
    'catalog-category-travel-ignored': category(
      (usual, product, wanted) => wanted[0] === 'Travel' || usual(product, wanted),
    ),
    'catalog-category-is-the-first-of-a-product': category((_, product, wanted) =>
      wanted.includes(product.category.split(', ')[0]!),
    ),
    'catalog-category-is-the-last-of-a-product': category((_, product, wanted) =>
      wanted.includes(product.category.split(', ').at(-1)!),
    ),
    'catalog-category-loses-one-product': category(
      (usual, product, wanted) => product.productCode !== 'GRNF-DE-03' && usual(product, wanted),
    ),
    'catalog-category-finds-one-product-too-many': category(
      (usual, product, wanted) => product.productCode === 'KOLA-NG-01' || usual(product, wanted),
    ),
    'catalog-category-cut-at-the-ampersand': category((usual, product, wanted) =>
      usual(
        product,
        wanted.map(name => name.split(' &')[0]!),
      ),
    ),
    'catalog-category-only-in-the-first-country': category(
      (usual, product, wanted) => product.country === 'GB' && usual(product, wanted),
    ),
  }),
  ...breaking('search.categories', {
    'catalog-categories-all-but-the-first-ignored': category((usual, product, wanted) =>
      usual(product, wanted.slice(0, 1)),
    ),
    'catalog-categories-all-but-the-last-ignored': category((usual, product, wanted) =>
      usual(product, wanted.slice(-1)),
    ),
    'catalog-categories-several-find-everything': category(
      (usual, product, wanted) => wanted.length > 1 || usual(product, wanted),
    ),
    'catalog-categories-several-find-nothing': category(
      (usual, product, wanted) => wanted.length === 1 && usual(product, wanted),
    ),
    'catalog-categories-either-but-not-both': category(
      (usual, product, wanted) => wanted.filter(name => usual(product, [name])).length === 1,
    ),
    'catalog-categories-union-without-nigeria': category((usual, product, wanted) =>
      usual(product, wanted.length > 1 && product.country === 'NG' ? [] : wanted),
    ),
  }),
  ...breaking('search.unknown-merchant', {
    'catalog-merchant-ignored': merchant(() => true),
    'catalog-merchant-unknown-answers-500': onReply(at.search, (reply, { query }) => {
      if (query['merchant'] !== undefined && (reply.body as Json).pagination?.total === 0)
        Object.assign(reply, { status: 500, body: failure });
    }),
    'catalog-merchant-unknown-finds-all-but-one': merchant(
      (usual, product, wanted) =>
        usual(product, wanted) ||
        (/^[\w ]*\d/.test(wanted) && product.productCode !== 'NWBK-GB-01'),
    ),
    'catalog-merchant-unknown-finds-everything': onData(({ rules: { search }, products }) => {
      const usual = search.merchant;
      search.merchant = (product, wanted) =>
        !products.some(other => usual(other, wanted)) || usual(product, wanted);
    }),
  }),

  // §4.1 search: which parameters it takes, alone and repeated.
  ...breaking('search.accepted', {
    'search-merchant-beyond-ascii-refused': refusing(by('merchant', /[^ -~]/)),
    'search-merchant-with-ampersand-crashes': refusing(by('merchant', /&/), 500),
    'search-merchant-is-a-pattern': refusing(by('merchant', /[([]/), 500),
    'search-single-category-crashes': refusing(
      ({ query }) => typeof query['category'] === 'string',
      500,
    ),
    'search-several-categories-refused': refusing(byMoreThan(1, 'category'), 422),
    'search-three-categories-crash': refusing(byMoreThan(2, 'category'), 500),
    'search-use-case-crashes': refusing(({ query }) => query['useCase'] !== undefined, 500),
    'search-several-use-cases-refused': refusing(byMoreThan(1, 'useCase')),
    'search-several-use-cases-crash': refusing(byMoreThan(1, 'useCase'), 500),
    'search-lowest-price-of-one-refused': refusing(by('minPrice', /^1$/)),
    'search-highest-price-alone-crashes': refusing(
      ({ query }) => query['maxPrice'] !== undefined && query['minPrice'] === undefined,
      500,
    ),
  }),
  ...breaking('search.combined', {
    'search-first-of-several-use-cases': onRequest(at.search, ({ query }) => {
      if (Array.isArray(query['useCase'])) query['useCase'] = query['useCase'][0]!;
    }),
    'search-last-of-several-use-cases': onRequest(at.search, ({ query }) => {
      if (Array.isArray(query['useCase'])) query['useCase'] = query['useCase'].at(-1)!;
    }),
  }),
  ...breaking('search.unknown-use-case', {
    'search-use-case-ignored': onRules(({ search }) => (search.useCase = () => true)),
    'search-unknown-use-case-crashes': refusing(
      request => /^(?!birthday|wedding)/.test(queryValue(request, 'useCase') ?? 'birthday'),
      500,
    ),
  }),
  ...breaking('search.merchant', {
    'search-merchant-not-decoded': merchant((usual, product, wanted) =>
      usual(product, encodeURIComponent(wanted)),
    ),
    'search-merchant-as-latin-1': merchant((usual, product, wanted) =>
      usual(product, Buffer.from(wanted).toString('latin1')),
    ),
    'search-merchant-cut-to-ascii': merchant(
      (_, product, wanted) => product.merchant === wanted.replaceAll(/[^ -~]/g, ''),
    ),
    'search-merchant-loses-its-last-country': merchant(
      (usual, product, wanted) => product.country !== 'NG' && usual(product, wanted),
    ),
    'search-merchant-finds-nothing': merchant(() => false),
    'search-merchant-finds-one-of-another': merchant(
      (usual, product, wanted) => product.productCode === 'PAWF-US-02' || usual(product, wanted),
    ),
    'search-merchant-forgotten-on-later-pages': onRequest(at.search, ({ query }) => {
      if (Number(query['page']) > 1) delete query['merchant'];
    }),
  }),
  ...breaking('search.filter-values', {
    'search-merchant-lowered-in-ascii-only': merchant(
      (_, product, wanted) =>
        product.merchant.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()) ===
        wanted.toLowerCase(),
    ),
  }),
  ...breaking('search.repeated', {
    'search-several-categories-one-after-the-other': repeated('category', (_, values, all) =>
      values.flatMap(value => inCategory(all, value)),
    ),
    'search-first-of-several-categories-twice': repeated(
      'category',
      products => [...products.slice(0, 1), ...products],
      values => !isTwice(values),
    ),
    'search-same-category-twice-finds-all-twice': repeated(
      'category',
      products => [...products, ...products],
      isTwice,
    ),
    'search-same-category-twice-finds-nothing': repeated('category', () => [], isTwice),
    'search-same-category-twice-finds-everything': repeated(
      'category',
      (_products, _values, all) => all,
      isTwice,
    ),
    'search-several-use-cases-one-after-the-other': repeated('useCase', (_, values, all) =>
      values.flatMap(value => all.filter(({ of }) => of.includes(value))),
    ),
  }),
];
