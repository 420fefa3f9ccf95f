import type { Statements } from '../../schemas/statement.ts';

/** §2.1 Product, §2.7 Catalog filters. */
export const catalog = {
  'catalog.product-fields': {
    anchor: '§2.1',
    text: 'Products have the fields of their table with their types; what the table does not call required may be absent from some',
    implied: false,
  },
  'catalog.redemption': {
    anchor: '§2.1',
    text: 'Every browsed product has a redemption object with a channel; its region, if present, is a string',
    implied: false,
  },
  'catalog.country-code': {
    anchor: '§2.1',
    text: 'The country of a product has two letters',
    implied: false,
  },
  'catalog.image-url': { anchor: '§2.1', text: 'The image of a product is a URL', implied: false },
  'catalog.price-range': {
    anchor: '§2.1',
    text: 'The lowest purchasable value of a product does not exceed its highest',
    implied:
      '§2.1: one is the lowest and one the highest purchasable value, and the lowest of some values is not above the highest',
  },
  'catalog.denominations': {
    anchor: '§2.1',
    text: 'The fixed values on offer lie between the lowest and the highest purchasable value',
    implied:
      '§2.1: a fixed value on offer is purchasable, so that it is among the values between lowest and highest',
  },
  'catalog.allowed-countries': {
    anchor: '§2.1',
    text: 'Browsing returns only products of the countries that the key is allowed',
    implied: false,
    needs: ['GV_COUNTRIES'],
  },
  'catalog.filter-fields': {
    anchor: '§2.7',
    text: 'The filters are an array of category names and an array of merchant names, all strings',
    implied: false,
  },
  'catalog.filters-distinct': {
    anchor: '§2.7',
    text: 'No filter value appears twice',
    implied: false,
  },
  'catalog.filters-merchants': {
    anchor: '§2.7',
    text: 'The merchants of the filters are those of the products that the key can access',
    implied: false,
  },
  'catalog.filters-categories': {
    anchor: '§2.7',
    text: 'The categories of the filters are those of the products that the key can access, each name by itself',
    implied: false,
  },
  'catalog.filters-otherwise': {
    anchor: '§2.1, §2.7',
    text: 'Filter values that products spell otherwise, in case or blanks, and few that no available product has',
    observed: true,
    varies: true,
  },
} as const satisfies Statements;
