import type { Statements } from './statement.ts';

/** §2.1 Product, §2.7 Catalog filters, §4.1 the catalog routes. */
export const catalog = {
  'catalog.product-fields': {
    anchor: '§2.1',
    text: 'Every product has the fields of its table with their types',
  },
  'catalog.redemption': {
    anchor: '§2.1',
    text: 'Every browsed product has a redemption object with a channel, and a region that is a string where given',
  },
  'catalog.country-code': { anchor: '§2.1', text: 'The country of a product has two letters' },
  'catalog.image-url': { anchor: '§2.1', text: 'The image of a product is given as a URL' },
  'catalog.price-range': {
    anchor: '§2.1',
    text: 'The lowest purchasable value of a product is not above its highest',
  },
  'catalog.denominations': {
    anchor: '§2.1',
    text: 'The fixed values on offer lie between the lowest and the highest purchasable value',
  },
  'catalog.allowed-countries': {
    anchor: '§2.1',
    text: 'Browsing gives only products of the countries that the key is allowed',
    needs: ['GV_COUNTRIES'],
  },
  'catalog.filter-fields': {
    anchor: '§2.7',
    text: 'The filters are an array of category names and an array of merchant names, all strings',
  },
  'catalog.filters-distinct': { anchor: '§2.7', text: 'No filter value is given twice' },
  'catalog.filters-merchants': {
    anchor: '§2.7',
    text: 'The merchants of the filters are those of the products that the key can access',
  },
  'catalog.filters-categories': {
    anchor: '§2.7',
    text: 'The categories of the filters are those of the products that the key can access',
  },
  'catalog.search-in-catalog': {
    anchor: '§1, §2.1',
    text: 'Searching finds nothing that browsing the same catalog does not show',
  },
  'catalog.search-agrees': {
    anchor: '§1, §2.1',
    text: 'A product found by searching is described as it is when browsing',
  },
  'catalog.search-category': {
    anchor: '§4.1',
    text: 'Searching by a category finds the products of that category and no others',
  },
  'catalog.search-categories': {
    anchor: '§4.1 rule 1',
    text: 'Several categories find the union or the intersection of what each finds alone',
  },
  'catalog.search-unknown-merchant': {
    anchor: '§4.1',
    text: 'Searching by a merchant that no product has does not find everything',
  },
  'catalog.sort-order': {
    anchor: '§4.1',
    text: 'order=asc and order=desc sort by the field that sortBy names, in opposite directions',
    needs: ['GV_SORT_BY'],
  },
  'catalog.merchant-matching': {
    anchor: '§4.1',
    text: 'How the merchant parameter matches (whole, part, case)',
    observed: true,
  },
  'catalog.categories-combined': {
    anchor: '§4.1 rule 1',
    text: 'Whether several categories give the union or the intersection',
    observed: true,
  },
  'catalog.use-case': {
    anchor: '§4.1 rule 1',
    text: 'What one and two values of useCase find',
    observed: true,
  },
  'catalog.search-numbers': {
    anchor: '§4.1 rule 5',
    text: 'How the numeric search parameters answer their minimum and what is below it',
    needs: ['GV_SEARCH_NUMBER_PARAMS'],
    observed: true,
  },
  'catalog.search-redemption': {
    anchor: '§2.1',
    text: 'What redemption holds in search results',
    observed: true,
  },
  'catalog.default-order': {
    anchor: '§4.1 rule 3',
    text: 'How the lists are ordered without sortBy, and what an unlisted order gets',
    observed: true,
  },
  'catalog.sort-fields': {
    anchor: '§4.1 rule 3',
    text: 'The allowed values of sortBy are not shown',
    untestable: 'An open set; those given in GV_SORT_BY are judged by catalog.sort-order',
  },
} as const satisfies Statements;
