import { emptyRegistrationFails } from '../variants/unshown.ts';
import type { KeyRole } from '../data/records.ts';
import type { RouteName } from '../routes/index.ts';
import type { Incoming, Patch, Reply } from '../types.ts';
import type { World } from '../world.ts';
import {
  at,
  breaking,
  businessRoutes,
  type Fault,
  instead,
  type Json,
  kebab,
  onError,
  onRequest,
  onRules,
  queryValue,
  together,
  failure,
} from '../patches.ts';

const sentKey = (request: Incoming): string => String(request.headers['x-api-key'] ?? '');

/** The state of the key that the request carries. */
export function keyState(
  request: Incoming,
  world: World,
): 'missing' | 'unknown' | 'altered' | 'known' {
  const value = sentKey(request);
  const keys = Object.values(world.keys);
  if (value === '') return 'missing';
  if (keys.some(key => key.value === value)) return 'known';
  return keys.some(key => isClose(value, key.value)) ? 'altered' : 'unknown';
}

/** One holds all of the other, or they differ in one place. */
const isClose = (sent: string, key: string): boolean =>
  sent.includes(key) || key.includes(sent) || differences(sent, key) === 1;

const differences = (a: string, b: string): number =>
  a.length === b.length ? [...a].filter((character, at) => character !== b[at]).length : Infinity;

/** Returns true if the request carries the key of this role. */
export const hasKey = (role: KeyRole, request: Incoming, world: World): boolean =>
  sentKey(request) === world.keys[role].value;

/** Matches requests with the key of this role. */
export const ofKey =
  (role: KeyRole) =>
  (request: Incoming, world: World): boolean =>
    hasKey(role, request, world);

/** Matches requests whose key is in this state. */
export const ofState =
  (state: ReturnType<typeof keyState>) =>
  (request: Incoming, world: World): boolean =>
    keyState(request, world) === state;

/** Treats matching requests as if they carried the key of that role. */
export const admitAs = (
  role: KeyRole,
  routes: RouteName | readonly RouteName[],
  when: (request: Incoming, world: World) => boolean,
): Patch =>
  onRequest(routes, (request, world) => {
    if (when(request, world)) request.headers['x-api-key'] = world.keys[role].value;
  });

/** Takes what was sent for the key that it resembles. */
const takenFor = (resembles: (sent: string, key: string) => boolean): Patch =>
  onRequest(businessRoutes, (request, world) => {
    const known = Object.values(world.keys).find(({ value }) => resembles(sentKey(request), value));
    if (known) request.headers['x-api-key'] = known.value;
  });

const skipped = [
  'browse',
  'search',
  'filters',
  'orders',
  'order',
  'orderRequest',
  'wallet',
  'walletBalance',
  'ledger',
  'session',
  'createOrder',
  'removeWebhook',
] as const;

type State = 'missing' | 'unknown' | 'altered' | 'revoked';

/** Changes the 401 for a key that is missing or fails validation. */
const onRejected = (
  state: State,
  routes: Routes,
  change: (body: Json, reply: Reply) => unknown,
): Patch =>
  onError(routes, 401, (body, reply, request, world) => {
    const revoked = hasKey('revoked', request, world);
    const actual = revoked ? 'revoked' : keyState(request, world);
    return actual === state ? change(body, reply) : undefined;
  });

const admitted = (id: string, state: State, routes: Routes): Fault => ({
  id,
  breaks: `auth.${state}-key`,
  patch: admitAs('business', routes, state === 'revoked' ? ofKey(state) : ofState(state)),
});

const reason = (id: string, state: State, value: unknown, routes: Routes): Fault => ({
  id,
  breaks: 'auth.reason',
  patch: onRejected(state, routes, body => void (body.reason = value)),
});

const isEmpty = ({ headers }: Incoming): boolean => headers['x-api-key'] === '';

type Routes = RouteName | readonly RouteName[];
/** Less than the whole key is compared. */
const comparisons: Readonly<Record<string, (sent: string, value: string) => boolean>> = {
  'by-any-start': (sent, value) => sent.length > 3 && value.startsWith(sent),
  'by-any-part': (sent, value) => sent.length > 3 && value.includes(sent),
  'by-a-search-in-what-was-sent': (sent, value) => sent.includes(value),
  'without-its-first-character': (sent, value) => sent.slice(1) === value.slice(1),
  'without-its-last-character': (sent, value) => sent.slice(0, -1) === value.slice(0, -1),
  'by-its-ends': (sent, value) =>
    sent.slice(0, 12) === value.slice(0, 12) && sent.slice(-12) === value.slice(-12),
  'by-its-first-32-characters': (sent, value) => sent.slice(0, 32) === value.slice(0, 32),
  'by-its-last-16-characters': (sent, value) => sent.slice(-16) === value.slice(-16),
  'in-any-case': (sent, value) => sent.toLowerCase() === value.toLowerCase(),
};

