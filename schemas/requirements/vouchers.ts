import type { Statements } from './statement.ts';

const needs = ['GV_AUTOMATION_KEY', 'spend'] as const;

/** §4.2 send_voucher, §8 its limits. */
export const vouchers = {
  'vouchers.fields': {
    anchor: '§4.2',
    text: 'A sent voucher has the fields of its answer with their types',
    needs,
  },
  'vouchers.echo': {
    anchor: '§4.2',
    text: 'The answer repeats what was sent: product, merchant, currency, value, recipient, message',
    needs,
  },
  'vouchers.required': {
    anchor: '§4.2',
    text: 'A voucher without one of its required fields is refused',
    needs,
  },
  'vouchers.optional': {
    anchor: '§4.2',
    text: 'A voucher without recipientName and message is accepted',
    needs,
  },
  'vouchers.types': {
    anchor: '§4.2',
    text: 'A voucher with a field of another JSON type is refused',
    needs,
  },
  'vouchers.product-code-length': {
    anchor: '§4.2, §8',
    text: 'A product code has 3 to 50 characters',
    needs,
  },
  'vouchers.product-code-pattern': {
    anchor: '§4.2',
    text: 'A product code has letters, digits and hyphens of ASCII only',
    needs,
  },
  'vouchers.merchant-length': {
    anchor: '§4.2, §8',
    text: 'A merchant has 1 to 100 characters',
    needs,
  },
  'vouchers.currency': {
    anchor: '§4.2',
    text: 'The currency is GBP, USD or EUR; anything else is refused',
    needs,
  },
  'vouchers.value-range': {
    anchor: '§4.2, §8',
    text: 'The value is 0.01 to 10000, both included',
    needs,
  },
  'vouchers.recipient-email': {
    anchor: '§4.2',
    text: 'An address without @ is refused as recipientEmail',
    needs,
  },
  'vouchers.recipient-name-length': {
    anchor: '§4.2, §8',
    text: 'A recipientName has at most 100 characters',
    needs,
  },
  'vouchers.message-length': {
    anchor: '§4.2, §8',
    text: 'A message has at most 500 characters',
    needs,
  },
  'vouchers.listed': {
    anchor: '§4.2',
    text: 'Whether a sent voucher shows among the transactions of the wallet',
    needs,
    observed: true,
  },
  'vouchers.statuses': {
    anchor: '§3, §4.2',
    text: 'Voucher statuses seen; those beyond "sent" and their transitions are not shown',
    needs,
    observed: true,
  },
  'vouchers.freedoms': {
    anchor: '§4.2',
    text: 'What the fields do beyond their constraints: null, extra fields, decimals, unusual addresses, characters beyond the BMP',
    needs,
    observed: true,
  },
} as const satisfies Statements;
