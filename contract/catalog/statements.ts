import type { Statements } from '../../schemas/statement.ts';

/** §2.1 Product, §2.7 Catalog filters. */
export const catalog = {
  'catalog.product-fields': {
    anchor: '§2.1',
    text: 'Products have the fields of §2.1 with the right types. Some products may lack a picture, a text, a category or denominations',
    implied: false,
  },
  'catalog.redemption': {
    anchor: '§2.1',
    text: 'Every browsed product has a redemption object with a channel. Its region, if present, is a string',
    implied: false,
  },
  'catalog.country-code': {
    anchor: '§2.1',
    text: 'The country of a product has two letters',
    implied: false,
  },
  'catalog.image-url': {
    anchor: '§2.1',
    text: 'The imageUrl of a product is a URL',
    implied: false,
  },
  'catalog.price-range': {
    anchor: '§2.1',
    text: 'The minPrice of a product is not above its maxPrice',
    implied:
      '§2.1: minPrice is the lowest and maxPrice the highest purchasable value, and the lowest value is not above the highest',
  },
  'catalog.denominations': {
    anchor: '§2.1',
    text: 'The denominations of a product lie between its minPrice and its maxPrice',
    implied:
      '§2.1: a fixed value on offer is purchasable, so it lies between the lowest and the highest purchasable value',
  },
  'catalog.allowed-countries': {
    anchor: '§2.1',
    text: 'Browse shows only products of the countries that the key is allowed',
    implied: false,
    needs: ['GV_COUNTRIES'],
  },
  'catalog.filter-fields': {
    anchor: '§2.7',
    text: 'The filters have categories and merchants, which are arrays of strings',
    implied: false,
  },
  'catalog.filters-distinct': {
    anchor: '§2.7',
    text: 'No filter value appears twice',
    implied: false,
  },
  'catalog.filters-merchants': {
    anchor: '§2.7',
    text: 'The filters name every merchant of the products that the key can access, and no other merchant',
    implied: false,
  },
  'catalog.filters-categories': {
    anchor: '§2.7',
    text: 'The filters name every category of the products that the key can access, each as a separate value, and no other category',
    implied: false,
  },
} as const satisfies Statements;
