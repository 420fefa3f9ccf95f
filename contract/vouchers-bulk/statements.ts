import type { Statements } from '../../schemas/statement.ts';

const sending = { needs: ['GV_AUTOMATION_KEY', 'spend'], effect: 'spend' } as const;

/** §4.2 send_bulk_vouchers, §8 its limits. */
export const vouchersBulk = {
  'vouchers-bulk.fields': {
    anchor: '§4.2',
    text: 'A bulk with campaignName and notes is sent, and the response has the fields of its table with their types',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.echo': {
    anchor: '§4.2',
    text: 'If the response has campaignName and notes, they have the texts of the request, in any alphabet',
    implied:
      '§4.2: the response has campaignName and notes of the request by the same names, and describes that bulk',
    ...sending,
  },
  'vouchers-bulk.counts': {
    anchor: '§4.2',
    text: 'totalVouchers is the number of vouchers in the request, and vouchersSent and vouchersFailed count them; a result with another status than sent may be in neither',
    implied: '§4.2: three numbers count the vouchers of a bulk: all, sent, failed',
    ...sending,
  },
  'vouchers-bulk.results': {
    anchor: '§4.2',
    text: 'Each voucher that was sent has a result with its index and its recipient',
    implied:
      '§4.2: a result has the index of a voucher and a recipient, and these are the index and the recipient of the request',
    ...sending,
  },
  'vouchers-bulk.size': {
    anchor: '§4.2, §8',
    text: 'A bulk of 1 to 100 vouchers is accepted, and an empty or larger one is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.required': {
    anchor: '§4.2',
    text: 'A bulk without vouchers is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.optional': {
    anchor: '§4.2',
    text: 'A bulk without campaignName and notes is accepted',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.types': {
    anchor: '§4.2',
    text: 'A bulk with a field of another JSON type is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.voucher-shape': {
    anchor: '§4.2',
    text: 'The constraints of a single voucher hold for each voucher in a bulk',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.campaign-name-length': {
    anchor: '§4.2, §8',
    text: 'A campaignName of 100 characters is accepted, and a longer one is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.notes-length': {
    anchor: '§4.2, §8',
    text: 'Notes of 500 characters are accepted, and longer ones are rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.refusals': {
    anchor: '§4.2',
    text: 'Whether a bulk with one bad voucher is rejected as a whole or in part, and where its indices start',
    ...sending,
    observed: true,
  },
} as const satisfies Statements;
