/** Examples of the catalog and its search (§2.1, §2.7, §4.1). */
import { catalogSamples } from '../../schemas/resources/examples/business.ts';
import { route } from '../../schemas/routes.ts';
import { productFields } from './judgements.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const product = catalogSamples['browsedProduct']?.body ?? {};
const browsed = (...products: readonly unknown[]) =>
  exchangeOn(route.browse, { body: { total: 1, page: 1, totalPages: 1, products } });
const found = (...products: readonly unknown[]) =>
  exchangeOn(route.search, { body: { products, pagination: {} } });
const changed = (changes: object) => browsed(product, { ...product, _id: 'p2', ...changes });

const searched = (category: readonly string[], ...products: readonly unknown[]) =>
  exchangeOn(route.search, { query: { category }, body: { products, pagination: {} } });

const ofMerchant = (merchant: string, ...found: readonly string[]) =>
  exchangeOn(route.search, {
    query: { merchant },
    body: {
      products: found.map((name, at) => ({ ...product, _id: `m${at}`, merchant: name })),
      pagination: {},
    },
  });

const inconclusive = {
  'an empty page': browsed(),
  'no page': exchangeOn(route.browse, { body: { products: 'none' } }),
};
const ignores = {
  'an error': exchangeOn(route.browse, { status: 500, body: { error: 'x' } }),
  'another list': exchangeOn(route.orders, { body: { orders: [product] } }),
};

const filters = (body: unknown) => exchangeOn(route.filters, { body });
const filterSample = catalogSamples['catalogFilters']?.body ?? {};

