import { inStage, type Statements, using } from '../../schemas/statement.ts';

/** Names of the parameters of the search. */
const names = ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM', 'GV_SEARCH_NUMBER_PARAMS'] as const;

const statements = {
  'search.accepted': {
    anchor: '§4.1, §8',
    text: 'A search is accepted without parameters, by a merchant, and by one or several categories, even if it finds nothing. A numeric parameter is accepted at its minimum of 1',
    implied: false,
  },
  'search.use-cases': {
    anchor: '§4.1, §4.1 rule 1',
    text: 'A search is accepted by one or several use cases',
    implied: false,
    doubt:
      'A service may know other use cases than birthday and wedding, and reject unknown values',
  },
  'search.merchant': {
    anchor: '§2.1, §4.1',
    text: 'A search by a merchant finds no product of a merchant whose name shares no word with that merchant',
    implied:
      '§2.1, §4.1: the parameter has the name of a product field, so it searches by that field',
  },
  'search.all-found': {
    anchor: '§2.1, §4.1',
    text: 'A search by a merchant or a category finds every product of that merchant or category that a search without parameters finds',
    implied:
      '§2.1, §4.1: the parameter has the name of a product field, so it selects products by that field',
  },
  'search.last-page': {
    anchor: '§2.8, §4.1',
    text: 'The last page of a search by a merchant, a category or a use case shows the last product that the search finds',
    implied:
      '§2.8, §4.1: the pages of a search are the parts of the list of products that it finds',
  },
  'search.filter-values': {
    anchor: '§2.7, §4.1',
    text: 'A search by a value of the filters finds a product with that value, if the value has only letters without accents, digits and blanks',
    implied:
      '§2.7, §4.1: a filter value is a value of a product, so a search by the value finds that product',
  },
  'search.special-values': {
    anchor: '§2.7, §4.1',
    text: 'A search by a value of the filters finds a product with that value, even if the value has special characters',
    implied:
      '§2.7, §4.1: a filter value is a value of a product, so a search by the value finds that product',
    doubt: 'A firewall may reject some characters, and a search may ignore them',
  },
  'search.agrees': {
    anchor: '§1, §2.1',
    text: 'Search and browse show the same values for a product, except imageUrl',
    implied:
      '§1, §2.1: search and browse show one catalog with one kind of product, and a field of a product has one value',
    doubt: 'A search index may lag behind the catalog',
  },
  'search.category': {
    anchor: '§4.1, §4.1 rule 1',
    text: 'A search by a category finds no product of other categories only',
    implied:
      '§4.1, §4.1 rule 1: the parameter is repeated to filter on several values, so it filters',
  },
  'search.categories': {
    anchor: '§4.1 rule 1',
    text: 'A search by several categories finds the union or the intersection of the products that each category finds alone',
    implied:
      '§4.1 rule 1: the search filters on several values, so a product that is found has one of the values, or all of them',
  },
  'search.combined': {
    anchor: '§4.1 rule 1',
    text: 'If two use cases find different products, a search by both finds other products than a search by only one of them',
    implied: '§4.1 rule 1: a parameter is repeated to filter on several values',
  },
  'search.repeated': {
    anchor: '§4.1 rule 1',
    text: 'A search by a repeated parameter shows no product twice. A value given twice finds the same products as the value given once',
    implied:
      '§4.1 rule 1: the parameter is repeated once per value, so repeating a value adds nothing, and a product is one result',
  },
  'search.unknown-merchant': {
    anchor: '§4.1',
    text: 'A search by a merchant that no product has finds nothing',
    implied: '§4.1: a search by a merchant returns products of that merchant',
  },
  'search.unknown-use-case': {
    anchor: '§4.1 rule 1',
    text: 'A use case that no product has finds nothing, or is rejected',
    implied: '§4.1 rule 1: useCase filters products by its values',
    doubt: 'A service may match use cases by meaning, and ignore unknown use cases',
  },
  'search.beyond-browse': {
    anchor: '§2.1',
    text: 'How many products the search finds that browse does not show. The spec limits only browse to available products',
    observed: true,
    varies: true,
  },
  'search.merchant-matching': {
    anchor: '§4.1',
    text: 'How the merchant parameter matches (whole, part, case)',
    observed: true,
    varies: true,
  },
  'search.categories-combined': {
    anchor: '§4.1 rule 1',
    text: 'Whether several categories give the union or the intersection',
    observed: 'elsewhere',
  },
  'search.merchant-and-category': {
    anchor: '§4.1',
    text: 'How many products a merchant, a category, and both together find. The spec does not state how they combine',
    observed: true,
    varies: true,
  },
  'search.use-case': {
    anchor: '§4.1 rule 1',
    text: 'How many products two values of useCase find',
    observed: true,
    varies: ['total'],
  },
  'search.numbers': {
    anchor: '§4.1 rule 5',
    text: 'How a numeric search parameter below its minimum is answered',
    needs: ['GV_SEARCH_NUMBER_PARAMS'],
    observed: true,
    varies: ['total'],
  },
  'search.redemption': {
    anchor: '§2.1',
    text: 'What redemption contains in search results',
    observed: true,
  },
} as const satisfies Statements;

/** §4.1 Searching the catalog. */
export const search = inStage('independent', using(names, statements));
