import { sendVoucherBody, sentAtIfSent } from './send-voucher.ts';
import { nullable, object, type ObjectSchema } from '../schema.ts';
import { identifier, integer, string, timestamp } from '../values.ts';

/** Body of `send_bulk_vouchers` (§4.2, §8). */
export const sendBulkVouchersBody = object(
  'Vouchers to send',
  { vouchers: { type: 'array', items: sendVoucherBody, minItems: 1, maxItems: 100 } },
  {
    campaignName: { ...string, maxLength: 100 },
    notes: { ...string, maxLength: 500 },
  },
);

const outcome = {
  voucherIndex: { ...integer, description: 'Which of the vouchers in the request.' },
  status: { ...string, description: '`sent` is seen; others are not shown.' },
};

/** Result of one voucher of a bulk; one that was not sent may lack a recipient, an id and a time (§4.2). */
const bulkVoucherResult = object('Bulk voucher result', outcome, {
  recipientEmail: nullable(string),
  voucherId: nullable(identifier),
  sentAt: nullable(timestamp),
});

/** Result of a voucher of a bulk that was accepted (§4.2). */
export const sentBulkVoucher: ObjectSchema = {
  ...object(
    'Sent bulk voucher',
    { ...outcome, recipientEmail: string, voucherId: identifier },
    { sentAt: nullable(timestamp) },
  ),
  ...sentAtIfSent,
};

const echo = { ...nullable(string), description: 'As sent; may be absent even if it was sent.' };

/** The `data` of `send_bulk_vouchers` (§4.2). */
export const sendBulkVouchersData = object(
  'Sent bulk vouchers',
  {
    totalVouchers: integer,
    vouchersSent: integer,
    vouchersFailed: integer,
    results: { type: 'array', items: bulkVoucherResult },
    sentAt: timestamp,
  },
  { campaignName: echo, notes: echo },
);
