import type { Statements } from '../../schemas/statement.ts';

const sending = {
  needs: ['GV_AUTOMATION_KEY', 'spend'],
  effect: 'spend',
  uses: ['shop', 'cheapest voucher', 'plain voucher', 'full voucher'],
} as const;
/** Uses a voucher in each currency, too. */
const inEach = [...sending.uses, 'voucher in GBP', 'voucher in USD', 'voucher in EUR'] as const;

/** §4.2 send_voucher, §8 its limits. */
export const vouchers = {
  'vouchers.accepted': {
    anchor: '§1, §4.2',
    text: 'A valid voucher is accepted',
    implied: false,
    doubt:
      'A service may reject a recipient whose domain does not exist (GV_RECIPIENT names another), and a product may be out of stock',
    ...sending,
  },
  'vouchers.fields': {
    anchor: '§4.2',
    text: 'A voucher with every field is sent, and the response has the fields of §4.2 with the right types',
    implied: false,
    ...sending,
    uses: inEach,
  },
  'vouchers.echo': {
    anchor: '§4.2',
    text: 'The response repeats productCode, merchant, currency, valuePurchased and recipientEmail of the request, and recipientName and message if it has them. Texts may differ in case, blanks, emoji and characters that HTML escapes',
    implied:
      '§4.2: the response has fields with the names of the request, and describes the requested voucher',
    ...sending,
    uses: inEach,
  },
  'vouchers.texts-repeated': {
    anchor: '§4.2',
    text: 'If the request has recipientName or message, the response has it too',
    implied: '§4.2: the response has both fields, and describes the requested voucher',
    doubt: 'A service may leave out personal texts',
    ...sending,
  },
  'vouchers.texts-not-sent': {
    anchor: '§4.2',
    text: 'If the request lacks recipientName or message, the response lacks it too',
    implied: '§4.2: both fields are optional, and the response describes the requested voucher',
    doubt: 'A service may know the name of the recipient, or add its own message',
    ...sending,
  },
  'vouchers.codes-differ': {
    anchor: '§4.2',
    text: 'Vouchers that were sent have different voucherCodes',
    implied: '§4.2: a code redeems one voucher',
    doubt: 'A product may have one code for all its vouchers',
    ...sending,
    uses: [...inEach, 'two vouchers'],
  },
  'vouchers.required': {
    anchor: '§4.2',
    text: 'A voucher with only its required fields is accepted, and a voucher without one of them is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.types': {
    anchor: '§4.2',
    text: 'A voucher with a field of the wrong JSON type is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.product-code-length': {
    anchor: '§4.2, §8',
    text: 'A product code of 3 to 50 characters is accepted, and a shorter or longer code is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.catalog-codes': {
    anchor: '§2.1, §4.2',
    text: 'A voucher for the product with the shortest code of the catalog is accepted, and for the product with the longest code, both of 3 to 50 characters',
    implied: '§2.1, §4.2: the catalog has the codes to order by, and a code has 3 to 50 characters',
    doubt: 'A product may be out of stock, or not be sent as a voucher',
    ...sending,
  },
  'vouchers.product-code-pattern': {
    anchor: '§4.2',
    text: 'A product code of ASCII letters, digits and hyphens is accepted, and a code with any other character is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.merchant-length': {
    anchor: '§4.2, §8',
    text: 'A merchant of 1 to 100 characters is accepted, and an empty or longer merchant is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.currency': {
    anchor: '§4.2',
    text: 'A voucher in GBP, USD or EUR is accepted, and a voucher in any other currency is rejected',
    implied: false,
    ...sending,
    uses: inEach,
  },
  'vouchers.value-range': {
    anchor: '§4.2, §8',
    text: 'A value from 0.01 to 10000 is accepted, and any other value is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.recipient-email': {
    anchor: '§4.2',
    text: 'A recipientEmail without @, or with nothing after @, is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.recipient-name-length': {
    anchor: '§4.2, §8',
    text: 'A recipientName of 100 characters is accepted, and a longer name is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.message-length': {
    anchor: '§4.2, §8',
    text: 'A message of 500 characters is accepted, and a longer message is rejected',
    implied: false,
    ...sending,
  },
  'vouchers.both-paid': {
    anchor: '§1, §2.5, §4.2',
    text: 'Of two vouchers at the same moment, each that is accepted lowers the balance by as much as the same voucher alone',
    implied: '§1, §2.5, §4.2: a wallet is prepaid, and each voucher is paid from it',
    doubt: 'Other clients may spend from the same wallet, or a cache may return an old balance',
    ...sending,
    uses: ['first voucher', 'two vouchers'],
  },
  'vouchers.paid-in-ledger': {
    anchor: '§1, §2.6, §4.2',
    text: 'If a voucher lowers a balance by its value, the ledger has an entry for it that is not a funding',
    implied:
      '§1, §2.6: the ledger has the transactions of the wallets, and a payment from a wallet is not a funding',
    doubt: 'A service may enter vouchers later or together, or the keys may belong to two accounts',
    ...sending,
    stage: 'made',
    uses: ['first voucher'],
  },
  'vouchers.refused-unpaid': {
    anchor: '§4.2',
    text: 'A rejected voucher, alone or in a bulk, does not lower a balance by its value',
    implied:
      '§4.2: a body that breaks a constraint creates no voucher, and only a voucher is paid for',
    ...sending,
    uses: ['refused voucher', 'bulk with a refused voucher'],
  },
  'vouchers.price': {
    anchor: '§1, §4.2',
    text: 'A voucher lowers the balance of its currency by its value',
    implied: '§1, §4.2: wallets are prepaid, and a voucher has a value in the currency of a wallet',
    doubt:
      'Other clients may spend from the same wallet, an account may pay by invoice, later, with a fee or at a discount, or a cache may return an old balance',
    ...sending,
    uses: ['first voucher'],
  },
  'vouchers.listed': {
    anchor: '§4.2',
    text: 'Whether a sent voucher appears among the transactions of the wallet',
    ...sending,
    observed: true,
  },
  'vouchers.statuses': {
    anchor: '§3, §4.2',
    text: 'Voucher statuses seen. The spec shows only "sent", and no transitions',
    ...sending,
    observed: true,
  },
  'vouchers.freedoms': {
    anchor: '§4.2',
    text: 'Whether values that the constraints leave open are accepted: null, extra fields, three decimals, characters beyond the BMP, a currency in lower case',
    ...sending,
    observed: true,
  },
  'vouchers.special-characters': {
    anchor: '§4.2',
    text: 'How a response repeats letters of other alphabets, and characters that HTML escapes',
    ...sending,
    observed: true,
  },
} as const satisfies Statements;
