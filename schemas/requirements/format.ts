import type { Statements } from './statement.ts';

/** §2 Conventions of all resources. */
export const format = {
  'format.timestamps': {
    anchor: '§2',
    text: 'Every timestamp is an ISO 8601 date-time in UTC with milliseconds',
  },
  'format.identifiers': {
    anchor: '§2',
    text: 'Identifiers are non-empty strings, and no two records of a list share one',
  },
  'format.timestamp-style': {
    anchor: '§2',
    text: 'How UTC is written (Z or +00:00) and how many digits the fraction has beyond three',
    observed: true,
  },
  'format.null-fields': {
    anchor: '§2',
    text: 'Optional fields that are sent as null',
    observed: true,
  },
} as const satisfies Statements;
