/** Samples of the error bodies (§7); status and text of each row are typed from the spec. */
import { businessError, errors } from '../errors.ts';
import { type Body, type Sample } from './automation.ts';

type Name = keyof typeof errors;

/** Status, text (undefined: it is not fixed), and other fields that a body must have. */
export const errorRows: Readonly<Record<Name, readonly [number, string | undefined, Body?]>> = {
  invalidOrderRequestId: [400, 'Invalid order request ID format'],
  missingKey: [401, 'Missing API key'],
  invalidKey: [401, 'Invalid API key'],
  ipNotAllowed: [
    403,
    'IP not whitelisted',
    { ip: '192.0.2.1', whitelistedIps: ['198.51.100.0/24'] },
  ],
  incompleteProfile: [
    403,
    'Incomplete business profile',
    { status: 'incomplete', missingFields: ['address'] },
  ],
  verificationPending: [
    403,
    'Business verification pending',
    { status: 'pending', message: 'Soon.' },
  ],
  foreignWebhook: [403, 'You are forbidden from accessing this resource'],
  unknownProduct: [404, 'Product not found'],
  unknownOrder: [404, 'Order not found', { message: 'Order not found or access denied' }],
  unknownOrderRequest: [404, 'Order request not found or access denied'],
  unknownWebhook: [404, 'Webhook not found'],
  noWallet: [404, 'Wallet not found'],
  rateLimited: [429, undefined],
  unexpected: [500, undefined],
  webhookNotRegistered: [500, undefined, { message: 'm' }],
};

const sampleOf = (schema: Sample['schema'], error = 'Any text', more: Body = {}): Sample => ({
  schema,
  body: { error, ...more },
  required: ['error', ...Object.keys(more)].join(' '),
});

export const errorSamples = {
  businessError: sampleOf(businessError),
  ...Object.fromEntries(
    (Object.keys(errors) as Name[]).map(name => {
      const [, error, more] = errorRows[name];
      return [name, sampleOf(errors[name].schema, error, more)];
    }),
  ),
} as Readonly<Record<Name | 'businessError', Sample>>;
