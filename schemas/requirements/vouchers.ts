import type { Statements } from './statement.ts';

const sending = { needs: ['GV_AUTOMATION_KEY', 'spend'], effect: 'spend' } as const;

/** §4.2 send_voucher, §8 its limits. */
export const vouchers = {
  'vouchers.fields': {
    anchor: '§4.2',
    text: 'A sent voucher has the fields of its response with their types',
    ...sending,
  },
  'vouchers.echo': {
    anchor: '§4.2',
    text: 'The response repeats what was sent: product, merchant, currency, value, recipient, message in plain ASCII',
    ...sending,
  },
  'vouchers.required': {
    anchor: '§4.2',
    text: 'A voucher without one of its required fields is rejected',
    ...sending,
  },
  'vouchers.optional': {
    anchor: '§4.2',
    text: 'A voucher without recipientName and message is accepted',
    ...sending,
  },
  'vouchers.types': {
    anchor: '§4.2',
    text: 'A voucher with a field of another JSON type is rejected',
    ...sending,
  },
  'vouchers.product-code-length': {
    anchor: '§4.2, §8',
    text: 'A product code has 3 to 50 characters',
    ...sending,
  },
  'vouchers.product-code-pattern': {
    anchor: '§4.2',
    text: 'A product code consists of ASCII letters, digits and hyphens',
    ...sending,
  },
  'vouchers.merchant-length': {
    anchor: '§4.2, §8',
    text: 'A merchant has 1 to 100 characters',
    ...sending,
  },
  'vouchers.currency': {
    anchor: '§4.2',
    text: 'The currency is GBP, USD or EUR; anything else is rejected',
    ...sending,
  },
  'vouchers.value-range': {
    anchor: '§4.2, §8',
    text: 'The value is 0.01 to 10000, both included',
    ...sending,
  },
  'vouchers.recipient-email': {
    anchor: '§4.2',
    text: 'An address without @ is rejected as recipientEmail',
    ...sending,
  },
  'vouchers.recipient-name-length': {
    anchor: '§4.2, §8',
    text: 'A recipientName has at most 100 characters',
    ...sending,
  },
  'vouchers.message-length': {
    anchor: '§4.2, §8',
    text: 'A message has at most 500 characters',
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
    text: 'How the fields behave beyond their constraints: null, extra fields, decimals, unusual addresses, characters beyond the BMP, lower case',
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
