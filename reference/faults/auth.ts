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

/** Treats matching requests as if they carried the key of that role. */
export const admitAs = (
  role: KeyRole,
  routes: RouteName | readonly RouteName[],
  when: (request: Incoming, world: World) => boolean,
): Patch =>
  onRequest(routes, (request, world) => {
    if (when(request, world)) request.headers['x-api-key'] = world.keys[role].value;
  });

/** The key that the sent value starts with. */
const knownStart = (request: Incoming, world: World): string | undefined =>
  Object.values(world.keys).find(key => sentKey(request).startsWith(key.value))?.value;

/** The key that the sent value ends with. */
const knownEnd = (request: Incoming, world: World): string | undefined =>
  Object.values(world.keys).find(key => sentKey(request).endsWith(key.value))?.value;

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

const text = (id: string, state: State, error: string, routes: Routes): Fault => ({
  id,
  breaks: `auth.${state}-key`,
  patch: onRejected(state, routes, body => void (body.error = error)),
});

const status = (id: string, state: State, code: number, routes: Routes): Fault => ({
  id,
  breaks: `auth.${state}-key`,
  patch: onRejected(state, routes, (_, reply) => void (reply.status = code)),
});

const admitted = (id: string, state: State, routes: Routes): Fault => ({
  id,
  breaks: `auth.${state}-key`,
  patch: admitAs('business', routes, (request, world) =>
    state === 'revoked' ? hasKey('revoked', request, world) : keyState(request, world) === state,
  ),
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
  ...breaking('auth.empty-key', {
    'auth-empty-key-500': instead(businessRoutes, isEmpty, 500, { error: 'An error occurred' }),
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
  status('auth-missing-key-403', 'missing', 403, businessRoutes),
  status('auth-missing-key-400-on-wallet', 'missing', 400, at.wallet),
  status('auth-missing-key-404-on-order-request', 'missing', 404, at.orderRequest),
  status('auth-missing-key-500-on-ledger', 'missing', 500, at.ledger),
  status('auth-missing-key-200-on-filters', 'missing', 200, at.filters),
  text('auth-missing-key-text-full-stop', 'missing', 'Missing API key.', businessRoutes),
  text('auth-missing-key-text-capitals-on-orders', 'missing', 'Missing API Key', at.orders),
  text('auth-missing-key-text-small-on-search', 'missing', 'missing API key', at.search),
  text('auth-missing-key-text-trailing-blank-on-browse', 'missing', 'Missing API key ', at.browse),
  text('auth-missing-key-reported-as-invalid', 'missing', 'Invalid API key', businessRoutes),
  text('auth-missing-key-names-the-header', 'missing', 'Missing X-API-Key header', at.wallet),
  ...breaking('auth.missing-key', {
    'auth-missing-key-text-in-message': onRejected('missing', at.filters, ({ error }) => ({
      message: error,
    })),
  }),

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
  status('auth-unknown-key-403', 'unknown', 403, businessRoutes),
  status('auth-unknown-key-404-on-browse', 'unknown', 404, at.browse),
  status('auth-unknown-key-500-on-ledger', 'unknown', 500, at.ledger),
  text('auth-unknown-key-reported-as-missing', 'unknown', 'Missing API key', businessRoutes),
  text('auth-unknown-key-text-capitals-on-filters', 'unknown', 'Invalid API Key', at.filters),
  text('auth-unknown-key-text-full-stop-on-wallet', 'unknown', 'Invalid API key.', at.wallet),
  text('auth-unknown-key-text-trailing-blank', 'unknown', 'Invalid API key ', at.orders),
  text('auth-unknown-key-unauthorized', 'unknown', 'Unauthorized', at.orderRequest),

  ...breaking('auth.altered-key', {
    'auth-key-compared-by-its-start': onRequest(businessRoutes, (request, world) => {
      const known = knownStart(request, world);
      if (known) request.headers['x-api-key'] = known;
    }),
    'auth-key-compared-by-its-end': onRequest(businessRoutes, (request, world) => {
      const known = knownEnd(request, world);
      if (known) request.headers['x-api-key'] = known;
    }),
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
  status('auth-altered-key-500', 'altered', 500, businessRoutes),
  status('auth-altered-key-400-on-wallet', 'altered', 400, at.wallet),
  text('auth-altered-key-text', 'altered', 'Malformed API key', at.browse),

  admitted('auth-revoked-key-admitted-on-orders', 'revoked', at.orders),
  admitted('auth-revoked-key-admitted-on-order-request', 'revoked', at.orderRequest),
  admitted('auth-revoked-key-admitted-on-create-order', 'revoked', at.createOrder),
  admitted('auth-revoked-key-admitted-everywhere', 'revoked', businessRoutes),
  status('auth-revoked-key-403', 'revoked', 403, businessRoutes),
  status('auth-revoked-key-410-on-wallet', 'revoked', 410, at.wallet),
  text('auth-revoked-key-reported-as-error', 'revoked', 'API key has been revoked', businessRoutes),
  text('auth-revoked-key-text-small-on-browse', 'revoked', 'Invalid api key', at.browse),
  text('auth-revoked-key-text-on-session', 'revoked', 'Invalid API key: revoked', at.session),

  reason('auth-reason-a-code', 'revoked', 1004, businessRoutes),
  reason('auth-reason-an-object', 'revoked', { code: 'REVOKED' }, businessRoutes),
  reason('auth-reason-a-list-on-wallet', 'revoked', ['revoked'], at.wallet),
  reason('auth-reason-a-boolean-for-unknown-keys', 'unknown', true, businessRoutes),
];
