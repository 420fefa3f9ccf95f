/** Samples of bodies of the automation routes (§4.2, §8), typed by hand from the spec, so that an error in a schema shows. */
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
  /** Names of the fields that a body must have and that must not be null, separated by spaces. */
  readonly required: string;
}

export const at = '2026-01-31T10:20:30.456Z';
export const dated = { createdAt: at, updatedAt: at };
export const paging = { total: 1, page: 1, totalPages: 1 };

const voucher = {
  productCode: 'CAFE-1',
  merchant: 'Café Ü',
  currency: 'GBP',
  valuePurchased: 10,
  recipientEmail: 'a@example.com',
};
const result = {
  voucherIndex: 0,
  recipientEmail: 'a@example.com',
  voucherId: 'v',
  status: 'sent',
  sentAt: at,
};
const transaction = {
  transactionId: 't',
  type: 'debit',
  amount: 10,
  currency: 'GBP',
  balance: 90,
  processedAt: at,
};
export const automationSamples: Readonly<Record<string, Sample>> = {
  sendVoucherBody: {
    schema: sendVoucherBody,
    body: voucher,
    required: 'productCode merchant currency valuePurchased recipientEmail',
  },
  sentVoucher: {
    schema: sentVoucher,
    body: { id: 'v', ...voucher, status: 'sent', voucherCode: 'C', sentAt: at, createdAt: at },
    required:
      'id productCode merchant currency valuePurchased recipientEmail status voucherCode sentAt createdAt',
  },
  sendBulkVouchersBody: {
    schema: sendBulkVouchersBody,
    body: { vouchers: [voucher] },
    required: 'vouchers',
  },
  sendBulkVouchersData: {
    schema: sendBulkVouchersData,
    body: { totalVouchers: 1, vouchersSent: 1, vouchersFailed: 0, results: [result], sentAt: at },
    required: 'totalVouchers vouchersSent vouchersFailed results sentAt',
  },
  sentBulkVoucher: {
    schema: sentBulkVoucher,
    body: result,
    required: 'voucherIndex recipientEmail status voucherId sentAt',
  },
  getWalletTransactionsBody: {
    schema: getWalletTransactionsBody,
    body: { limit: 50, fromDate: '2026-01-01', toDate: '2026-02-28' },
    required: '',
  },
  getWalletTransactionsData: {
    schema: getWalletTransactionsData,
    body: { businessId: 'b', transactions: [transaction], totalCount: 1, retrievedAt: at },
    required: 'businessId transactions totalCount retrievedAt',
  },
  getWalletBalanceBody: {
    schema: getWalletBalanceBody,
    body: { currency: 'GBP' },
    required: '',
  },
  getWalletBalanceData: {
    schema: getWalletBalanceData,
    body: { businessId: 'b', balance: 90, currency: 'GBP', lastUpdated: at },
    required: 'businessId balance currency lastUpdated',
  },
  envelope: {
    schema: envelope('send_voucher', { type: 'object' }),
    body: { success: true, action: 'send_voucher', data: {} },
    required: 'success action data',
  },
};

const tool = {
  name: 'get_gift_details',
  description: 'Details of a gift',
  category: 'persona',
  parameters: {},
};

export const integrationSamples: Readonly<Record<string, Sample>> = {
  integrationStatus: {
    schema: integrationStatus,
    body: { success: true, configured: true, businessId: 'b', webhookUrl: 'https://example.com/x' },
    required: 'success configured businessId',
  },
  toolDetails: {
    schema: toolDetails,
    body: { success: true, tool },
    required: 'success tool',
  },
};
