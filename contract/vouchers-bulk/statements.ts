import type { Statements } from '../../schemas/statement.ts';

const sending = { needs: ['GV_AUTOMATION_KEY', 'spend'], effect: 'spend' } as const;

/** §4.2 send_bulk_vouchers, §8 its limits. */
export const vouchersBulk = {
  'vouchers-bulk.fields': {
    anchor: '§4.2',
    text: 'A bulk sending has the fields of its response with their types',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.echo': {
    anchor: '§4.2',
    text: 'If the response has campaignName and notes, they repeat the request',
    implied:
      '§4.2: the response has campaignName and notes of the request by the same names, and describes that sending',
    ...sending,
  },
  'vouchers-bulk.counts': {
    anchor: '§4.2',
    text: 'totalVouchers is the number of vouchers in the request: those sent, failed, and under way by their status',
    implied:
      '§4.2: three numbers count the vouchers of a sending: all, those sent, those that failed',
    ...sending,
  },
  'vouchers-bulk.results': {
    anchor: '§4.2',
    text: 'Every result belongs to one voucher of the request and names its recipient',
    implied:
      '§4.2: a result has the index of a voucher and a recipient, and they can only be those of the request',
    ...sending,
  },
  'vouchers-bulk.size': {
    anchor: '§4.2, §8',
    text: 'A bulk sending has 1 to 100 vouchers',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.required': {
    anchor: '§4.2',
    text: 'A bulk sending without vouchers is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.optional': {
    anchor: '§4.2',
    text: 'A bulk sending without campaignName and notes is accepted',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.types': {
    anchor: '§4.2',
    text: 'A bulk sending with a field of another JSON type is rejected',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.voucher-shape': {
    anchor: '§4.2',
    text: 'A voucher in a bulk sending keeps the constraints of a voucher sent alone',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.campaign-name-length': {
    anchor: '§4.2, §8',
    text: 'A campaignName has at most 100 characters',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.notes-length': {
    anchor: '§4.2, §8',
    text: 'Notes have at most 500 characters',
    implied: false,
    ...sending,
  },
  'vouchers-bulk.refusals': {
    anchor: '§4.2',
    text: 'Whether a bulk sending with one bad voucher is rejected as a whole or in part, and where its indices start',
    ...sending,
    observed: true,
  },
} as const satisfies Statements;
