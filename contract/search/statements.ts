import { inStage, type Statements } from '../../schemas/statement.ts';

/** §4.1 Searching the catalog. */
export const search = inStage('independent', {
  'search.accepted': {
    anchor: '§4.1, §8',
    text: 'A search without parameters is accepted, and so is one by each listed parameter: once, repeated, with a value that finds nothing, and a number at its minimum of 1',
    implied: false,
  },
  'search.merchant': {
    anchor: '§2.1, §4.1',
    text: 'A search by a merchant finds every product of that merchant and none of a merchant whose name has no word in common, on every page',
    implied: '§2.1, §4.1: the parameter has the name of a field of the product, and searches by it',
  },
  'search.filter-values': {
    anchor: '§2.7, §4.1',
    text: 'A search by a value of the filters finds products that have it, with any characters in the value',
    implied: '§2.7, §4.1: the filters are values of the products, and a search by them finds these',
    doubt: 'A search index may lag behind the catalog, and a firewall may refuse some characters',
  },
  'search.agrees': {
    anchor: '§1, §2.1',
    text: 'Search results show the same values of a product as browsing, except imageUrl',
    implied:
      '§1, §2.1: browsing and searching show one catalog with one kind of product, and a product has one value of a field',
    doubt: 'A search index may lag behind the catalog',
  },
  'search.category': {
    anchor: '§4.1, §4.1 rule 1',
    text: 'A search by a category finds every product of that category and no other one, on every page',
    implied: false,
  },
  'search.categories': {
    anchor: '§4.1 rule 1',
    text: 'A search by several categories finds the union or the intersection of what each finds alone',
    implied:
      '§4.1 rule 1: several values of a category filter together; a product belongs to any of them or to all',
  },
  'search.combined': {
    anchor: '§4.1 rule 1',
    text: 'A search by two use cases that find different products ignores neither of them',
    implied: '§4.1 rule 1: a parameter is repeated to filter on several values',
  },
  'search.repeated': {
    anchor: '§4.1 rule 1',
    text: 'A search by a repeated parameter shows no product twice, and a value given twice finds what it finds once',
    implied:
      '§4.1 rule 1: a value is given once for itself, so that giving it twice adds nothing; and a product is one result',
  },
  'search.unknown-merchant': {
    anchor: '§4.1',
    text: 'A search by a merchant that no product has finds nothing',
    implied: '§4.1: a search by a merchant returns products of that merchant',
  },
  'search.unknown-use-case': {
    anchor: '§4.1 rule 1',
    text: 'A search by useCase filters on every page, and a use case that no product has finds nothing',
    implied: '§4.1 rule 1: values of useCase are there to filter by',
    doubt: 'Use cases may be matched by meaning, and unknown ones ignored',
  },
  'search.beyond-browse': {
    anchor: '§2.1',
    text: 'How many products search finds that browse does not show: availability is stated of browse only',
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
    observed: true,
  },
  'search.merchant-and-category': {
    anchor: '§4.1',
    text: 'How many products a merchant, a category, and both together find: how they combine is not stated',
    observed: true,
    varies: true,
  },
  'search.use-case': {
    anchor: '§4.1 rule 1',
    text: 'What two values of useCase find',
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
} as const satisfies Statements);
