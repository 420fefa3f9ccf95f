import type { Patch, Reply } from '../types.ts';
import {
  allowedBy,
  allowedInProbesBy,
  type Body,
  complete,
  onData,
  isBusiness,
  onObjectsWith,
  onObject,
  reject,
  response,
  onRules,
  type Variant,
  at,
  onReply,
} from '../patches.ts';

/** Names that the spec does not show (§4.1 rules 5, 6 and 8), and settings that leave them out. */
export const unshownNames: readonly Variant[] = [
  ...allowedBy('§4.1 rules 5, 6 and 8: these names are not shown', {
    'other-parameter-names': onRules(all => {
      all.names = {
        searchPage: 'currentPage',
        searchLimit: 'pageSize',
        searchMinPrice: 'price[gte]',
        searchMaxPrice: 'price[lte]',
        ledgerCurrency: 'walletCurrency',
        bulkPath: '/bulk-orders',
      };
    }),
  }),
  ...allowedBy('§4.1: the response to a currency outside the list', {
    'foreign-currency-finds-nothing': onRules(
      ({ ledger }) => void (ledger.currencies.includes = () => true),
    ),
  }),
];

/** Payloads that the spec does not show (§4.1 rule 9). */
export const unshownPayloads: readonly Variant[] = [
  ...allowedBy('§4.1 rule 9: these payloads are not shown', {
    'unshown-payloads-of-another-shape': [
      response((reply, { route }) => {
        if (reply.status >= 300) return;
        if (route === at.session)
          reply.body = { ok: true, key: { scopes: ['orders'], expires: null } };
        if (route === at.walletBalance) reply.body = { GBP: '12.00', USD: null };
        if (route === at.registerWebhook) {
          Object.assign(reply, { status: 200, body: { webhook: reply.body } });
        }
      }),
      onObject(at.order, (body, _request, _world, reply) => {
        reply.body = { order: { ...body } };
      }),
    ],
  }),
  ...allowedBy('§5.5: the values of status, message and missingFields are not shown', {
    'key-states-of-other-words': onData(({ accounts: { incomplete, pending } }) => {
      incomplete.profile = { status: 'incomplete', missingFields: [] };
      pending.profile = { status: 'pending', message: '' };
    }),
  }),
];

const routes: readonly string[] = [at.registerWebhook, at.changeWebhook, at.removeWebhook];

/** Responds after the key check and the limiter, and before everything else. */
const instead = (of: readonly string[], status: number, body: Body): Patch =>
  response((reply, { route, account }) => {
    if (account && reply.status !== 429 && of.includes(route)) reject(reply, status, { ...body });
  });

/** Webhooks that a plan does not include, and the order of checks (§6). */
export const webhooks: readonly Variant[] = [
  ...allowedInProbesBy('§6: what a registration needs is not shown', {
    'webhooks-empty-registration-fails': onReply(at.registerWebhook, (reply, { body }) => {
      if (Object.keys(body ?? {}).length > 0 || reply.status !== 400) return;
      const failed = { error: 'Failed to register webhook', message: 'url is undefined' };
      Object.assign(reply, { status: 500, body: failed });
    }),
    'webhooks-not-in-the-plan-403': instead(routes, 403, {
      error: 'Webhooks are not part of your plan',
    }),
    'webhook-registered-already': response((reply, { route }) => {
      if (route === at.registerWebhook && reply.status < 300)
        reject(reply, 409, { error: 'This address is registered' });
    }),
  }),
  ...allowedBy('§4.1 rule 9: what the webhook routes accept and return is not shown', {
    'webhooks-shown-without-address': response((reply, { route }) => {
      if (routes.includes(route) && reply.status < 300)
        reply.body = { id: (reply.body as { _id?: string })._id, message: 'Done' };
    }),
    'webhook-changes-validated-first': instead([at.changeWebhook], 400, {
      error: 'Invalid webhook change',
    }),
  }),
];

/** Changes every error of a business route, the 429 included. */
const onErrors = (change: (reply: Reply) => void): Patch =>
  response((reply, { route }) => {
    if (reply.status >= 400 && isBusiness(route)) change(reply);
  });

/** Error texts that the spec does not show, and optional fields (§7). */
export const errors: readonly Variant[] = [
  ...allowedInProbesBy('§7: optional fields', {
    'errors-with-details-object': onErrors(({ body }) =>
      complete(body, { message: 'Пожалуйста, 再試行', details: { traceId: 'a1', fields: [] } }),
    ),
  }),
  ...allowedInProbesBy('§4: a problem document is JSON; §7: other fields', {
    'errors-as-problem-documents': onErrors(({ body, headers }) => {
      complete(body, { type: 'about:blank', title: 'Refused', detail: 'See our documentation' });
      headers['content-type'] = 'application/problem+json';
    }),
  }),
  ...allowedInProbesBy('§7: the complete catalog of error strings is not shown', {
    'error-texts-of-other-words': onRules(({ errors: all, limiters }) => {
      all.webhookFailed.error = 'Webhook could not be registered';
      all.badQuery.error = 'page: too small';
      all.badBody = { status: 422, error: '' };
      all.badEvents.error = 'Unknown events';
      all.noFunds = { status: 402, error: 'Top up first' };
      all.routeNotFound.error = 'Cannot find that';
      limiters.catalog.message = 'Slow down 🐢';
    }),
  }),
];

/** Values other than the values shown, in open sets (§2.2, §3, §4.2, §6). */
export const openValues: readonly Variant[] = [
  ...allowedBy('§3: allowed order statuses are not shown', {
    'order-statuses-of-other-words': onData(({ orders }) => {
      orders.forEach((order, index) => {
        order.status = ['PENDING_ACTIVATION', 'Partially redeemed', 'active'][index % 3]!;
        order.isPaid = index % 6 !== 0;
        order.usageLimit = index % 4;
        order.transactionId = `TX/${index}`;
      });
    }),
  }),
  ...allowedInProbesBy('§6: the complete list of event types is not shown', {
    'event-types-of-other-words': [
      onData(({ accounts }) => {
        for (const { automation } of Object.values(accounts))
          automation?.events.push('order.created', 'WALLET_LOW', '*');
      }),
      onRules(({ webhooks }) => void webhooks.validEvents.push('order.created', 'voucher.expired')),
    ],
  }),
  ...allowedBy('§3: voucher statuses beyond `sent` are not shown', {
    'voucher-statuses-of-other-words': onObjectsWith('sentAt', object => {
      if (object['status'] === 'sent') object['status'] = 'scheduled';
    }),
  }),
  ...allowedBy('§4.2: `debit` is an example', {
    'automation-types-of-other-words': onObjectsWith('processedAt', object => {
      object['type'] = object['type'] === 'debit' ? 'VOUCHER_PURCHASE' : 'top-up';
      object['description'] = 'Gift voucher';
    }),
  }),
];
