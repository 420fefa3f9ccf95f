import type { Product } from '../data/records.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  type Fault,
  type Json,
  onData,
  onItems,
  onSells,
  onSuccess,
  together,
} from '../patches.ts';

/** Changes some products, both in browse and in search. */
const product =
  (breaks: string) =>
  (id: string, which: string | RegExp, change: (product: Json) => unknown): Fault => ({
    id: `catalog-${id}`,
    breaks,
    patch: onItems([at.browse, at.search], item => {
      const code = String(item.productCode);
      if (typeof which === 'string' ? code === which : which.test(code)) change(item);
    }),
  });

const field = product('catalog.product-fields');
const redemption = product('catalog.redemption');
const country = product('catalog.country-code');
const image = product('catalog.image-url');
const range = product('catalog.price-range');
const fixed = product('catalog.denominations');

const any = /^/;

/** Makes products available that match `extra`. */
const sells = (extra: (product: Product) => boolean): Patch =>
  onSells((isSold, product) => isSold || extra(product));

const filters =
  (breaks: string) =>
  (id: string, change: (filters: Json, request: Incoming, world: World) => unknown): Fault => ({
    id: `catalog-filters-${id}`,
    breaks,
    patch: onSuccess(at.filters, change),
  });

const fields = filters('catalog.filter-fields');
const distinct = filters('catalog.filters-distinct');
const merchants = filters('catalog.filters-merchants');
const categories = filters('catalog.filters-categories');

/** The filters of one key, served to the other as well. */
const ofMainAccount =
  (name: 'merchants' | 'categories') =>
  (body: Json, { keyRole }: Incoming, { keys, products }: World): void => {
    if (keyRole !== 'other-account') return;
    const seen = products.filter(({ country }) => keys.business.countries.includes(country));
    const values = seen.flatMap(({ merchant, category }) =>
      name === 'merchants' ? merchant : category.split(', '),
    );
    body[name] = [...new Set(values)];
  };

