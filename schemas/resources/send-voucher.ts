import { needed, nullable, object, type ObjectSchema } from '../schema.ts';
import { automationCurrencies, identifier, number, string, timestamp } from '../values.ts';

/** A voucher to send; the body of `send_voucher` (§4.2, §8). */
export const sendVoucherBody = object(
  'Voucher to send',
  {
    productCode: { ...string, minLength: 3, maxLength: 50, pattern: '^[a-zA-Z0-9-]+$' },
    merchant: { ...string, minLength: 1, maxLength: 100 },
    currency: { ...string, enum: automationCurrencies },
    valuePurchased: { ...number, minimum: 0.01, maximum: 10000 },
    recipientEmail: { ...string, format: 'email' },
  },
  {
    recipientName: { ...string, maxLength: 100 },
    message: { ...string, maxLength: 500 },
  },
);

const echo = { ...nullable(string), description: 'As sent; may be absent even if it was sent.' };

/** A voucher needs a time of sending when its status says that it was sent; another one may be on its way (§3, §4.2). */
export const sentAtIfSent = needed({ status: { const: 'sent' } }, { sentAt: timestamp });

/** A voucher that was accepted; the `data` of `send_voucher` (§4.2). */
export const sentVoucher: ObjectSchema = {
  ...object(
    'Sent voucher',
    {
      id: identifier,
      productCode: string,
      merchant: string,
      currency: string,
      valuePurchased: number,
      recipientEmail: string,
      status: { ...string, description: '`sent` is seen; others are not shown.' },
      voucherCode: string,
      createdAt: timestamp,
    },
    { sentAt: nullable(timestamp), recipientName: echo, message: echo },
  ),
  ...sentAtIfSent,
};
