/** Samples of the error bodies (§7); the texts are typed from the spec. */
import { businessError, errors } from '../errors.ts';
import { at, type Body, type Sample } from './example.ts';

const wrapped = {
  'it carries success': { success: false },
  'it carries action': { action: 'x' },
  'it carries code': { code: 1 },
  'it carries timestamp': { timestamp: at },
  'the error is no text': { error: 1 },
};
const free = {
  valid: { 'it carries more': { message: 'm', reason: 'r', validEvents: ['e'], details: {} } },
  invalid: wrapped,
};

function sample(name: keyof typeof errors, error: string, more: Body = {}): Sample {
  return {
    schema: errors[name].schema,
    body: { error, ...more },
    required: ['error', ...Object.keys(more)].join(' '),
    invalid: { ...wrapped, 'the text is another one': { error: `${error}.` } },
  };
}
const unfixed = (name: keyof typeof errors, more: Body = {}): Sample => ({
  ...sample(name, 'Any text', more),
  ...free,
});

export const errorSamples: Readonly<Record<keyof typeof errors | 'businessError', Sample>> = {
  businessError: { schema: businessError, body: { error: 'x' }, required: 'error', ...free },
  invalidOrderRequestId: sample('invalidOrderRequestId', 'Invalid order request ID format'),
  missingKey: sample('missingKey', 'Missing API key'),
  invalidKey: sample('invalidKey', 'Invalid API key'),
  ipNotAllowed: sample('ipNotAllowed', 'IP not whitelisted', {
    ip: '192.0.2.1',
    whitelistedIps: ['198.51.100.0/24'],
  }),
  incompleteProfile: sample('incompleteProfile', 'Incomplete business profile', {
    status: 'incomplete',
    missingFields: ['address'],
  }),
  verificationPending: sample('verificationPending', 'Business verification pending', {
    status: 'pending',
    message: 'Soon.',
  }),
  foreignWebhook: sample('foreignWebhook', 'You are forbidden from accessing this resource'),
  unknownProduct: sample('unknownProduct', 'Product not found'),
  unknownOrder: sample('unknownOrder', 'Order not found', {
    message: 'Order not found or access denied',
  }),
  unknownOrderRequest: sample('unknownOrderRequest', 'Order request not found or access denied'),
  unknownWebhook: sample('unknownWebhook', 'Webhook not found'),
  noWallet: sample('noWallet', 'Wallet not found'),
  rateLimited: unfixed('rateLimited'),
  unexpected: unfixed('unexpected'),
  webhookNotRegistered: unfixed('webhookNotRegistered', { message: 'm' }),
};

/** Status of each row, typed from the spec. */
export const errorStatuses: Readonly<Record<keyof typeof errors, number>> = {
  invalidOrderRequestId: 400,
  missingKey: 401,
  invalidKey: 401,
  ipNotAllowed: 403,
  incompleteProfile: 403,
  verificationPending: 403,
  foreignWebhook: 403,
  unknownProduct: 404,
  unknownOrder: 404,
  unknownOrderRequest: 404,
  unknownWebhook: 404,
  noWallet: 404,
  rateLimited: 429,
  unexpected: 500,
  webhookNotRegistered: 500,
};
