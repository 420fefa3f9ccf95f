import type { Statements } from '../../schemas/statement.ts';

/** §2.8 Pagination, §8 page and limit. */
export const paging = {
  'paging.fields': {
    anchor: '§2.8, §4.1',
    text: 'Every list comes with the integers of its pagination shape',
    implied: false,
  },
  'paging.accepted': {
    anchor: '§4.1, §8',
    text: 'Page and limit are accepted from 1 on, each alone and both together, up to the last page',
    implied: false,
  },
  'paging.page': {
    anchor: '§2.8, §4.1',
    text: 'The page in the response is the requested page',
    implied:
      '§2.8, §4.1: the request names a page, and the response has the number of the page that it is',
  },
  'paging.limit': {
    anchor: '§2.8, §4.1',
    text: 'A page has as many items as its limit allows and the list has left, and states that limit',
    implied:
      '§2.8, §4.1: the request limits the items of a page; a page that has fewer while there are more keeps items back',
  },
  'paging.total-pages': {
    anchor: '§2.8',
    text: 'The number of pages is the total divided by the limit, rounded up',
    implied: '§2.8: a list states how many items it has and how many pages they fill',
  },
  'paging.total': {
    anchor: '§2.8',
    text: 'The total is the number of items, the same on every page and for every page size',
    implied: '§2.8: a list has one total, and it is that of its items',
  },
  'paging.no-overlap': {
    anchor: '§2.8',
    text: 'No item is on two pages of a list',
    implied: '§2.8: pages are the parts of one list, and an item has one place in it',
  },
  'paging.no-loss': {
    anchor: '§2.8',
    text: 'Pages of one size have the same items as pages of another',
    implied:
      '§2.8: pages of any size are the parts of one list, and together they are the whole of it',
  },
  'paging.same-items': {
    anchor: '§2.8, §4.1',
    text: 'An item has the same fields with the same values on a page of any size, and in any order',
    implied:
      '§2.8, §4.1: page, limit and order choose the items of a list and their places, and say nothing of what an item shows',
  },
  'paging.out-of-range': {
    anchor: '§4.1, §8',
    text: 'How page and limit are answered when zero, negative, not a number, or past the end',
    observed: true,
  },
  'paging.default': {
    anchor: '§4.1 rule 4',
    text: 'Page and page size when none are requested',
    observed: true,
  },
  'paging.cap': {
    anchor: '§8 item 4',
    text: 'The largest page that is returned',
    observed: true,
    varies: ['given'],
  },
} as const satisfies Statements;
