import type { Statements } from './statement.ts';

const needs = ['GV_AUTOMATION_KEY', 'spend'] as const;

/** §4.2 send_bulk_vouchers, §8 its limits. */
export const vouchersBulk = {
  'vouchers-bulk.fields': {
    anchor: '§4.2',
    text: 'A bulk sending has the fields of its answer with their types',
    needs,
  },
  'vouchers-bulk.echo': {
    anchor: '§4.2',
    text: 'The answer repeats campaignName and notes where it has them',
    needs,
  },
  'vouchers-bulk.counts': {
    anchor: '§4.2',
    text: 'totalVouchers is the number of vouchers in the request, sent and failed ones together',
    needs,
  },
  'vouchers-bulk.results': {
    anchor: '§4.2',
    text: 'Every result belongs to one voucher of the request and names its recipient',
    needs,
  },
  'vouchers-bulk.size': {
    anchor: '§4.2, §8',
    text: 'A bulk sending has 1 to 100 vouchers',
    needs,
  },
  'vouchers-bulk.required': {
    anchor: '§4.2',
    text: 'A bulk sending without vouchers is refused',
    needs,
  },
  'vouchers-bulk.optional': {
    anchor: '§4.2',
    text: 'A bulk sending without campaignName and notes is accepted',
    needs,
  },
  'vouchers-bulk.types': {
    anchor: '§4.2',
    text: 'A bulk sending with a field of another JSON type is refused',
    needs,
  },
  'vouchers-bulk.voucher-shape': {
    anchor: '§4.2',
    text: 'A voucher in a bulk sending keeps the constraints of a voucher sent alone',
    needs,
  },
  'vouchers-bulk.campaign-name-length': {
    anchor: '§4.2, §8',
    text: 'A campaignName has at most 100 characters',
    needs,
  },
  'vouchers-bulk.notes-length': {
    anchor: '§4.2, §8',
    text: 'Notes have at most 500 characters',
    needs,
  },
  'vouchers-bulk.refusals': {
    anchor: '§4.2',
    text: 'Whether a bulk sending with one bad voucher is refused whole or in part, and where its indices start',
    needs,
    observed: true,
  },
} as const satisfies Statements;
