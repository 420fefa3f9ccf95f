import { inStage, type Statements } from '../../schemas/statement.ts';

/** §2 Conventions of all resources. */
export const format = inStage('made', {
  'format.timestamps': {
    anchor: '§2',
    text: 'Every timestamp is an ISO 8601 date-time in UTC with milliseconds',
    implied: false,
    effect: 'spend',
  },
  'format.updated-at': {
    anchor: '§2.2, §2.3, §2.5',
    text: 'No order request, order or wallet is updated before it is created',
    implied:
      '§2.2, §2.3, §2.5: a record has the time of its creation and the time of its last change, and nothing changes before it exists',
    doubt:
      'Two machines of a service may have two clocks, and imported records may have the times of another system',
    effect: 'spend',
  },
  'format.currencies': {
    anchor: '§2.1, §4.2',
    text: 'The currency of a product, and each currency of the automation routes, is a code of three letters',
    implied:
      '§2.1, §4.2: a product has a currency code, and the actions take codes of ISO 4217, which have three letters',
    effect: 'spend',
  },
  'format.identifiers': {
    anchor: '§2',
    text: 'Identifiers are strings that are not empty, and no two records of a list have the same one',
    implied:
      '§2: identifiers are strings. An empty identifier identifies nothing, and neither does an identifier of two records',
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
} as const satisfies Statements);
