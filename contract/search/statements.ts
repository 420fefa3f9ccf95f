import type { Statements } from '../../schemas/statement.ts';

/** §4.1 Searching the catalog. */
export const search = {
  'search.accepted': {
    anchor: '§4.1, §8',
    text: 'A search by each listed parameter is accepted: once, repeated, a number at its minimum of 1',
    implied: false,
  },
  'search.merchant': {
    anchor: '§2.1, §4.1',
    text: 'Searching by a merchant finds the products of that merchant, and none of merchants with another name, on every page',
    implied:
      '§2.1, §4.1: a search has a parameter with the name of a field of the product, and looks for its value there',
  },
  'search.filter-values': {
    anchor: '§2.7, §4.1',
    text: 'Searching by a value of the filters finds products that have it, whatever signs are in it',
    implied: '§2.7, §4.1: the filters are values of the products, which a search by them looks for',
  },
  'search.agrees': {
    anchor: '§1, §2.1',
    text: 'A product in search results has the values that it has when browsing, its image excepted, whatever it is searched by, and a search takes none from there',
    implied:
      '§1, §2.1: what is browsed and searched is one catalog with one kind of product, and a product has one value of a field',
    doubt: 'A search index may lag behind the catalog',
  },
  'search.category': {
    anchor: '§4.1, §4.1 rule 1',
    text: 'Searching by a category finds the products of that category and no others, on every page',
    implied: false,
  },
  'search.categories': {
    anchor: '§4.1 rule 1',
    text: 'Several categories find the union or the intersection of what each finds alone',
    implied:
      '§4.1 rule 1: several values of a category filter together; how is left open, and a product belongs to any of them or to all',
  },
  'search.combined': {
    anchor: '§4.1 rule 1',
    text: 'Of two use cases that find different products, neither is ignored beside the other',
    implied: '§4.1 rule 1: a parameter is repeated to filter on several values',
  },
  'search.repeated': {
    anchor: '§4.1 rule 1',
    text: 'A repeated parameter finds no product twice, and a value given twice finds what it finds once',
    implied:
      '§4.1 rule 1: a value is given once for itself, so that giving it twice adds nothing; and a product is one result',
  },
  'search.unknown-merchant': {
    anchor: '§4.1',
    text: 'Searching by a merchant that no product has does not find everything, nor most of it',
    implied:
      '§4.1: a merchant is what a search looks for; one that returns all products for a name that none has looked for nothing',
  },
  'search.unknown-use-case': {
    anchor: '§4.1 rule 1',
    text: 'A search by useCase filters: a value that no product has does not find everything',
    implied: '§4.1 rule 1: values of useCase are there to filter by',
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
    text: 'How a merchant and a category combine in one search: no clause speaks of parameters of different names',
    observed: true,
    varies: true,
  },
  'search.behind-browse': {
    anchor: '§1, §2.1',
    text: 'Values that so few products have in browse only that the index of the search may be behind',
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
} as const satisfies Statements;
