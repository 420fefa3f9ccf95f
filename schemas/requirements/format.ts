import type { Statements } from './statement.ts';

/** §2 Conventions of all resources. */
export const format = {
  'format.timestamps': {
    anchor: '§2',
    text: 'Every timestamp is an ISO 8601 date-time in UTC with milliseconds',
    implied: false,
    effect: 'spend',
  },
  'format.updated-at': {
    anchor: '§2.2, §2.3, §2.5',
    text: 'No record was updated before it was created',
    implied:
      '§2.2, §2.3, §2.5: a record has the time of its creation and that of its last change, and nothing changes before it exists',
    effect: 'spend',
  },
  'format.currencies': {
    anchor: '§2.1, §4.2',
    text: 'Every currency is written as a code of three letters',
    implied:
      '§2.1, §4.2: a product has a currency code, and the actions take codes of ISO 4217, which have three letters',
    effect: 'spend',
  },
  'format.identifiers': {
    anchor: '§2',
    text: 'Identifiers are non-empty strings, and no two records of a list share one',
    implied:
      '§2: identifiers are strings; one that is empty, or that two records share, identifies neither',
    effect: 'spend',
  },
  'format.timestamp-style': {
    anchor: '§2',
    text: 'How UTC is written (Z or +00:00) and how many digits the fraction has beyond three',
    effect: 'spend',
    observed: true,
  },
  'format.null-fields': {
    anchor: '§2',
    text: 'Optional fields sent as null',
    effect: 'spend',
    observed: true,
  },
} as const satisfies Statements;
