import type { Statements } from '../../schemas/statement.ts';

const sending = { needs: ['GV_AUTOMATION_KEY', 'spend'], effect: 'spend' } as const;

/** §4.2 send_voucher, §8 its limits. */
export const vouchers = {
  'vouchers.fields': {
    anchor: '§4.2',
    text: 'A voucher with every field is sent, and the response has the fields of its table with their types',
    implied: false,
    ...sending,
  },
  'vouchers.echo': {
    anchor: '§4.2',
    text: 'The response repeats each field of the request with its value: product, merchant of the catalog, currency, value, recipient; and recipientName and message in any alphabet, if it has them',
    implied:
      '§4.2: the response has the fields of the request by the same names, and describes the voucher that was asked for',
    ...sending,
  },
  'vouchers.texts-not-sent': {
    anchor: '§4.2',
    text: 'A voucher that was sent without recipientName and message comes back without them',
    implied: '§4.2: both are optional, and the response describes the voucher that was asked for',
    doubt: 'A service may know the name by its address, or add a message of its own',
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
    text: 'A product code of 3 to 50 characters is accepted, and a shorter or longer one is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.product-code-pattern': {
    anchor: '§4.2',
    text: 'A product code of ASCII letters, digits and hyphens is accepted, and any other character is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.merchant-length': {
    anchor: '§4.2, §8',
    text: 'A merchant of 1 to 100 characters is accepted, and an empty or longer one is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.currency': {
    anchor: '§4.2',
    text: 'A voucher in GBP, USD or EUR is accepted, and any other currency is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.value-range': {
    anchor: '§4.2, §8',
    text: 'A value of 0.01 to 10000, both included, is accepted, and any other value is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.recipient-email': {
    anchor: '§4.2',
    text: 'A recipientEmail without @, or with nothing behind it, is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.recipient-name-length': {
    anchor: '§4.2, §8',
    text: 'A recipientName of 100 characters is accepted, and a longer one is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.message-length': {
    anchor: '§4.2, §8',
    text: 'A message of 500 characters is accepted, and a longer one is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.refused-unpaid': {
    anchor: '§4.2',
    text: 'A balance does not fall by the value of a voucher that is refused, alone or in a bulk',
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
