import type { RouteName } from '../routes/index.ts';
import type { Patch, Reply } from '../types.ts';
import { voucher } from './vouchers-bulk.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onReply,
  onRequest,
  onSuccess,
  later,
} from '../patches.ts';

const actions = [at.sendVoucher, at.sendBulk, at.transactions, at.balance];
const isObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Accepts a body that is not a JSON object, and reads it with `read`. */
const lenient = (route: (typeof actions)[number], read: (body: Json) => unknown): Patch =>
  onRequest(route, request => {
    if (request.rawBody === undefined) return;
    if (request.bodyError === undefined && isObject(request.body)) return;
    const body = read(request.body);
    if (!isObject(body)) return;
    delete request.bodyError;
    request.body = body;
  });

/** Names one business in all responses. */
const naming = (name: 'main' | 'other', ...routes: RouteName[]): Patch =>
  editSuccess(routes, (body, _request, { accounts }) => {
    const data = body.data ?? body;
    if (data.businessId !== undefined) data.businessId = accounts[name].id;
  });

/** Changes the status of a business with an integration, or without one. */
const onStatus = (configured: boolean, change: (body: Json, reply: Reply) => unknown): Patch =>
  onReply(at.status, reply => {
    const { body }: Json = reply;
    if (reply.status === 200 && body.configured === configured) change(body, reply);
  });

/** §4.2: rules for all actions. */
export const automationFaults: readonly Fault[] = [
  ...breaking('automation.envelope', {
    'automation-bulk-action-of-single': editSuccess(
      at.sendBulk,
      body => (body.action = 'send_voucher'),
    ),
    'automation-balance-without-envelope': onSuccess(at.balance, ({ data }) => data),
  }),
  ...breaking('automation.json-body', {
    'automation-balance-takes-broken-json': lenient(at.balance, () => ({})),
    'automation-bulk-takes-the-bare-list': lenient(at.sendBulk, body =>
      Array.isArray(body) ? { vouchers: body.length > 0 ? body : [voucher] } : undefined,
    ),
  }),
  ...breaking('automation.charset', {
    'automation-charset-refused': onReply(actions, (reply, { headers }) => {
      if (/charset/i.test(String(headers['content-type'])))
        Object.assign(reply, { status: 415, body: { success: false, error: 'Not JSON' } });
    }),
  }),
  ...breaking('automation.retrieved-at', {
    'automation-retrieved-four-minutes-early': editSuccess(at.transactions, ({ data }) => {
      data.retrievedAt = later(data.retrievedAt, -240_000);
    }),
  }),
  ...breaking('automation.sent-at', {
    'automation-last-of-a-bulk-sent-an-hour-ago': editSuccess(at.sendBulk, ({ data }) => {
      const last = data.results.at(-1);
      last.sentAt = later(last.sentAt, -3_600_000);
    }),
  }),
  ...breaking('automation.business', {
    'automation-status-names-another-business': naming('other', at.status),
    'automation-sent-vouchers-name-another-business': editSuccess(
      at.sendVoucher,
      ({ data }, _request, { accounts }) => (data.businessId = accounts.other.id),
    ),
    'automation-all-balances-name-another-business': editSuccess(
      at.balance,
      ({ data }, _request, { accounts }) => {
        if (data.balances) data.businessId = accounts.other.id;
      },
    ),
  }),
  ...breaking('automation.other-business', {
    'automation-transactions-name-one-business-to-all-keys': naming('main', at.transactions),
  }),
  ...breaking('automation.two-businesses', {
    'automation-business-always-that-of-one-account': naming(
      'main',
      at.status,
      at.transactions,
      at.balance,
    ),
  }),

  // §2.9, §4.2 GET /status
  ...breaking('status.fields', {
    'status-webhook-url-a-path': onStatus(true, body => (body.webhookUrl = 'hooks and vouchers')),
  }),
  ...breaking('status.no-wrapper', {
    'status-with-action': onStatus(true, body => (body.action = 'status')),
  }),
  ...breaking('status.unconfigured', {
    'status-unconfigured-with-webhook-url': onStatus(false, body => {
      body.webhookUrl = 'https://automation.example.com/gift-vouchers';
    }),
    'status-unconfigured-404': onStatus(false, (_body, reply) =>
      Object.assign(reply, { status: 404, body: { success: false, error: 'Not configured' } }),
    ),
  }),
];