/** §2.1. */
export const catalogFaults: readonly Fault[] = [
  field('min-price-null-where-values-are-fixed', /^FJRD-/, item => void (item.minPrice = null)),
  field('max-price-missing-on-open-ranges', any, item => {
    if (item.denominations.length === 0) delete item.maxPrice;
  }),
  field('denominations-are-strings', any, item => {
    item.denominations = item.denominations.map(String);
  }),
  field('last-denomination-a-string-on-one', 'AETH-DE-03', item => {
    item.denominations.push(String(item.denominations.pop()));
  }),
  field('code-empty-on-one', 'VLVT-NG-03', item => void (item.productCode = '')),
  redemption('channel-null-where-there-is-no-region', any, item => {
    if (item.redemption.region === undefined) item.redemption.channel = null;
  }),
  country('country-three-letters', any, i => void (i.country += 'X')),
  country('country-gbr-on-one', 'TRLH-GB-01', i => void (i.country = 'GBR')),
  country('country-by-name', /-DE-/, item => void (item.country = 'Germany')),
  country('country-one-letter', /-NG-/, item => void (item.country = 'N')),
  country('country-empty-on-one', 'EMOJ-GB-01', i => void (i.country = '')),
  country('country-with-a-digit', 'NWBK-US-02', i => void (i.country = 'U5')),
  country('country-by-number', /^SKYL-DE-/, i => void (i.country = '276')),
  country('country-with-a-blank', 'STRK-US-02', i => void (i.country += ' ')),

  image('image-relative', any, i => void (i.imageUrl = new URL(i.imageUrl).pathname)),
  image('image-without-scheme', any, i => void (i.imageUrl = i.imageUrl.slice(8))),
  image('image-undefined-on-one', 'BACK-DE-01', item => void (item.imageUrl = 'undefined')),
  image('image-a-file-name-on-one', 'LUMI-US-02', item => void (item.imageUrl = 'lumi-us.png')),

  range('range-turned-round', 'TRLH-GB-01', item => {
    [item.minPrice, item.maxPrice] = [item.maxPrice, item.minPrice];
  }),
  range('range-turned-round-in-nigeria', 'SKYL-NG-04', item => {
    [item.minPrice, item.maxPrice] = [item.maxPrice, item.minPrice];
  }),
  range('range-a-cent-too-low', 'CASA-US-01', i => void (i.maxPrice = i.minPrice - 0.01)),
  range('range-with-highest-zero', 'BYTE-DE-03', item => void (item.maxPrice = 0)),

  fixed('denomination-a-cent-above', 'NWBK-GB-01', item => void (item.maxPrice -= 0.01)),
  fixed('denomination-a-cent-below', 'PALE-DE-03', item => void (item.minPrice += 0.01)),
  fixed('denominations-in-pence', 'CAFE-GB-01', item => {
    item.denominations = item.denominations.map((value: number) => value * 100);
  }),
  fixed('denomination-zero', 'JOLL-GB-02', item => item.denominations.unshift(0)),
  fixed('denomination-far-above-last', 'OJAL-NG-01', item => {
    item.denominations.push(item.maxPrice * 10);
  }),
  fixed('denominations-of-dollars-in-naira', 'STIL-NG-04', item => {
    item.denominations = item.denominations.map((value: number) => value / 1000);
  }),

  // §2.1: the products available to a key.
  ...breaking('catalog.allowed-countries', {
    'catalog-browse-shows-all-countries': sells(() => true),
    'catalog-browse-shows-one-japanese-product': sells(
      ({ productCode }) => productCode === 'SUSH-JP-03',
    ),
    'catalog-browse-shows-one-more-country': sells(({ country }) => country === 'FR'),
    'catalog-browse-shows-all-of-a-currency': sells(({ currency }) => currency === 'EUR'),
    'catalog-browse-shows-later-merchants-anywhere': sells(
      ({ merchant }) => merchant === 'Maison Élan' || merchant === 'Spice Bazaar',
    ),
  }),

  // §2.7
  fields('categories-with-counts', body => {
    body.categories = body.categories.map((name: string) => ({ name, count: 1 }));
  }),
  fields('merchants-by-name', body => {
    body.merchants = Object.fromEntries(body.merchants.map((name: string) => [name, true]));
  }),
  fields('one-merchant-null', body => void body.merchants.push(null)),
  fields('one-category-a-number', body => void body.categories.push(7)),
  fields('nested', body => ({ filters: body })),

  distinct('last-merchant-twice', body => void body.merchants.push(body.merchants.at(-1))),
  distinct('one-category-twice', body => void body.categories.splice(5, 0, body.categories[2])),
  distinct('categories-with-the-blanks-of-their-lists', (body, request, { products, rules }) => {
    const seen = products.filter(product => rules.sells(product, request));
    body.categories = [...new Set(seen.flatMap(({ category }) => category.split(',')))];
  }),
  distinct('merchants-once-a-product', (body, request, { products, rules }) => {
    const seen = products.filter(product => rules.sells(product, request));
    body.merchants = seen.map(({ merchant }) => merchant);
  }),
  ...breaking('catalog.filters-merchants', {
    'catalog-filters-one-merchant-of-another-country': together(
      onData(({ products }) => {
        products.find(({ country }) => country === 'FR')!.merchant = 'Paris Only';
      }),
      onSuccess(at.filters, body => {
        body.merchants = [...new Set([...body.merchants, 'Paris Only'])];
      }),
    ),
    'catalog-filters-merchants-of-all-countries': together(
      onData(({ products }) => {
        for (const product of products)
          if (product.country === 'FR') product.merchant += ' de Paris';
      }),
      onSuccess(at.filters, (body, _, { products }) => {
        body.merchants = [...new Set(products.map(({ merchant }) => merchant))];
      }),
    ),
  }),
  merchants('last-merchant-missing', body => void body.merchants.pop()),
  merchants('merchants-without-products', body => {
    body.merchants.push('Test Merchant', 'Zenith & Gone', 'Merchant 3', 'Closed Shop');
  }),
  merchants('merchants-escaped-for-html', body => {
    body.merchants = body.merchants.map((name: string) => name.replaceAll('&', '&amp;'));
  }),
  merchants('merchants-without-accents', body => {
    body.merchants = body.merchants.map((name: string) =>
      name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    );
  }),
  merchants('merchants-by-slug', body => {
    body.merchants = body.merchants.map((name: string) => name.toLowerCase().replaceAll(' ', '-'));
  }),

  categories('one-list-of-them-beside-them', (body, _request, { products }) => {
    body.categories.push(products.find(({ category }) => category.includes(','))!.category);
  }),
  categories('last-category-missing', body => void body.categories.pop()),
  categories('categories-without-products', body => {
    body.categories.unshift('Uncategorised', 'Seasonal', 'Test');
  }),
  categories('categories-as-whole-texts', (body, request, { products, rules }) => {
    const seen = products.filter(product => rules.sells(product, request));
    body.categories = [...new Set(seen.map(({ category }) => category))];
  }),
  categories('categories-cut-at-the-ampersand', body => {
    body.categories = body.categories.map((name: string) => name.split(' & ')[0]);
  }),

  merchants('merchants-of-another-account-are-ours', ofMainAccount('merchants')),
  categories('categories-of-another-account-are-ours', ofMainAccount('categories')),
  merchants('merchants-of-another-account-missing', (body, { keyRole }) => {
    if (keyRole === 'other-account') body.merchants = body.merchants.slice(1);
  }),
];
