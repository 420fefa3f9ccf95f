import type { Product } from '../data/records.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onItems,
  onSells,
  onSuccess,
} from '../patches.ts';

/** Changes the products with such a code, both in browse and in search. */
const onProducts = (code: RegExp, change: (product: Json) => unknown): Patch =>
  onItems([at.browse, at.search], item => {
    if (code.test(String(item.productCode))) change(item);
  });

/** Changes the filters. `sold` are the products that the key may browse. */
const onFilters = (change: (filters: Json, sold: readonly Product[]) => unknown): Patch =>
  onSuccess(at.filters, (body, request, { products, rules }) => {
    const sold = products.filter(product => rules.sells(product, request));
    change(body, sold);
  });

/** §2.1, §2.7. */
export const catalogFaults: readonly Fault[] = [
  ...breaking('catalog.product-fields', {
    'catalog-min-price-null-where-values-are-fixed': onProducts(
      /^FJRD-/,
      item => (item.minPrice = null),
    ),
    'catalog-code-empty-on-one': onProducts(/^VLVT-NG-03/, item => (item.productCode = '')),
  }),
  ...breaking('catalog.redemption', {
    'catalog-channel-null-where-there-is-no-region': onProducts(/^/, ({ redemption }) => {
      if (redemption.region === undefined) redemption.channel = null;
    }),
  }),
  ...breaking('catalog.country-code', {
    'catalog-country-by-name': onProducts(/-DE-/, item => (item.country = 'Germany')),
  }),
  ...breaking('catalog.image-url', {
    'catalog-image-named-without-a-path': onProducts(
      /^/,
      item => (item.imageUrl = item.imageUrl.split('/').at(-1)),
    ),
  }),
  ...breaking('catalog.price-range', {
    'catalog-range-a-cent-too-low': onProducts(
      /^CASA-US-01/,
      item => (item.maxPrice = item.minPrice - 0.01),
    ),
  }),
  ...breaking('catalog.denominations', {
    'catalog-denomination-a-cent-above': onProducts(/^NWBK-GB-01/, item => (item.maxPrice -= 0.01)),
  }),
  ...breaking('catalog.allowed-countries', {
    'catalog-browse-shows-one-japanese-product': onSells(
      (isSold, { productCode }) => isSold || productCode === 'SUSH-JP-03',
    ),
  }),
  ...breaking('catalog.filter-fields', {
    'catalog-filters-categories-with-counts': onFilters(body => {
      body.categories = body.categories.map((name: string) => ({ name, count: 1 }));
    }),
  }),
  ...breaking('catalog.filters-distinct', {
    'catalog-filters-categories-with-the-blanks-of-their-lists': onFilters((body, sold) => {
      body.categories = [...new Set(sold.flatMap(({ category }) => category.split(',')))];
    }),
  }),
  ...breaking('catalog.filters-merchants', {
    'catalog-filters-merchants-escaped-for-html': onFilters(body => {
      body.merchants = body.merchants.map((name: string) => name.replaceAll('&', '&amp;'));
    }),
  }),
  ...breaking('catalog.filters-categories', {
    'catalog-filters-categories-the-first-of-each-product': onFilters((body, sold) => {
      body.categories = [...new Set(sold.map(({ category }) => category.split(', ')[0]))];
    }),
  }),
  ...breaking('catalog.filters-separate', {
    'catalog-filters-categories-without-the-last': onFilters(body => void body.categories.pop()),
    'catalog-filters-one-list-among-the-categories': onFilters((body, sold) => {
      body.categories.push(sold.find(({ category }) => category.includes(','))!.category);
    }),
  }),
  ...breaking('catalog.filters-used', {
    'catalog-browse-empty': editSuccess(at.browse, body =>
      Object.assign(body, { products: [], total: 0, totalPages: 0 }),
    ),
    'catalog-filters-name-a-closed-merchant': onFilters(body => {
      body.merchants.push('Zenith & Gone');
    }),
  }),
];
