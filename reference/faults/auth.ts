import type { KeyRole } from '../data/records.ts';
import { type ErrorName, fail } from '../rules/errors.ts';
import type { RouteName } from '../routes/index.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  businessRoutes,
  type Fault,
  instead,
  onData,
  onError,
  onRequest,
  onRules,
  queryValue,
  together,
} from '../patches.ts';

type Routes = RouteName | readonly RouteName[];
type When = (request: Incoming, world: World) => boolean;

const sentKey = (request: Incoming): string => String(request.headers['x-api-key'] ?? '');
const isEmpty: When = ({ headers }) => headers['x-api-key'] === '';
const isMissing: When = request => sentKey(request) === '';
const isUnknown: When = (request, { keys }) =>
  sentKey(request) !== '' && Object.values(keys).every(({ value }) => value !== sentKey(request));

/** Matches requests with the key of this role. */
const ofKey =
  (role: KeyRole): When =>
  (request, { keys }) =>
    sentKey(request) === keys[role].value;

/** Treats matching requests as if they carried the key of a role. */
const admitAs = (role: KeyRole, routes: Routes, when: When): Patch =>
  onRequest(routes, (request, world) => {
    if (when(request, world)) request.headers['x-api-key'] = world.keys[role].value;
  });

/** Compares keys in a lenient way. */
const comparing = (matches: (sent: string, value: string) => boolean): Patch =>
  onRules(({ auth }) => {
    auth.matches = (sent, { value }) => sent === value || matches(sent, value);
  });

const goodKeyGets = (status: number, error: string, more: object = {}): Patch =>
  instead(at.session, ofKey('business'), status, { error, ...more });

/** Checks something else in a request before its key. */
const before = (route: RouteName, isBad: When, isWrong: When, error: ErrorName): Patch => ({
  routes: [route],
  request: (request, world) =>
    request.route === route && isBad(request, world) && isWrong(request, world)
      ? fail(world, error)
      : undefined,
});

