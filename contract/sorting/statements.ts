import type { Statements } from '../../schemas/statement.ts';

/** §4.1 sortBy and order. */
export const sorting = {
  'sorting.order': {
    anchor: '§4.1',
    text: 'If sortBy names a number or a time, order=asc and order=desc sort the list by it across all pages',
    implied:
      '§4.1: sortBy names a field, and order is asc or desc: the list is in ascending or descending order of that field',
    needs: ['GV_SORT_BY'],
    uses: ['GV_SORT_BY'],
  },
  'sorting.text-order': {
    anchor: '§4.1',
    text: 'If sortBy names a text, order=asc and order=desc sort the list by it, in dictionary order or by character codes',
    implied:
      '§4.1: sortBy names a field, and order is asc or desc: the list is in ascending or descending order of that field',
    wants: ['GV_SORT_BY'],
    doubt: 'A database may sort texts by another collation',
    uses: ['GV_SORT_BY'],
  },
  'sorting.pages': {
    anchor: '§2.8, §4.1',
    text: 'A list that is sorted by a field has each item on one page',
    implied:
      '§2.8, §4.1: sortBy and order sort the items of a list, and its pages are the parts of the sorted list',
    needs: ['GV_SORT_BY'],
    uses: ['GV_SORT_BY'],
  },
  'sorting.same-items': {
    anchor: '§4.1',
    text: 'An item has the same values in each order of the list, except imageUrl',
    implied: '§4.1: sortBy and order sort the items of a list, and do not change the items',
    uses: ['GV_SORT_BY'],
  },
  'sorting.order-alone': {
    anchor: '§4.1',
    text: 'order=asc and order=desc are also accepted without sortBy',
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
    untestable:
      'The set is open. sorting.order, sorting.text-order and sorting.pages judge the values in GV_SORT_BY',
  },
} as const satisfies Statements;
