import type { Statements } from './statement.ts';

const needs = ['GV_AUTOMATION_KEY', 'spend'] as const;

/** §4.2 send_bulk_vouchers, §8 its limits. */
export const bulk = {
  'bulk.fields': {
    anchor: '§4.2',
    text: 'A bulk sending has the fields of its answer with their types',
    needs,
  },
  'bulk.echo': {
    anchor: '§4.2',
    text: 'The answer repeats campaignName and notes where it has them',
    needs,
  },
  'bulk.counts': {
    anchor: '§4.2',
    text: 'totalVouchers is the number of vouchers in the request, sent and failed ones together',
    needs,
  },
  'bulk.results': {
    anchor: '§4.2',
    text: 'Every result belongs to one voucher of the request and names its recipient',
    needs,
  },
  'bulk.size': {
    anchor: '§4.2, §8',
    text: 'A bulk sending has 1 to 100 vouchers',
    needs,
  },
  'bulk.required': {
    anchor: '§4.2',
    text: 'A bulk sending without vouchers is refused',
    needs,
  },
  'bulk.optional': {
    anchor: '§4.2',
    text: 'A bulk sending without campaignName and notes is accepted',
    needs,
  },
  'bulk.types': {
    anchor: '§4.2',
    text: 'A bulk sending with a field of another JSON type is refused',
    needs,
  },
  'bulk.voucher-shape': {
    anchor: '§4.2',
    text: 'A voucher in a bulk sending keeps the constraints of a voucher sent alone',
    needs,
  },
  'bulk.campaign-name-length': {
    anchor: '§4.2, §8',
    text: 'A campaignName has at most 100 characters',
    needs,
  },
  'bulk.notes-length': {
    anchor: '§4.2, §8',
    text: 'Notes have at most 500 characters',
    needs,
  },
  'bulk.refusals': {
    anchor: '§4.2',
    text: 'Whether a bulk sending with one bad voucher is refused whole or in part, and where its indices start',
    needs,
    observed: true,
  },
} as const satisfies Statements;
