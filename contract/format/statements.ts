import { inStage, type Statements } from '../../schemas/statement.ts';

/** Records whose responses show the resources of each area. */
const ofEachArea = [
  'single order',
  'bulk order',
  'plain voucher',
  'full voucher',
  'full bulk',
  'GV_SEARCH_PAGE_PARAM',
  'GV_SEARCH_LIMIT_PARAM',
] as const;

/** §2 Conventions of all resources. */
export const format = inStage('made', {
  'format.timestamps': {
    anchor: '§2',
    text: 'Every timestamp is an ISO 8601 date-time in UTC with at least three digits of a second',
    implied: false,
    effect: 'spend',
    uses: ofEachArea,
  },
  'format.milliseconds': {
    anchor: '§2',
    text: 'A timestamp has exactly three digits of a second',
    implied: '§2: timestamps have milliseconds, and three digits of a second are milliseconds',
    doubt: 'A service may write microseconds, whose first three digits are the milliseconds',
    effect: 'spend',
    uses: ofEachArea,
  },
  'format.updated-at': {
    anchor: '§2.2, §2.3, §2.5',
    text: 'updatedAt of an order request, an order or a wallet is not before its createdAt',
    implied:
      '§2.2, §2.3, §2.5: a record has the time of its creation and the time of its last change, and nothing changes before it exists',
    doubt:
      'The clocks of two machines of a service may differ, and imported records may have times of another system',
    effect: 'spend',
    uses: ['single order', 'bulk order'],
  },
  'format.currencies': {
    anchor: '§4.2',
    text: 'Each currency in an automation response is a three-letter code',
    implied: '§4.2: the actions take ISO 4217 codes, which have three letters',
    effect: 'spend',
    uses: ['plain voucher', 'full voucher', 'full bulk'],
  },
  'format.product-currencies': {
    anchor: '§2.1, §4.2',
    text: 'The currency of a product is a three-letter code',
    implied:
      '§2.1, §4.2: a product has a currency code, and ISO 4217, whose codes have three letters, is the only standard that the spec names',
    doubt: 'A service may sell products for points or for a token',
    uses: ['GV_SEARCH_PAGE_PARAM', 'GV_SEARCH_LIMIT_PARAM'],
  },
  'format.identifiers': {
    anchor: '§2',
    text: 'Identifiers are non-empty strings, and no two records of a list have the same identifier',
    implied:
      '§2: identifiers are strings. An identifier that is empty, or that two records share, identifies no record',
    effect: 'spend',
    uses: ofEachArea,
  },
  'format.timestamp-style': {
    anchor: '§2',
    text: 'How UTC is written: Z or +00:00',
    effect: 'spend',
    observed: true,
    uses: ofEachArea,
  },
  'format.null-fields': {
    anchor: '§2',
    text: 'Fields whose value is null or an empty text',
    effect: 'spend',
    observed: true,
    uses: ofEachArea,
  },
  'format.other-currencies': {
    anchor: '§2.2, §2.4, §2.5, §2.6',
    text: 'Currencies of orders, wallets and the ledger that are not three-letter codes',
    effect: 'spend',
    observed: true,
    uses: ofEachArea,
  },
} as const satisfies Statements);
