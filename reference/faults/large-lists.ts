import type { SearchRules } from '../rules/rules.ts';
import { accountOfYears, largeCatalog, namesWithSigns } from '../seed/scale.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  type Fault,
  instead,
  onItems,
  onRequest,
  onRules,
  onSuccess,
  queryValue,
  together,
} from './patches.ts';

/** A fault in a catalog that a run cannot read whole. */
const large = (id: string, breaks: string, patch: Patch): Fault => ({
  id: `large-catalog-${id}`,
  breaks,
  patch: together(largeCatalog, patch),
});

/** Replaces the category filter; `change` gets the correct one. */
const category = (
  change: (
    usual: SearchRules['category'],
    ...given: Parameters<SearchRules['category']>
  ) => boolean,
): Patch => ({
  rules({ search }) {
    const usual = search.category;
    search.category = (product, wanted) => change(usual, product, wanted);
  },
});

const names = (product: { category: string }): string[] => product.category.split(', ');

/** Faults that show in a sample of a long list: §2.7, §2.8, §4.1. */
export const largeCatalogFaults: readonly Fault[] = [
  large(
    'merchants-cut-at-twenty',
    'catalog.filters-merchants',
    onSuccess(at.filters, body => void body.merchants.splice(20)),
  ),
  large(
    'rare-categories-missing',
    'catalog.filters-categories',
    onSuccess(at.filters, body => {
      body.categories = body.categories.filter((name: string) => name !== 'Chess');
    }),
  ),
  large(
    'search-shows-stale-prices',
    'search.agrees',
    onItems(at.search, (item, index) => void (index % 3 === 0 && (item.maxPrice += 1))),
  ),
  large(
    'category-ignored',
    'search.category',
    category(() => true),
  ),
  large(
    'category-is-the-first-of-a-product',
    'search.category',
    category((_, product, wanted) => wanted.includes(names(product)[0]!)),
  ),
  large(
    'categories-all-but-the-first-ignored',
    'search.categories',
    category((usual, product, wanted) => usual(product, wanted.slice(0, 1))),
  ),
  large(
    'categories-either-but-not-both',
    'search.categories',
    category(
      (usual, product, wanted) => wanted.filter(name => usual(product, [name])).length === 1,
    ),
  ),
  large('merchant-finds-nothing', 'search.merchant', {
    rules: ({ search }) => void (search.merchant = () => false),
  }),
  large('merchant-ignored', 'search.unknown-merchant', {
    rules: ({ search }) => void (search.merchant = () => true),
  }),
  large(
    'several-categories-find-one-twice',
    'search.repeated',
    onSuccess(at.search, (body, { query }) => {
      if (Array.isArray(query['category'])) body.products.splice(-1, 1, body.products[0]);
    }),
  ),
  large(
    'pages-beyond-the-hundredth-refused',
    'paging.accepted',
    instead(at.browse, request => Number(queryValue(request, 'page')) > 100, 400, {
      error: 'Result window is too large',
    }),
  ),
  large('page-two-is-page-one', 'paging.no-overlap', {
    rules({ paging: { products } }) {
      const { slice } = products;
      products.slice = (items, page, limit) => slice(items, page === 2 ? 1 : page, limit);
    },
  }),
  large(
    'total-at-most-a-thousand-on-later-pages',
    'paging.total',
    onSuccess(at.search, ({ pagination }) => {
      if (pagination.currentPage > 1) pagination.total = Math.min(1000, pagination.total);
    }),
  ),
  large(
    'order-ignored',
    'sorting.order',
    onRequest(at.browse, ({ query }) => void (query['sortBy'] && delete query['order'])),
  ),
  large('prices-sorted-as-text', 'sorting.order', {
    rules: rules => void (rules.compare = (a, b) => (String(a) < String(b) ? -1 : 1)),
  }),
];

/** A fault in an account whose lists a run cannot read whole. */
const big = (id: string, breaks: string, patch: Patch): Fault => ({
  id: `big-account-${id}`,
  breaks,
  patch: together(accountOfYears, patch),
});

/** Faults that show in a part of each list: §2.5, §2.7, §4.1, §4.2. */
export const bigAccountFaults: readonly Fault[] = [
  big('ledger-loses-one', 'wallet.ledger-holds-wallets', {
    data({ rules, ledger }) {
      const { owns } = rules;
      const gone = ledger[12];
      rules.owns = (record, request) =>
        owns(record, request) && !(request.route === at.ledger && record === gone);
    },
  }),
  big(
    'currency-finds-fundings-only',
    'wallet.ledger-currency',
    onRules(({ ledger }) => {
      ledger.matches = ({ details }, wanted) => details.currency === wanted;
    }),
  ),
  big(
    'merchants-without-products',
    'catalog.filters-merchants',
    onSuccess(at.filters, body => {
      body.merchants = body.merchants.flatMap((name: string) => [`${name} (closed)`, name]);
      body.merchants.push('Zenith & Gone');
    }),
  ),
  big(
    'categories-all-but-the-first-ignored',
    'search.categories',
    onRules(({ search }) => {
      const { category } = search;
      search.category = (product, wanted) => category(product, wanted.slice(0, 1));
    }),
  ),
  big(
    'category-twice-finds-half',
    'search.repeated',
    onRules(({ search }) => {
      const { category } = search;
      search.category = (product, wanted) =>
        category(product, wanted) && (wanted[0] !== wanted[1] || /[02468ace]$/.test(product._id));
    }),
  ),
  big(
    'range-loses-every-third',
    'transactions.date-range',
    onRules(({ automation }) => {
      const { inRange } = automation;
      automation.inRange = (entry, from, to) =>
        inRange(entry, from, to) &&
        !(from !== undefined && to !== undefined && Date.parse(entry.timestamp) % 3 === 0);
    }),
  ),
];

/** In a catalog with signs in its names, a search reads them otherwise. */
const reading = (read: (text: string) => string): Patch =>
  together(namesWithSigns, {
    rules({ search }) {
      const { merchant, category }: SearchRules = { ...search };
      search.merchant = (product, wanted) => merchant(product, read(wanted));
      search.category = (product, wanted) => category(product, wanted.map(read));
    },
  });

/** §2.7, §4.1: values of the filters with signs in them, searched by. */
export const filterValueFaults: readonly Fault[] = breaking('search.filter-values', {
  'search-plus-read-as-a-blank': reading(text => text.replaceAll('+', ' ')),
  'search-apostrophe-doubled': reading(text => text.replaceAll("'", '`')),
  'search-cut-at-the-comma': reading(text => text.replace(/,.*/, ' -')),
  'search-apostrophe-crashes': together(
    namesWithSigns,
    instead(at.search, request => /'/.test(queryValue(request, 'merchant') ?? ''), 500, {
      error: 'An error occurred',
    }),
  ),
  'search-category-with-plus-refused': together(
    namesWithSigns,
    instead(at.search, request => /\+/.test(queryValue(request, 'category') ?? ''), 400, {
      error: 'Invalid category',
    }),
  ),
});
