import type { Statements } from '../../schemas/statement.ts';

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
    text: 'No order request, and no order that a run made, was updated before it was created',
    implied:
      '§2.2, §2.3, §2.5: a record has the time of its creation and that of its last change, and nothing changes before it exists',
    effect: 'spend',
  },
  'format.currencies': {
    anchor: '§2.1, §4.2',
    text: 'The currency of a product, and each one of the automation routes, is a code of three letters',
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
    text: 'Fields that are null, or an empty text',
    effect: 'spend',
    observed: true,
  },
  'format.other-currencies': {
    anchor: '§2.2, §2.4, §2.5, §2.6',
    text: 'Currencies of orders, wallets and the ledger that are no code of three letters',
    effect: 'spend',
    observed: true,
  },
  'format.updated-earlier': {
    anchor: '§2.2, §2.5',
    text: 'How many listed orders and wallets were updated before they were created',
    observed: true,
    varies: ['records'],
  },
} as const satisfies Statements;
