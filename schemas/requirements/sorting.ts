import type { Statements } from './statement.ts';

/** §4.1 sortBy and order. */
export const sorting = {
  'sorting.order': {
    anchor: '§4.1',
    text: 'order=asc and order=desc sort by the field that sortBy names, in opposite directions',
    needs: ['GV_SORT_BY'],
  },
  'sorting.default': {
    anchor: '§4.1 rule 3',
    text: 'How the lists are ordered without sortBy, and what an unlisted order gets',
    observed: true,
  },
  'sorting.fields': {
    anchor: '§4.1 rule 3',
    text: 'The allowed values of sortBy are not shown',
    untestable: 'An open set; those given in GV_SORT_BY are judged by catalog.sort-order',
  },
} as const satisfies Statements;
