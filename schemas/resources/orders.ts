import {
  boolean,
  identifier,
  integer,
  needed,
  nullable,
  number,
  object,
  present,
  string,
  text,
  timestamp,
} from '../schema.ts';

const fields = {
  _id: identifier,
  productCode: text,
  merchant: {
    ...object('Order merchant', { name: present }),
    description:
      'Free-form; a full order may also describe delivery and redemption of the voucher.',
  },
  currency: text,
  valuePurchased: number,
  status: { ...text, description: '`active` is one of the values; the others are not shown.' },
  isPaid: boolean,
  isActive: boolean,
  isActivated: boolean,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** Fields of the free-form giftOrder. No table gives them a type (§2.2). */
export const giftFields = ['message', 'recipientEmail', 'recipientName'] as const;

const imageUrl = {
  ...nullable(string),
  description: 'Address of the product picture, if there is one.',
};

/** Fields that some orders may lack, but not all. The table of §2.2 does not say which fields are required. */
const usual = {
  usageLimit: { ...nullable(number), description: 'Absent if the use is not limited.' },
  giftOrder: {
    ...nullable(object('Gift order', {}, Object.fromEntries(giftFields.map(name => [name, {}])))),
    description:
      'Free-form. Absent if the order is not a gift. Texts that were not given are absent, too.',
  },
};

const optional = {
  transactionId: { ...nullable(identifier), description: 'Set if the order is paid.' },
  previousUserId: {
    ...nullable(identifier),
    description: 'Present only in some flows with a gift or a recipient.',
  },
};

const paidHasTransaction = needed({ isPaid: { ...boolean, const: true } }, { transactionId: text });

/** Order in any response (§2.2). */
export const order = {
  ...object('Order', fields, {
    ...usual,
    imageUrl,
    product: nullable({ type: 'object', description: 'Populated only on synchronous creations.' }),
    ...optional,
  }),
  ...paidHasTransaction,
};

/** Order in a list or in search results, with `imageUrl` (§2.2). */
export const listedOrder = {
  ...object('Listed order', { ...fields, imageUrl }, { ...usual, ...optional }),
  ...paidHasTransaction,
};

/** Fields that at least some of several listed orders must have. */
export const usualInOrders: readonly string[] = Object.keys(usual);

/** Order that was created synchronously, with a populated `product` (§2.2, §4.1 rule 7). */
export const createdOrder = {
  ...object(
    'Created order',
    {
      ...fields,
      product: object('Ordered product', { imageUrl, merchant: string, productCode: text }),
    },
    { ...usual, ...optional },
  ),
  ...paidHasTransaction,
};

/** State of an asynchronous order request (§2.3). */
export const orderRequestStatus = object(
  'Order request status',
  {
    orderRequestId: identifier,
    status: { ...string, description: '`queued` and `succeeded` are seen; others may exist.' },
    type: { ...string, enum: ['single', 'bulk'] },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  {
    result: nullable({
      type: 'object',
      description: 'Result of a completed request: often the order or the bulk creation.',
    }),
    error: nullable({ ...string, description: 'Why the request failed.' }),
  },
);

/** Body of the 202 to an order that is processed later (§1, §3). */
export const queuedOrderRequest = object('Queued order request', {
  orderRequestId: identifier,
  status: { ...string, const: 'queued' },
});

/** Result of a bulk order (§2.4). */
export const bulkOrderCreated = object(
  'Bulk order created',
  {
    success: boolean,
    orders: { type: 'array', items: order },
    summary: object('Bulk order summary', {
      totalOrders: integer,
      totalValue: number,
      currency: string,
      remainingBalance: number,
    }),
  },
  {
    rejectedOrders: nullable({
      type: 'array',
      items: object('Rejected order', { productCode: string, reason: string }),
    }),
  },
);