export const catalogExamples: ExamplesById = {
  'catalog.product-fields': {
    passes: {
      'the sample, browsed': browsed(product),
      'the sample, searched': found(product),
      'a country of three letters': changed({ country: 'GBR' }),
      'no redemption': changed({ redemption: undefined }),
      'null for what a product may lack': found(product, { ...product, category: null }),
    },
    fails: {
      ...wrongFields(without(product, 'redemption'), browsed),
      'a price is null': [found({ ...product, minPrice: null }), 'minPrice'],
      'an empty code': [found({ ...product, productCode: '' }), 'productCode'],
      'a product is text': [browsed({ ...product, description: 'A' }, 'p2'), ...productFields],
    },
    inconclusive,
    ignores,
  },
  'catalog.redemption': {
    passes: {
      'a channel': browsed(product),
      'a region as well': changed({ redemption: { channel: 'online', region: 'UK' } }),
      'missing in some search results': found(product, without(product, 'redemption')),
    },
    fails: {
      'missing while browsing': changed({ redemption: undefined }),
      'no channel': changed({ redemption: { region: 'UK' } }),
      'no channel in a search result': found({ ...product, redemption: {} }),
    },
    inconclusive: {
      ...inconclusive,
      'search results without it': found(without(product, 'redemption')),
    },
    ignores,
  },
  'catalog.country-code': {
    passes: { 'two capitals': browsed(product), 'two small letters': changed({ country: 'us' }) },
    fails: { 'three letters': changed({ country: 'GBR' }), 'no text': changed({ country: null }) },
    inconclusive,
    ignores,
  },
  'catalog.image-url': {
    passes: {
      'a URL': found(product),
      'a path': changed({ imageUrl: '/images/1.png' }),
      'a URL without a scheme': changed({ imageUrl: '//cdn.example.com/1.png' }),
      'one of two is missing': changed({ imageUrl: undefined }),
      'one of two is null': changed({ imageUrl: null }),
    },
    fails: { 'a name': changed({ imageUrl: '1.png' }) },
    inconclusive: { ...inconclusive, 'no image': found({ ...product, imageUrl: '' }) },
    ignores,
  },
  'catalog.price-range': {
    passes: { 'a range': browsed(product), 'one price': changed({ minPrice: 5, maxPrice: 5 }) },
    fails: { 'the lowest is above the highest': changed({ minPrice: 100 }) },
    inconclusive: {
      ...inconclusive,
      'no product has both prices': browsed(without(product, 'maxPrice')),
    },
    ignores,
  },
  'catalog.denominations': {
    passes: {
      'inside of the range': browsed(product),
      'on its bounds': changed({ minPrice: 5, maxPrice: 10 }),
    },
    fails: {
      'one below the range': changed({ denominations: [4, 5] }),
      'one above the range': changed({ denominations: [5, 100] }),
    },
    inconclusive: {
      ...inconclusive,
      'no fixed values': browsed({ ...product, denominations: [] }),
      'no product has both prices': browsed(without(product, 'minPrice')),
    },
    ignores,
  },
  'catalog.allowed-countries': {
    passes: { allowed: browsed(product), 'in small letters': changed({ country: 'gb' }) },
    fails: { 'another country': changed({ country: 'FR' }) },
    inconclusive,
    ignores: {
      ...ignores,
      'search results': found({ ...product, country: 'FR' }),
      'the key of another account': {
        ...browsed({ ...product, country: 'FR' }),
        key: 'other-account',
      },
    },
  },
  'catalog.filter-fields': {
    passes: {
      'the sample': filters(filterSample),
      'a value twice': filters({ ...filterSample, categories: ['Food', 'Food'] }),
    },
    fails: {
      ...wrongFields(filterSample, filters),
      'a merchant is no text': [filters({ ...filterSample, merchants: [1] }), 'merchants'],
      'a list': [filters([]), 'categories', 'merchants'],
    },
    ignores,
  },
  'catalog.filters-distinct': {
    passes: {
      'the sample': filters(filterSample),
      'values that differ in case': filters({ categories: ['food', 'Food'] }),
    },
    fails: {
      'a category twice': [filters({ categories: ['A', 'B', 'A'] }), 'categories'],
      'a category with the blank of its list': [filters({ categories: ['A', ' A'] }), 'categories'],
      'a merchant twice': [filters({ categories: ['A'], merchants: ['B', 'B'] }), 'merchants'],
    },
    inconclusive: {
      'no lists': filters({ categories: 'Food' }),
      'no values': filters({ categories: [], merchants: [] }),
    },
    ignores,
  },
  'search.merchant': {
    passes: {
      'products of the merchant': ofMerchant('Café Olé', 'Café Olé'),
      'of merchants that share a word': ofMerchant('Café Olé', 'Café Olé', 'cafe noir'),
      'of others whose name contains it': ofMerchant('EE', 'EE', 'Coffee House'),
    },
    fails: { 'a product of another': ofMerchant('Café Olé', 'Café Olé', 'Pawfect Pets') },
    inconclusive: {
      'nothing is found': ofMerchant('Café Olé'),
      'no product of the merchant': ofMerchant('Café Olé', 'Pawfect Pets'),
    },
    ignores: {
      'a search without a merchant': found(product),
      'a category as well': exchangeOn(route.search, {
        query: { merchant: 'A', category: 'Food' },
        body: { products: [product], pagination: {} },
      }),
      'an error': exchangeOn(route.search, { query: { merchant: 'A' }, status: 400 }),
    },
  },
  'search.category': {
    passes: {
      'each product is in it': searched(['Food'], product),
      'in small letters': searched(['food'], product),
      'each product is in one of two': searched(['Food', 'Books'], product),
    },
    fails: {
      'a product is in another': searched(['Books'], product),
      'a product is in none': searched(['Food'], product, { ...product, category: '' }),
    },
    inconclusive: { 'nothing is found': searched(['Food']) },
    ignores: {
      'a search without a category': found(product),
      'a merchant as well': exchangeOn(route.search, {
        query: { merchant: 'A', category: 'Books' },
        body: { products: [product], pagination: {} },
      }),
      'a category while browsing': exchangeOn(route.browse, { query: { category: 'Books' } }),
      'an error': exchangeOn(route.search, { query: { category: 'Food' }, status: 400 }),
    },
  },
  'search.repeated': {
    passes: { 'two products': searched(['Food', 'Books'], product, { ...product, _id: 'other' }) },
    fails: { 'one product twice': searched(['Food', 'Food'], product, product) },
    inconclusive: { 'nothing is found': searched(['Food', 'Books']) },
    ignores: {
      'one category': searched(['Food'], product, product),
      'an error': exchangeOn(route.search, { query: { category: ['A', 'B'] }, status: 400 }),
    },
  },
};
