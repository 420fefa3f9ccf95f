import { type Statements, using } from '../../schemas/statement.ts';

/** Names of the paging parameters of the search. */
const names = ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'] as const;

const statements = {
  'paging.fields': {
    anchor: '§2.8, §4.1',
    text: 'Each page of a list has the integers of its pagination shape',
    implied: false,
  },
  'paging.accepted': {
    anchor: '§4.1, §8',
    text: 'Each page up to totalPages is accepted, with page, limit or both. Larger numbers never get a 5xx',
    implied: false,
  },
  'paging.page': {
    anchor: '§2.8, §4.1',
    text: 'The page number in a response is the requested page number',
    implied:
      '§2.8, §4.1: the request names a page, and page or currentPage in the response is the number of that page',
  },
  'paging.limit': {
    anchor: '§2.8, §4.1',
    text: 'A page has as many items as the requested limit, or as the list has left, and states that limit',
    implied:
      '§2.8, §4.1: the request limits the items of a page, and pages are the parts of a list',
  },
  'paging.total-pages': {
    anchor: '§2.8',
    text: 'totalPages is the total divided by the page size, rounded up',
    implied: '§2.8: a list states how many items it has and how many pages they fill',
  },
  'paging.total': {
    anchor: '§2.8',
    text: 'The total is the number of items in the list, the same on each page and for each page size',
    implied: '§2.8: a list has one total, which counts its items',
  },
  'paging.no-overlap': {
    anchor: '§2.8',
    text: 'No item is on two pages of a list, or twice on one page',
    implied: '§2.8: pages are the parts of one list, and an item has one place in it',
  },
  'paging.no-loss': {
    anchor: '§2.8',
    text: 'Each page, of any size, shows all items of its part of the list',
    implied: '§2.8: pages of any size are the parts of one list, and together they are the list',
  },
  'paging.same-items': {
    anchor: '§2.8, §4.1',
    text: 'An item has the same values on each page and for each page size, except imageUrl',
    implied: '§2.8, §4.1: page and limit select the items of a list, and do not change the items',
  },
  'paging.past-end': {
    anchor: '§2.8',
    text: 'A page that states a number above totalPages has no items',
    implied: '§2.8: pages are the parts of one list, and the list ends with its last page',
    doubt: 'A service may show its last page for each larger number, and repeat that number',
  },
  'paging.out-of-range': {
    anchor: '§4.1, §8',
    text: 'How a page or a limit of zero, and a page past the end, are answered',
    observed: true,
  },
  'paging.default': {
    anchor: '§4.1 rule 4',
    text: 'Page number and page size if the request names neither',
    observed: true,
  },
  'paging.cap': {
    anchor: '§8 item 4',
    text: 'Size of the largest page that is returned',
    observed: true,
    varies: ['given'],
  },
} as const satisfies Statements;

/** §2.8 Pagination, §8 page and limit. */
export const paging = using(names, statements);