/** §5.2: a header without a value. */
export const authFaults: readonly Fault[] = [
  ...breaking('auth.missing-key', {
    'auth-missing-key-text-full-stop': onError(
      businessRoutes,
      401,
      (body, _reply, request, world) =>
        ofState('missing')(request, world) ? { ...body, error: `${body.error}.` } : undefined,
    ),
    'auth-missing-key-sent-to-a-login-unless-json-is-asked-for': instead(
      businessRoutes,
      (request, world) =>
        keyState(request, world) === 'missing' && request.headers.accept !== 'application/json',
      302,
      undefined,
      { location: '/login' },
    ),
  }),
  ...breaking('auth.empty-key', {
    'auth-empty-key-500': instead(businessRoutes, isEmpty, 500, failure),
    'auth-empty-key-400-on-orders': instead(at.orders, isEmpty, 400, { error: 'Missing API key' }),
    'auth-empty-key-403-on-orders': instead(at.orders, isEmpty, 403, { error: 'Invalid API key' }),
    'auth-empty-key-text-of-its-own': instead(businessRoutes, isEmpty, 401, {
      error: 'Empty API key',
    }),
    'auth-empty-key-taken-on-orders': admitAs('business', at.orders, isEmpty),
    'auth-empty-key-taken-on-balance': admitAs('automation', at.balance, isEmpty),
  }),

  // §5.1, §5.2 item 1: no key on business routes.
  ...skipped.map(name => admitted(`auth-skipped-on-${kebab(name)}`, 'missing', at[name])),

  ...breaking('auth.key-elsewhere', {
    'auth-key-taken-from-another-header': onRequest(businessRoutes, ({ headers }) => {
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined) headers['x-api-key'] ??= bearer;
    }),
  }),

  ...['apiKey', 'api_key', 'X-API-Key'].map((name): Fault => ({
    id: `auth-key-taken-from-the-query-as-${name.toLowerCase().replace('_', '-')}`,
    breaks: 'auth.key-elsewhere',
    patch: onRequest(businessRoutes, request => {
      const value = queryValue(request, name);
      if (value !== undefined) request.headers['x-api-key'] ??= value;
    }),
  })),
  ...[businessRoutes, at.status].map((routes): Fault => ({
    id: `auth-header-name-compared-by-case-on-${routes === at.status ? 'status' : 'business-routes'}`,
    breaks: 'auth.header-name',
    patch: onRequest(routes, ({ headers, headerNames }) => {
      if (!headerNames.includes('X-API-Key')) delete headers['x-api-key'];
    }),
  })),

  // §5.2 item 2: unknown, altered and revoked keys on business routes.
  admitted('auth-unknown-key-admitted-on-orders', 'unknown', at.orders),
  admitted('auth-unknown-key-admitted-on-search', 'unknown', at.search),
  admitted('auth-unknown-key-admitted-on-wallet', 'unknown', at.wallet),
  admitted('auth-unknown-key-admitted-on-order-request', 'unknown', at.orderRequest),

  ...breaking('auth.altered-key', {
    'auth-key-compared-by-its-start': takenFor((sent, key) => sent.startsWith(key)),
    'auth-key-compared-by-its-end': takenFor((sent, key) => sent.endsWith(key)),
  }),
  ...Object.entries(comparisons).map(([how, matches]): Fault => ({
    id: `auth-key-compared-${how}`,
    breaks: 'auth.altered-key',
    patch: onRules(({ auth }) => {
      auth.matches = (sent, { value }) => sent === value || matches(sent, value);
    }),
  })),
  admitted('auth-altered-key-admitted-on-ledger', 'altered', at.ledger),
  admitted('auth-altered-key-admitted-on-filters', 'altered', at.filters),

  admitted('auth-revoked-key-admitted-on-orders', 'revoked', at.orders),
  admitted('auth-revoked-key-admitted-on-order-request', 'revoked', at.orderRequest),
  admitted('auth-revoked-key-admitted-on-create-order', 'revoked', at.createOrder),
  admitted('auth-revoked-key-admitted-on-change-webhook', 'revoked', at.changeWebhook),
  admitted('auth-revoked-key-admitted-on-remove-webhook', 'revoked', at.removeWebhook),
  admitted('auth-revoked-key-admitted-on-order', 'revoked', at.order),
  admitted('auth-revoked-key-admitted-on-create-bulk', 'revoked', at.createBulk),
  ...(['missing', 'revoked'] as const).map((state): Fault => {
    const { id, breaks, patch } = admitted(
      `auth-${state}-key-admitted-to-a-registration-that-fails`,
      state,
      at.registerWebhook,
    );
    return { id, breaks, patch: together(patch, emptyRegistrationFails) };
  }),
  admitted('auth-revoked-key-admitted-everywhere', 'revoked', businessRoutes),

  reason('auth-reason-a-code', 'revoked', 1004, businessRoutes),
  reason('auth-reason-an-object', 'revoked', { code: 'REVOKED' }, businessRoutes),
  reason('auth-reason-a-list-on-wallet', 'revoked', ['revoked'], at.wallet),
  reason('auth-reason-a-boolean-for-unknown-keys', 'unknown', true, businessRoutes),
];
