/** Samples of bodies, typed by hand from the specification so that a slip in a schema shows; here of the automation routes (§4.2, §8). */
import type { Schema } from '../../schema.ts';
import {
  envelope,
  getWalletBalanceBody,
  getWalletBalanceData,
  getWalletTransactionsBody,
  getWalletTransactionsData,
  integrationStatus,
  sendBulkVouchersBody,
  sendBulkVouchersData,
  sendVoucherBody,
  sentBulkVoucher,
  sentVoucher,
  toolDetails,
} from '../automation.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface Sample {
  readonly schema: Schema;
  readonly body: Body;
  /** Names of the fields that a body must have, none of them null; separated by spaces. */
  readonly required: string;
  /** Changes that keep the body valid, by the fact they show; an undefined field is taken away. */
  readonly valid?: Readonly<Record<string, Body>>;
  /** Changes that make it invalid. */
  readonly invalid?: Readonly<Record<string, Body>>;
}

export const at = '2026-01-31T10:20:30.456Z';
export const dated = { createdAt: at, updatedAt: at };
export const paging = { total: 1, page: 1, totalPages: 1 };

/** One change for each field of a part of a body: the part lacks it. */
export function lacking(part: Body, change: (part: Body) => Body): Record<string, Body> {
  return Object.fromEntries(
    Object.keys(part).map(field => [
      `a part has no ${field}`,
      change({ ...part, [field]: undefined }),
    ]),
  );
}

const voucher = {
  productCode: 'CAFE-1',
  merchant: 'Café Ü',
  currency: 'GBP',
  valuePurchased: 10,
  recipientEmail: 'a@example.com',
};
const outcome = { voucherIndex: 0, recipientEmail: 'a@example.com', status: 'sent' };
const transaction = {
  transactionId: 't',
  type: 'debit',
  amount: 1,
  currency: 'GBP',
  balance: 9,
  processedAt: at,
};
const x = (length: number) => 'x'.repeat(length);

export const automationSamples: Readonly<Record<string, Sample>> = {
  sendVoucherBody: {
    schema: sendVoucherBody,
    body: voucher,
    required: 'productCode merchant currency valuePurchased recipientEmail',
    valid: {
      'texts are shortest': { productCode: x(3), merchant: 'x', recipientName: '', message: '' },
      'characters count, not UTF-16 units': { recipientName: '🎁'.repeat(100), message: x(500) },
      'the value is the lowest': { productCode: x(50), merchant: x(100), valuePurchased: 0.01 },
      'the value is the highest': { currency: 'USD', valuePurchased: 10000 },
    },
    invalid: {
      'productCode ends in a line break': { productCode: 'abc\n' },
      'the currency is in lower case': { currency: 'gbp' },
      'the value is text': { valuePurchased: '10' },
      'the e-mail has no @': { recipientEmail: 'example.com' },
    },
  },
  sentVoucher: {
    schema: sentVoucher,
    body: { id: 'v', ...voucher, status: 'sent', voucherCode: 'C', sentAt: at, createdAt: at },
    required:
      'id productCode merchant currency valuePurchased recipientEmail status voucherCode sentAt createdAt',
    valid: {
      'it echoes the optional fields': { recipientName: 'Ada', message: 'Hi' },
      'it is on its way': { status: 'processing', sentAt: null },
    },
    invalid: {
      'the echoed message is a number': { message: 1 },
      'it was sent at no time': { sentAt: null },
    },
  },
  sendBulkVouchersBody: {
    schema: sendBulkVouchersBody,
    body: { vouchers: [voucher] },
    required: 'vouchers',
    valid: {
      'lists and texts are longest': {
        vouchers: Array(100).fill(voucher),
        campaignName: x(100),
        notes: x(500),
      },
    },
    invalid: {
      'there are no vouchers': { vouchers: [] },
      'there are 101 vouchers': { vouchers: Array(101).fill(voucher) },
      'a voucher has no merchant': { vouchers: [{ ...voucher, merchant: undefined }] },
    },
  },
  sendBulkVouchersData: {
    schema: sendBulkVouchersData,
    body: { totalVouchers: 1, vouchersSent: 1, vouchersFailed: 0, results: [outcome], sentAt: at },
    required: 'totalVouchers vouchersSent vouchersFailed results sentAt',
    valid: { 'it echoes the optional fields': { campaignName: 'Ada', notes: 'Hi' } },
    invalid: {
      'a count is a fraction': { vouchersSent: 0.5 },
      'a result has no status': { results: [{ ...outcome, status: undefined }] },
    },
  },
  sentBulkVoucher: {
    schema: sentBulkVoucher,
    body: { ...outcome, voucherId: 'v', sentAt: at },
    required: 'voucherIndex recipientEmail status voucherId sentAt',
    valid: { 'it is on its way': { status: 'processing', sentAt: null } },
  },
  getWalletTransactionsBody: {
    schema: getWalletTransactionsBody,
    body: { limit: 50, fromDate: '2026-01-01', toDate: '2026-02-28' },
    required: '',
    valid: { 'the limit is 1': { limit: 1 }, 'the limit is 100': { limit: 100 } },
    invalid: {
      'fromDate has a time': { fromDate: at },
      'toDate is no day': { toDate: '2026-02-30' },
    },
  },
  getWalletTransactionsData: {
    schema: getWalletTransactionsData,
    body: { businessId: 'b', transactions: [transaction], totalCount: 1, retrievedAt: at },
    required: 'businessId transactions totalCount retrievedAt',
    valid: {
      'a transaction has no description': {
        transactions: [{ ...transaction, description: null }],
      },
    },
    invalid: lacking(transaction, part => ({ transactions: [part] })),
  },
  getWalletBalanceBody: {
    schema: getWalletBalanceBody,
    body: { currency: 'GBP' },
    required: '',
  },
  getWalletBalanceData: {
    schema: getWalletBalanceData,
    body: { businessId: 'b', balance: 1.5, currency: 'GBP', lastUpdated: at },
    required: 'businessId balance currency lastUpdated',
  },
  envelope: {
    schema: envelope('send_voucher', { type: 'object' }),
    body: { success: true, action: 'send_voucher', data: {} },
    required: 'success action data',
    invalid: { 'the action is another one': { action: 'status' } },
  },
};

const tool = { name: 'x', description: 'y', category: 'persona', parameters: {} };

export const integrationSamples: Readonly<Record<string, Sample>> = {
  integrationStatus: {
    schema: integrationStatus,
    body: { success: true, configured: true, businessId: 'b', webhookUrl: 'https://example.com/x' },
    required: 'success configured businessId',
    valid: { 'it is not configured': { configured: false, webhookUrl: undefined } },
    invalid: {
      'it is not configured and has a webhookUrl': { configured: false },
      'the webhookUrl is no URI': { webhookUrl: 'not a uri' },
    },
  },
  toolDetails: {
    schema: toolDetails,
    body: { success: true, tool },
    required: 'success tool',
    invalid: lacking(tool, part => ({ tool: part })),
  },
};
