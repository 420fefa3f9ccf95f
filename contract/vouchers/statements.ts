import type { Statements } from '../../schemas/statement.ts';

const sending = { needs: ['GV_AUTOMATION_KEY', 'spend'], effect: 'spend' } as const;

/** §4.2 send_voucher, §8 its limits. */
export const vouchers = {
  'vouchers.fields': {
    anchor: '§4.2',
    text: 'A sent voucher has the fields of its response with their types',
    implied: false,
    ...sending,
  },
  'vouchers.echo': {
    anchor: '§4.2',
    text: 'The response repeats what was sent: product, merchant of the catalog, currency, value, recipient, message, with the letters of other alphabets',
    implied:
      '§4.2: the response has the fields of the request by the same names, and describes the voucher that was asked for',
    ...sending,
  },
  'vouchers.required': {
    anchor: '§4.2',
    text: 'A voucher without one of its required fields is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.optional': {
    anchor: '§4.2',
    text: 'A voucher without recipientName and message is accepted',
    implied: false,
    ...sending,
  },
  'vouchers.types': {
    anchor: '§4.2',
    text: 'A voucher with a field of another JSON type is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.product-code-length': {
    anchor: '§4.2, §8',
    text: 'A product code has 3 to 50 characters',
    implied: false,
    ...sending,
  },
  'vouchers.product-code-pattern': {
    anchor: '§4.2',
    text: 'A product code consists of ASCII letters, digits and hyphens',
    implied: false,
    ...sending,
  },
  'vouchers.merchant-length': {
    anchor: '§4.2, §8',
    text: 'A merchant has 1 to 100 characters',
    implied: false,
    ...sending,
  },
  'vouchers.currency': {
    anchor: '§4.2',
    text: 'The currency is GBP, USD or EUR; anything else is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.value-range': {
    anchor: '§4.2, §8',
    text: 'The value is 0.01 to 10000, both included',
    implied: false,
    ...sending,
  },
  'vouchers.recipient-email': {
    anchor: '§4.2',
    text: 'An address without @ is rejected as recipientEmail',
    implied: false,
    ...sending,
  },
  'vouchers.recipient-name-length': {
    anchor: '§4.2, §8',
    text: 'A recipientName has at most 100 characters',
    implied: false,
    ...sending,
  },
  'vouchers.message-length': {
    anchor: '§4.2, §8',
    text: 'A message has at most 500 characters',
    implied: false,
    ...sending,
  },
  'vouchers.refused-unpaid': {
    anchor: '§4.2',
    text: 'A voucher that is refused, alone or in a bulk, is not charged',
    implied: '§4.2: what breaks a constraint is no voucher, and a balance pays for vouchers',
    ...sending,
  },
  'vouchers.listed': {
    anchor: '§4.2',
    text: 'Whether a sent voucher appears among the transactions of the wallet',
    ...sending,
    observed: true,
  },
  'vouchers.statuses': {
    anchor: '§3, §4.2',
    text: 'Voucher statuses seen; those beyond "sent" and their transitions are not shown',
    ...sending,
    observed: true,
  },
  'vouchers.freedoms': {
    anchor: '§4.2',
    text: 'How the fields behave beyond their constraints: null, an empty text, blanks, extra fields, decimals, unusual addresses, characters beyond the BMP, lower case',
    ...sending,
    observed: true,
  },
  'vouchers.special-characters': {
    anchor: '§4.2',
    text: 'How a response repeats letters of other alphabets, and characters that are escaped in pages',
    ...sending,
    observed: true,
  },
} as const satisfies Statements;
