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
  onError,
  onRequest,
  onRules,
  queryValue,
} from '../patches.ts';

const sentKey = (request: Incoming): string => String(request.headers['x-api-key'] ?? '');

/** Returns the state of the key in a request. */
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

/** Returns true if one key contains the other, or if they differ in one place. */
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

/** Treats matching requests as if they carried the key of a role. */
export const admitAs = (
  role: KeyRole,
  routes: RouteName | readonly RouteName[],
  when: (request: Incoming, world: World) => boolean,
): Patch =>
  onRequest(routes, (request, world) => {
    if (when(request, world)) request.headers['x-api-key'] = world.keys[role].value;
  });

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

const isEmpty = ({ headers }: Incoming): boolean => headers['x-api-key'] === '';

const byCase = ({ headers, headerNames }: Incoming): void => {
  if (!headerNames.includes('X-API-Key')) delete headers['x-api-key'];
};

type Routes = RouteName | readonly RouteName[];

/** Ways to compare only a part of the key. */
const comparisons: Readonly<Record<string, (sent: string, value: string) => boolean>> = {
  'by-any-start': (sent, value) => sent.length > 3 && value.startsWith(sent),
  'without-its-last-character': (sent, value) => sent.slice(0, -1) === value.slice(0, -1),
  'by-its-ends': (sent, value) =>
    sent.slice(0, 12) === value.slice(0, 12) && sent.slice(-12) === value.slice(-12),
  'in-any-case': (sent, value) => sent.toLowerCase() === value.toLowerCase(),
};

/** §5.1, §5.2: keys on business routes. */
export const authFaults: readonly Fault[] = [
  ...breaking('auth.missing-key', {
    'auth-missing-key-text-full-stop': onRejected('missing', businessRoutes, body => ({
      ...body,
      error: `${body.error}.`,
    })),
    'auth-missing-key-sent-to-a-login-unless-json-is-asked-for': instead(
      businessRoutes,
      (request, world) =>
        keyState(request, world) === 'missing' && request.headers.accept !== 'application/json',
      302,
      undefined,
      { location: '/login' },
    ),
    'auth-skipped-on-order-request': admitAs('business', at.orderRequest, ofState('missing')),
  }),
  ...breaking('auth.empty-key', {
    'auth-empty-key-taken-on-orders': admitAs('business', at.orders, isEmpty),
    'auth-empty-key-taken-on-balance': admitAs('automation', at.balance, isEmpty),
  }),
  ...breaking('auth.key-elsewhere', {
    'auth-key-taken-from-another-header': onRequest(businessRoutes, ({ headers }) => {
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined) headers['x-api-key'] ??= bearer;
    }),
    'auth-key-taken-from-the-query': onRequest(businessRoutes, request => {
      const value = queryValue(request, 'api_key');
      if (value !== undefined) request.headers['x-api-key'] ??= value;
    }),
  }),
  ...breaking('auth.header-name', {
    'auth-header-name-compared-by-case-on-business-routes': onRequest(businessRoutes, byCase),
  }),
  ...breaking('auth.unknown-key', {
    'auth-unknown-key-admitted-on-order-request': admitAs(
      'business',
      at.orderRequest,
      ofState('unknown'),
    ),
  }),
  ...breaking('auth.altered-key', {
    ...Object.fromEntries(
      Object.entries(comparisons).map(([how, matches]) => [
        `auth-key-compared-${how}`,
        onRules(({ auth }) => {
          auth.matches = (sent, { value }) => sent === value || matches(sent, value);
        }),
      ]),
    ),
  }),
  ...breaking('auth.revoked-key', {
    'auth-revoked-key-admitted-on-orders': admitAs('business', at.orders, ofKey('revoked')),
    'auth-revoked-key-admitted-on-create-order': admitAs(
      'business',
      at.createOrder,
      ofKey('revoked'),
    ),
  }),
  ...breaking('auth.reason', {
    'auth-reason-a-code': onRejected('revoked', businessRoutes, body => void (body.reason = 1004)),
  }),
];
