import {
  automationCurrencies,
  boolean,
  identifier,
  integer,
  needed,
  nullable,
  number,
  object,
  type ObjectSchema,
  type Schema,
  string,
  strings,
  timestamp,
} from '../schema.ts';

/** Returns the schema of an accepted automation action: its name and `data` (§4.2). */
export function envelope(action: string, data: Schema): Schema {
  return object(`Answer to ${action}`, {
    success: boolean,
    action: { ...string, const: action },
    data,
  });
}

/** Voucher to send: the body of `send_voucher` (§4.2, §8). */
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

const echo = { ...nullable(string), description: 'As sent. May be absent even if it was sent.' };

/** Requires a time of sending if the status says that the voucher was sent. A pending voucher has no such time (§3, §4.2). */
const sentAtIfSent = needed({ status: { const: 'sent' } }, { sentAt: timestamp });

/** Accepted voucher: the `data` of `send_voucher` (§4.2). */
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
  voucherIndex: { ...integer, description: 'Index of the voucher in the request.' },
  status: { ...string, description: '`sent` is seen; others are not shown.' },
};

/** Result of one voucher of a bulk. A voucher that was not sent may lack recipient, id and time, or repeat a malformed address (§4.2). */
const bulkVoucherResult = object('Bulk voucher result', outcome, {
  recipientEmail: {},
  voucherId: nullable(identifier),
  sentAt: nullable(timestamp),
});

/** Result of an accepted voucher of a bulk (§4.2). */
export const sentBulkVoucher: ObjectSchema = {
  ...object(
    'Sent bulk voucher',
    { ...outcome, recipientEmail: string, voucherId: identifier },
    { sentAt: nullable(timestamp) },
  ),
  ...sentAtIfSent,
};

/** Describes the `data` of `send_bulk_vouchers` (§4.2). Times of sending may be absent until a voucher was sent. */
export const sendBulkVouchersData: ObjectSchema = {
  ...object(
    'Sent bulk vouchers',
    {
      totalVouchers: integer,
      vouchersSent: integer,
      vouchersFailed: integer,
      results: { type: 'array', items: bulkVoucherResult },
    },
    { sentAt: nullable(timestamp), campaignName: echo, notes: echo },
  ),
  ...needed(
    {
      results: {
        type: 'array',
        contains: { type: 'object', properties: { status: { const: 'sent' } } },
      },
    },
    { sentAt: timestamp },
  ),
};

/** Body of `get_wallet_balance`. Without a currency it requests all balances (§4.2). */
export const getWalletBalanceBody = object(
  'Wallet balance wanted',
  {},
  { currency: { ...string, enum: automationCurrencies } },
);

/** Describes the `data` of `get_wallet_balance` for one currency. The spec does not show the response for all currencies (§4.2). */
export const getWalletBalanceData = object('Wallet balance', {
  businessId: identifier,
  balance: number,
  currency: string,
  lastUpdated: timestamp,
});

/** Body of `get_wallet_transactions` (§4.2, §8). */
export const getWalletTransactionsBody = object(
  'Wallet transactions wanted',
  {},
  {
    limit: { ...integer, minimum: 1, maximum: 100, default: 50 },
    fromDate: { ...string, format: 'date', description: 'First day, `YYYY-MM-DD`.' },
    toDate: { ...string, format: 'date', description: 'Last day, `YYYY-MM-DD`.' },
  },
);

/** Describes the `data` of `get_wallet_transactions` (§4.2). */
export const getWalletTransactionsData = object('Wallet transactions', {
  businessId: identifier,
  transactions: {
    type: 'array',
    items: object(
      'Automation wallet transaction',
      {
        transactionId: identifier,
        type: { ...string, description: '`debit`, for example.' },
        amount: number,
        currency: string,
        balance: number,
        processedAt: timestamp,
      },
      { description: { ...nullable(string), description: 'Not every entry needs one.' } },
    ),
  },
  totalCount: integer,
  retrievedAt: timestamp,
});

/** Event types that the spec names (§6). There may be others. */
export const seenEvents: readonly string[] = [
  'voucher.sent',
  'voucher.redeemed',
  'payment.failed',
  'wallet.funded',
];

/** State of the automation integration (§2.9), without an envelope. */
export const integrationStatus = {
  ...object(
    'Integration status',
    { success: boolean, configured: boolean, businessId: identifier },
    {
      webhookUrl: nullable({
        ...string,
        format: 'uri',
        description: 'Receiver of events. Present only if the integration is configured.',
      }),
      events: nullable({ ...strings, description: 'Event types the webhook is subscribed to.' }),
      isActive: nullable(boolean),
      createdAt: nullable(timestamp),
      message: nullable({
        ...string,
        description: 'Further information, e.g. that nothing is configured.',
      }),
    },
  ),
  if: { properties: { configured: { const: false } }, required: ['configured'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { webhookUrl: { type: 'null' } } },
} as const;

/** Tools that have details (§4.3). */
export const toolNames = [
  'find_gifts_by_country',
  'find_gifts_by_category',
  'find_gifts_in_price_range',
  'find_gifts_by_merchant',
  'get_gift_details',
  'list_gift_categories',
  'find_gifts_for_runner',
  'find_gifts_for_foodie',
  'find_gifts_for_tech_enthusiast',
  'find_gifts_for_traveler',
  'find_gifts_for_artist',
  'find_gifts_for_parent',
  'find_gifts_for_professional',
  'find_gifts_for_wellness_seeker',
  'find_gifts_for_student',
  'find_gifts_for_retiree',
  'find_gifts_for_teenager',
  'find_gifts_for_pet_lover',
] as const;

/** Details of a gift-finding tool (§2.10). */
export const toolDetails = object('Tool details', {
  success: boolean,
  tool: object('Tool', {
    name: string,
    description: string,
    category: { ...string, description: '`persona`, for example.' },
    parameters: { type: 'object', description: 'Inputs of the tool. Its content is not shown.' },
  }),
});
