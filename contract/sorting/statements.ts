import type { Statements } from '../../schemas/statement.ts';

/** §4.1 sortBy and order. */
export const sorting = {
  'sorting.order': {
    anchor: '§4.1',
    text: 'order=asc and order=desc sort by the number or time that sortBy names, across pages, with each item on one page',
    implied:
      '§4.1: sortBy takes a name, and order asc or desc; the names state that a list is in ascending or descending order of a field',
    needs: ['GV_SORT_BY'],
  },
  'sorting.text-order': {
    anchor: '§4.1',
    text: 'order=asc and order=desc sort by the text that sortBy names, as in a dictionary or by the numbers of its characters',
    implied:
      '§4.1: sortBy takes a name, and order asc or desc; the names state that a list is in ascending or descending order of a field',
    needs: ['GV_SORT_BY'],
    doubt: 'A database may sort texts by another collation',
  },
  'sorting.order-alone': {
    anchor: '§4.1',
    text: 'order=asc and order=desc are accepted without sortBy as well',
    implied: false,
  },
  'sorting.default': {
    anchor: '§4.1 rule 3',
    text: 'How the lists are ordered without sortBy, and how an unlisted order is answered',
    observed: true,
    varies: ['risesBy'],
  },
  'sorting.fields': {
    anchor: '§4.1 rule 3',
    text: 'The allowed values of sortBy are not shown',
    untestable: 'An open set; the values in GV_SORT_BY are judged by sorting.order',
  },
} as const satisfies Statements;
