import type { Product } from '../data/records.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  editSuccess,
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

/** Returns the products that a key may browse. */
const soldTo = (request: Incoming, { products, rules }: World): Product[] =>
  products.filter(product => rules.sells(product, request));

/** Serves the filters of the main account to the other account. */
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

/** §2.1, §2.7. */
export const catalogFaults: readonly Fault[] = [
  field('min-price-null-where-values-are-fixed', /^FJRD-/, item => void (item.minPrice = null)),
  field('max-price-missing-on-open-ranges', /^/, item => {
    if (item.denominations.length === 0) delete item.maxPrice;
  }),
  field('last-denomination-a-string-on-one', 'AETH-DE-03', item => {
    item.denominations.push(String(item.denominations.pop()));
  }),
  field('code-empty-on-one', 'VLVT-NG-03', item => void (item.productCode = '')),
  redemption('channel-null-where-there-is-no-region', /^/, item => {
    if (item.redemption.region === undefined) item.redemption.channel = null;
  }),
  country('country-by-name', /-DE-/, item => void (item.country = 'Germany')),
  country('country-with-a-blank', 'STRK-US-02', item => void (item.country += ' ')),
  image('image-relative', /^/, item => void (item.imageUrl = new URL(item.imageUrl).pathname)),
  image('image-without-scheme', /^/, item => void (item.imageUrl = item.imageUrl.slice(8))),
  range('range-turned-round-in-nigeria', 'SKYL-NG-04', item => {
    [item.minPrice, item.maxPrice] = [item.maxPrice, item.minPrice];
  }),
  range('range-a-cent-too-low', 'CASA-US-01', item => {
    item.maxPrice = item.minPrice - 0.01;
  }),
  fixed('denomination-a-cent-above', 'NWBK-GB-01', item => void (item.maxPrice -= 0.01)),
  fixed('denomination-zero', 'JOLL-GB-02', item => item.denominations.unshift(0)),
  fixed('denominations-of-dollars-in-naira', 'STIL-NG-04', item => {
    item.denominations = item.denominations.map((value: number) => value / 1000);
  }),
  ...breaking('catalog.allowed-countries', {
    'catalog-browse-shows-one-japanese-product': sells(
      ({ productCode }) => productCode === 'SUSH-JP-03',
    ),
    'catalog-browse-shows-all-of-a-currency': sells(({ currency }) => currency === 'EUR'),
  }),

  fields('categories-with-counts', body => {
    body.categories = body.categories.map((name: string) => ({ name, count: 1 }));
  }),
  fields('merchants-by-name', body => {
    body.merchants = Object.fromEntries(body.merchants.map((name: string) => [name, true]));
  }),
  fields('nested', body => ({ filters: body })),
  distinct('categories-with-the-blanks-of-their-lists', (body, request, world) => {
    const names = soldTo(request, world).flatMap(({ category }) => category.split(','));
    body.categories = [...new Set(names)];
  }),
  distinct('merchants-once-a-product', (body, request, world) => {
    body.merchants = soldTo(request, world).map(({ merchant }) => merchant);
  }),
  ...breaking('catalog.filters-merchants', {
    'catalog-browse-empty': editSuccess(at.browse, body =>
      Object.assign(body, { products: [], total: 0, totalPages: 0 }),
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
  merchants('merchants-escaped-for-html', body => {
    body.merchants = body.merchants.map((name: string) => name.replaceAll('&', '&amp;'));
  }),
  merchants('merchants-without-accents', body => {
    body.merchants = body.merchants.map((name: string) =>
      name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    );
  }),
  merchants('merchants-of-another-account-are-ours', ofMainAccount('merchants')),
  categories('categories-of-another-account-are-ours', ofMainAccount('categories')),
  categories('one-list-of-them-beside-them', (body, _request, { products }) => {
    body.categories.push(products.find(({ category }) => category.includes(','))!.category);
  }),
  categories('categories-as-whole-texts', (body, request, world) => {
    body.categories = [...new Set(soldTo(request, world).map(({ category }) => category))];
  }),
  categories('categories-cut-at-the-ampersand', body => {
    body.categories = body.categories.map((name: string) => name.split(' & ')[0]);
  }),
];
