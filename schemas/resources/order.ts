import { nullable, object } from '../schema.ts';
import { boolean, identifier, number, string, timestamp } from '../values.ts';

const fields = {
  _id: identifier,
  productCode: string,
  merchant: {
    ...object('Order merchant', { name: string }),
    description:
      'Free-form; a full order may also describe delivery and redemption of the voucher.',
  },
  currency: string,
  valuePurchased: number,
  status: { ...string, description: '`active` is one of the values; the others are not shown.' },
  isPaid: boolean,
  isActive: boolean,
  isActivated: boolean,
  usageLimit: number,
  giftOrder: {
    ...object('Gift order', { message: string, recipientEmail: string, recipientName: string }),
    description: 'Free-form beyond the message and the recipient.',
  },
  transactionId: identifier,
  createdAt: timestamp,
  updatedAt: timestamp,
};

const imageUrl = { ...string, description: 'Address of the product picture.' };

const optional = {
  previousUserId: {
    ...nullable(identifier),
    description: 'Only in some flows with a gift or a recipient.',
  },
};

/** An order wherever it appears (§2.2). */
export const order = object('Order', fields, {
  imageUrl: nullable(imageUrl),
  product: nullable({ type: 'object', description: 'Populated only on synchronous creations.' }),
  ...optional,
});

/** An order in a list or in search results: with `imageUrl` (§2.2). */
export const listedOrder = object('Listed order', { ...fields, imageUrl }, optional);

/** An order created synchronously: with the populated `product` (§2.2, §4.1 rule 7). */
export const createdOrder = object(
  'Created order',
  {
    ...fields,
    product: object('Ordered product', { imageUrl, merchant: string, productCode: string }),
  },
  optional,
);
