import type { Statements } from '../../schemas/statement.ts';

/** §2.1 Product, §2.7 Catalog filters. */
export const catalog = {
  'catalog.product-fields': {
    anchor: '§2.1',
    text: 'Products have the fields of §2.1 with the right types. Some products may lack a picture, a text, a category or denominations',
    implied: false,
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
  },
  'catalog.redemption': {
    anchor: '§2.1',
    text: 'Every browsed product has a redemption object with a channel. Its region, if present, is a string',
    implied: false,
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
  },
  'catalog.country-code': {
    anchor: '§2.1',
    text: 'The country of a product has two letters',
    implied: false,
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
  },
  'catalog.image-url': {
    anchor: '§2.1',
    text: 'The imageUrl of a product is a URL, absolute or with a leading slash',
    implied:
      '§2.1: imageUrl is the URL of the image, and a client can resolve a URL with a leading slash against the address of the service',
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
  },
  'catalog.price-range': {
    anchor: '§2.1',
    text: 'The minPrice of a product is not above its maxPrice',
    implied:
      '§2.1: minPrice is the lowest and maxPrice the highest purchasable value, and the lowest value is not above the highest',
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
  },
  'catalog.denominations': {
    anchor: '§2.1',
    text: 'The denominations of a product lie between its minPrice and its maxPrice',
    implied:
      '§2.1: a fixed value on offer is purchasable, so it lies between the lowest and the highest purchasable value',
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
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
    text: 'The filters name the merchant of every product that browse shows',
    implied: false,
  },
  'catalog.filters-categories': {
    anchor: '§2.7',
    text: 'The filters name the categories of every product that browse shows, each alone or all as one value',
    implied: false,
  },
  'catalog.filters-separate': {
    anchor: '§2.1, §2.7',
    text: 'The filters name each category as a separate value, and not the categories of a product as one value',
    implied:
      '§2.1, §2.7: the text of a product separates its categories by commas, and the filters contain distinct categories',
    doubt: 'A service may take the text of all categories of a product as one value',
  },
  'catalog.filters-used': {
    anchor: '§2.7',
    text: 'Each value of the filters is the merchant or a category of a product that browse shows',
    implied: '§2.7: the filters contain values over products that the key can access',
    doubt: 'The filters may include products that are sold out, which browse does not show',
  },
} as const satisfies Statements;