const integrationRoutes = [
  at.sendVoucher,
  at.sendBulk,
  at.transactions,
  at.balance,
  at.status,
  at.tool,
];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** §5: keys, the allow list, the states of a business, and the order of checks. */
export const authFaults: readonly Fault[] = [
  ...breaking('auth.missing-key', {
    'auth-missing-key-text-full-stop': onError(businessRoutes, 401, (body, _, ...asked) =>
      isMissing(...asked) ? { ...body, error: `${body.error}.` } : undefined,
    ),
    'auth-missing-key-sent-to-a-login-unless-json-is-asked-for': instead(
      businessRoutes,
      (...asked) => isMissing(...asked) && asked[0].headers.accept !== 'application/json',
      302,
      undefined,
      { location: '/login' },
    ),
    'auth-skipped-on-order-request': admitAs('business', at.orderRequest, isMissing),
    'auth-order-before-missing-key': before(
      at.orders,
      isMissing,
      request => !['asc', 'desc', undefined].includes(queryValue(request, 'order')),
      'badQuery',
    ),
    'auth-body-before-missing-key-on-create-bulk': before(
      at.createBulk,
      isMissing,
      ({ body }) => Object.keys(body ?? {}).length === 0,
      'badBody',
    ),
    'auth-key-taken-from-another-header': onRequest(businessRoutes, ({ headers }) => {
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined) headers['x-api-key'] ??= bearer;
    }),
    'auth-key-taken-from-the-query': onRequest(businessRoutes, request => {
      const value = queryValue(request, 'api_key');
      if (value !== undefined) request.headers['x-api-key'] ??= value;
    }),
  }),
  ...breaking('auth.empty-key', {
    'auth-empty-key-taken-on-orders': admitAs('business', at.orders, isEmpty),
    'auth-empty-key-taken-on-balance': admitAs('automation', at.balance, isEmpty),
  }),
  ...breaking('auth.header-name', {
    'auth-header-name-compared-by-case-on-business-routes': onRequest(
      businessRoutes,
      ({ headers, headerNames }) => {
        if (!headerNames.includes('X-API-Key')) delete headers['x-api-key'];
      },
    ),
  }),
  ...breaking('auth.unknown-key', {
    'auth-unknown-key-admitted-on-order-request': admitAs('business', at.orderRequest, isUnknown),
    'auth-unknown-webhook-before-unknown-key': before(
      at.changeWebhook,
      isUnknown,
      ({ params }, { webhooks }) => webhooks.every(({ _id }) => _id !== params['id']),
      'webhookNotFound',
    ),
  }),
  ...breaking('auth.altered-key', {
    'auth-key-compared-by-any-start': comparing(
      (sent, value) => sent.length > 3 && value.startsWith(sent),
    ),
    'auth-key-compared-without-its-last-character': comparing(
      (sent, value) => sent.slice(0, -1) === value.slice(0, -1),
    ),
    'auth-key-compared-by-its-ends': comparing(
      (sent, value) =>
        sent.slice(0, 12) === value.slice(0, 12) && sent.slice(-12) === value.slice(-12),
    ),
    'auth-key-compared-in-any-case': comparing(
      (sent, value) => sent.toLowerCase() === value.toLowerCase(),
    ),
  }),
  ...breaking('auth.revoked-key', {
    'auth-revoked-key-admitted-on-create-order': admitAs(
      'business',
      at.createOrder,
      ofKey('revoked'),
    ),
  }),
  ...breaking('auth.reason', {
    'auth-reason-a-code': onError(businessRoutes, 401, (body, _, ...asked) => {
      if (ofKey('revoked')(...asked)) body.reason = 1004;
    }),
  }),
  ...breaking('auth.integration-missing-key', {
    'auth-integration-open-without-key-on-status': admitAs('automation', at.status, isMissing),
  }),
  ...breaking('auth.integration-unknown-key', {
    'auth-integration-any-uuid-admitted': admitAs(
      'automation',
      integrationRoutes,
      (request, world) => isUnknown(request, world) && uuid.test(sentKey(request)),
    ),
    'auth-integration-only-36-characters-compared': onRequest(integrationRoutes, request => {
      request.headers['x-api-key'] &&= sentKey(request).slice(0, 36);
    }),
  }),
  ...breaking('auth.integration-revoked-key', {
    'auth-integration-revoked-business-key-admitted-on-tool': together(
      onData(({ keys: { revoked }, random }) => void (revoked.value = `gvb_${random.hex(40)}`)),
      admitAs('automation', at.tool, ofKey('revoked')),
    ),
    'auth-integration-revoked-key-admitted-on-tool': admitAs(
      'automation',
      at.tool,
      ofKey('revoked'),
    ),
  }),
  ...breaking('auth.integration-permission', {
    'auth-integration-permission-ignored-on-status': onRules(({ auth }) =>
      auth.ignoreIntegrationOn.push(at.status),
    ),
  }),
  ...breaking('auth.business-permission', {
    'auth-integration-permission-required-on-business-routes': instead(
      businessRoutes,
      ofKey('no-integration'),
      403,
      { error: 'API key has no integration permission' },
    ),
  }),
  ...breaking('auth.integration-key-format', {
    'auth-integration-business-key-admitted-on-status': admitAs(
      'automation',
      at.status,
      ofKey('business'),
    ),
    'auth-integration-key-without-hyphens': {
      data: ({ keys: { automation } }) =>
        void (automation.value = automation.value.replaceAll('-', '')),
    },
  }),

  // §5.2, §5.3, §5.5
  ...breaking('auth.ip-allow-list', {
    'auth-address-refused-by-message': onError(businessRoutes, 403, ({ error, ...body }) =>
      'ip' in body ? { message: error, ...body } : undefined,
    ),
    'auth-allow-list-ignored-on-create-order': onRules(({ auth }) =>
      auth.ignoreIpOn.push(at.createOrder),
    ),
  }),
  ...breaking('auth.ip-named', {
    'auth-ip-out-of-range': onError(businessRoutes, 403, body => {
      if ('ip' in body) body.ip = '127.0.0.256';
    }),
  }),
  ...breaking('auth.incomplete-profile', {
    'auth-good-key-incomplete-without-fields': goodKeyGets(403, 'Incomplete business profile', {
      status: 'incomplete',
    }),
  }),
  ...breaking('auth.pending-verification', {
    'auth-good-key-pending-without-message': goodKeyGets(403, 'Business verification pending', {
      status: 'pending',
    }),
  }),
  ...breaking('auth.good-key', {
    'auth-good-key-401': goodKeyGets(401, 'Invalid API key'),
  }),
  ...breaking('auth.good-profile', {
    'auth-good-key-always-pending': goodKeyGets(403, 'Business verification pending', {
      status: 'pending',
      message: 'Please wait',
    }),
  }),
];
