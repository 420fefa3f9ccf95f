/** Error bodies of the business routes (§7). No other file has their exact texts. */
import { field, type Exchange } from '../records/exchange.ts';
import { type Fields, nullable, object, present, type Schema, string, strings } from '../schema.ts';

/** Row of the error table. `error` is the fixed text, and absent if the text is not fixed. */
export interface ErrorRow {
  readonly status: number;
  readonly error?: string;
  readonly schema: Schema;
}

/** True if a response is this row of the error table: its status with its text. */
export const isRow = (exchange: Exchange, { status, error }: ErrorRow): boolean =>
  exchange.response.status === status && error !== undefined && field(exchange, 'error') === error;

const absent = { not: {} } as const;

/** Fields of a wrapper that a business route never has. */
const noWrapper = { success: absent, action: absent, code: absent, timestamp: absent };

/** Body without the fields of a wrapper (§7). */
export const unwrapped = object('Body without a wrapper', {}, noWrapper);

/** Fields that any error may have. They have no type unless a row gives one. */
const free = { message: {}, reason: {}, validEvents: {}, details: {} };

function body(title: string, required: Fields, optional: Fields = {}): Schema {
  return object(title, required, { ...free, ...optional, ...noWrapper, ...required });
}

/** Shape of every error of a business route. */
export const businessError = body('Business error', { error: string });

function constant(
  title: string,
  status: number,
  error: string,
  required: Fields = {},
  optional: Fields = {},
) {
  const fields = { error: { ...string, const: error }, ...required };
  return { status, error, schema: body(title, fields, optional) };
}

/** Rows of the error table, by name. */
export const errors = {
  invalidOrderRequestId: constant(
    'Invalid order request id',
    400,
    'Invalid order request ID format',
  ),
  missingKey: constant('Missing key', 401, 'Missing API key'),
  invalidKey: constant('Invalid key', 401, 'Invalid API key', {}, { reason: nullable(string) }),
  ipNotAllowed: constant('Address not allowed', 403, 'IP not whitelisted', {
    ip: string,
    whitelistedIps: strings,
  }),
  incompleteProfile: constant('Incomplete profile', 403, 'Incomplete business profile', {
    status: present,
    missingFields: strings,
  }),
  verificationPending: constant('Verification pending', 403, 'Business verification pending', {
    status: present,
    message: present,
  }),
  foreignWebhook: constant(
    'Webhook of another account',
    403,
    'You are forbidden from accessing this resource',
  ),
  unknownProduct: constant('Unknown product', 404, 'Product not found'),
  unknownOrder: constant('Unknown order', 404, 'Order not found', {
    message: { ...string, const: 'Order not found or access denied' },
  }),
  unknownOrderRequest: constant(
    'Unknown order request',
    404,
    'Order request not found or access denied',
  ),
  unknownWebhook: constant('Unknown webhook', 404, 'Webhook not found'),
  noWallet: constant('No wallet', 404, 'Wallet not found'),
  rateLimited: { status: 429, schema: body('Rate limited', { error: string }) },
  unexpected: { status: 500, schema: body('Unexpected failure', { error: string }) },
  /** §6 requires a message. The spec shows only an example of its text. */
  webhookNotRegistered: {
    status: 500,
    schema: body('Webhook not registered', { error: string, message: present }),
  },
} satisfies Record<string, ErrorRow>;

/** Statuses that reject a webhook because of the account: no plan, too many webhooks, or the webhook exists already. */
export const ofAccount: readonly number[] = [402, 403, 404, 409];
