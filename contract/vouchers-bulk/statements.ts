import type { Statements } from '../../schemas/statement.ts';

const sending = {
  needs: ['GV_AUTOMATION_KEY', 'spend'],
  effect: 'spend',
  uses: ['shop', 'cheapest voucher', 'plain voucher', 'full voucher', 'full bulk'],
} as const;

/** §4.2 send_bulk_vouchers, §8 its limits. */
export const vouchersBulk = {
  'vouchers-bulk.fields': {
    anchor: '§4.2',
    text: 'A bulk with campaignName and notes is sent, and the response has the fields of §4.2 with the right types',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.echo': {
    anchor: '§4.2',
    text: 'If the response has campaignName and notes, it repeats the texts of the request. They may differ in case, blanks, emoji and characters that HTML escapes',
    implied:
      '§4.2: the response has campaignName and notes, as the request does, and describes the requested bulk',
    ...sending,
  },
  'vouchers-bulk.texts-repeated': {
    anchor: '§4.2',
    text: 'If the request has campaignName or notes, the response has it too',
    implied: '§4.2: the response has both fields, and describes the requested bulk',
    doubt: 'A service may leave out texts that are only for the sender',
    ...sending,
  },
  'vouchers-bulk.counts': {
    anchor: '§4.2',
    text: 'totalVouchers is the number of vouchers in the request. vouchersSent and vouchersFailed add up to it, but may leave out vouchers whose result has a status other than sent',
    implied: '§4.2: three numbers count the vouchers of a bulk: all, sent, failed',
    ...sending,
  },
  'vouchers-bulk.results': {
    anchor: '§4.2',
    text: 'Each sent voucher has a result with its index and its recipient',
    implied:
      '§4.2: a result has voucherIndex and recipientEmail, which are the index and the recipient of a voucher in the request',
    ...sending,
  },
  'vouchers-bulk.size': {
    anchor: '§4.2, §8',
    text: 'A bulk of 1 to 100 vouchers is accepted, and an empty or larger bulk is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.required': {
    anchor: '§4.2',
    text: 'A bulk with only vouchers is accepted, and a bulk without vouchers is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.types': {
    anchor: '§4.2',
    text: 'A bulk with a field of the wrong JSON type is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.voucher-shape': {
    anchor: '§4.2',
    text: 'The constraints of a single voucher hold for each voucher in a bulk',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.voucher-currencies': {
    anchor: '§4.2',
    text: 'A voucher in a bulk is accepted in GBP, USD and EUR, also for a value with two decimals',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.highest-value': {
    anchor: '§4.2',
    text: 'A voucher in a bulk is accepted for 10000, and rejected for a higher value',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.campaign-name-length': {
    anchor: '§4.2, §8',
    text: 'A campaignName of 100 characters is accepted, and a longer name is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.notes-length': {
    anchor: '§4.2, §8',
    text: 'Notes of 500 characters are accepted, and longer notes are rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.refusals': {
    anchor: '§4.2',
    text: 'Whether a bulk with one invalid voucher is rejected as a whole or in part, and the values of voucherIndex',
    ...sending,
    observed: true,
  },
} as const satisfies Statements;
