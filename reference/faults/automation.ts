import type { Patch } from '../types.ts';
import type { World } from '../world.ts';
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

/** Reports another business id. */
const named = (
  routes: Parameters<typeof editSuccess>[0],
  id: (world: World, usual: string, data: Json) => string,
): Patch =>
  editSuccess(routes, (body, _request, world) => {
    const data = body.data ?? body;
    if (data.businessId !== undefined) data.businessId = id(world, data.businessId, data);
  });

const naming = (route: (typeof actions)[number], action: string): Patch =>
  editSuccess(route, body => (body.action = action));

/** Changes the status of a business with an integration. */
const configured = (change: (body: Json) => unknown): Patch =>
  editSuccess(at.status, body => (body.configured ? change(body) : undefined));
/** Changes the status of a business without one. */
const unconfigured = (change: (body: Json) => unknown): Patch =>
  editSuccess(at.status, body => (body.configured ? undefined : change(body)));

/** §4.2: rules for all actions. */
export const automationFaults: readonly Fault[] = [
  ...breaking('automation.envelope', {
    'automation-bulk-action-of-single': naming(at.sendBulk, 'send_voucher'),
    'automation-balance-without-envelope': onSuccess(at.balance, ({ data }) => data),
  }),
  ...breaking('automation.json-body', {
    'automation-balance-takes-broken-json': lenient(at.balance, () => ({})),
    'automation-voucher-takes-a-list': lenient(at.sendVoucher, body =>
      Array.isArray(body) ? (body[0] ?? voucher) : undefined,
    ),
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
  ...breaking('automation.times', {
    'automation-last-of-a-bulk-sent-an-hour-ago': editSuccess(at.sendBulk, ({ data }) => {
      const last = data.results.at(-1);
      last.sentAt = later(last.sentAt, -3_600_000);
    }),
  }),
  ...breaking('automation.business', {
    'automation-status-names-another-business': named(
      at.status,
      ({ accounts }) => accounts.other.id,
    ),
    'automation-business-always-that-of-one-account': named(
      [at.status, at.transactions, at.balance],
      ({ accounts }) => accounts.main.id,
    ),
  }),

  // §2.9, §4.2 GET /status
  ...breaking('status.fields', {
    'status-webhook-url-a-path': configured(body => (body.webhookUrl = 'hooks and vouchers')),
  }),
  ...breaking('status.no-wrapper', {
    'status-with-action': configured(body => (body.action = 'status')),
  }),
  ...breaking('status.unconfigured', {
    'status-unconfigured-with-webhook-url': unconfigured(body => {
      body.webhookUrl = 'https://automation.example.com/gift-vouchers';
    }),
    'status-unconfigured-404': onReply(at.status, reply => {
      const { configured: known } = reply.body as Json;
      if (reply.status === 200 && known === false) {
        Object.assign(reply, { status: 404, body: { success: false, error: 'Not configured' } });
      }
    }),
  }),
];
