import { fail, type ErrorName } from '../rules/errors.ts';
import type { Incoming } from '../types.ts';
import type { World } from '../world.ts';
import { hasKey, keyState, ofKey } from './auth.ts';
import {
  at,
  breaking,
  businessRoutes,
  type Fault,
  instead,
  type Json,
  kebab,
  onError,
  onRules,
  queryValue,
} from '../patches.ts';

/** Changes the 403 of the allow list. */
const blocked = (
  id: string,
  breaks: 'auth.ip-allow-list' | 'auth.ip-named',
  change: (body: Json) => void,
): Fault => ({
  id,
  breaks,
  patch: onError(businessRoutes, 403, (body, _, request, world) => {
    if (hasKey('ip-blocked', request, world)) change(body);
  }),
});

const state = {
  'auth.incomplete-profile': 'incomplete-profile',
  'auth.pending-verification': 'pending-verification',
} as const;

/** Changes the 403 of GET /auth for one state of the business. */
const onSession = (
  id: string,
  breaks: keyof typeof state,
  change: (body: Json, reply: { status: number }) => void,
): Fault => ({
  id,
  breaks,
  patch: onError(at.session, 403, (body, reply, request, world) => {
    if (hasKey(state[breaks], request, world)) change(body, reply);
  }),
});

const allow = 'auth.ip-allow-list';
const incomplete = 'auth.incomplete-profile';
const pending = 'auth.pending-verification';

interface Flaw {
  readonly on: readonly (keyof typeof at)[];
  readonly is: (request: Incoming, world: World) => boolean;
  readonly error: ErrorName;
}

const isId = (id = ''): boolean => /^[0-9a-f]{24}$/.test(id);
const idIn = ({ params }: Incoming): string | undefined => params['orderId'] ?? params['id'];
const isNumber = (value = '1'): boolean => /^[1-9]\d*$/.test(value);

const unknownAmong =
  (records: (world: World) => readonly string[]): Flaw['is'] =>
  (request, world) =>
    isId(idIn(request)) && !records(world).includes(idIn(request)!);

/** Flaws that a validator in front of the key check would find. */
const flaws: Readonly<Record<string, Flaw>> = {
  page: {
    on: ['browse', 'orders', 'ledger', 'search'],
    is: request => !['page', 'limit'].every(name => isNumber(queryValue(request, name))),
    error: 'badQuery',
  },
  price: {
    on: ['search'],
    is: request => !['minPrice', 'maxPrice'].every(name => isNumber(queryValue(request, name))),
    error: 'badQuery',
  },
  currency: {
    on: ['ledger'],
    is: (request, { rules }) =>
      !rules.ledger.currencies.includes(queryValue(request, rules.names.ledgerCurrency) ?? 'GBP'),
    error: 'badQuery',
  },
  body: {
    on: ['createOrder', 'createBulk', 'registerWebhook'],
    is: ({ body }) => Object.keys(body ?? {}).length === 0,
    error: 'badBody',
  },
  'id-format': {
    on: ['orderRequest', 'order', 'changeWebhook', 'removeWebhook'],
    is: request => !isId(idIn(request)),
    error: 'invalidOrderRequestId',
  },
  'unknown-order': {
    on: ['order'],
    is: unknownAmong(({ orders }) => orders.map(({ _id }) => _id)),
    error: 'orderNotFound',
  },
  'unknown-request': {
    on: ['orderRequest'],
    is: unknownAmong(({ orderRequests }) => orderRequests.map(each => each.orderRequestId)),
    error: 'orderRequestNotFound',
  },
  'unknown-webhook': {
    on: ['changeWebhook', 'removeWebhook'],
    is: unknownAmong(({ webhooks }) => webhooks.map(({ _id }) => _id)),
    error: 'webhookNotFound',
  },
};

const kinds = {
  missing: (state: string) => state === 'missing',
  invalid: (state: string) => state === 'unknown' || state === 'altered',
} as const;

/** §5.3, §5.5: the allow list, and the states of a business. */
export const authStatesFaults: readonly Fault[] = [
  ...Object.entries(at).map(([name, route]): Fault => ({
    id: `auth-allow-list-ignored-on-${kebab(name)}`,
    breaks: allow,
    patch: onRules(({ auth }) => auth.ignoreIpOn.push(route)),
  })),
  blocked('auth-ip-list-of-objects', allow, body => {
    body.whitelistedIps = body.whitelistedIps.map((range: string) => ({ range }));
  }),
  blocked(
    'auth-ip-list-of-names',
    'auth.ip-named',
    body => void (body.whitelistedIps = ['office', 'home']),
  ),
  blocked('auth-ip-unknown', 'auth.ip-named', body => void (body.ip = 'unknown')),
  blocked('auth-ip-a-chain', 'auth.ip-named', body => void (body.ip += ', 10.0.0.1')),
  blocked('auth-ip-out-of-range', 'auth.ip-named', body => void (body.ip = '127.0.0.256')),
  blocked('auth-ip-empty', 'auth.ip-named', body => void (body.ip = '')),
  blocked('auth-ip-itself-on-the-list', 'auth.ip-named', b => b.whitelistedIps.push(b.ip)),
  blocked('auth-ip-in-a-listed-range', 'auth.ip-named', body => {
    body.whitelistedIps.unshift('127.0.0.0/8');
  }),
  blocked('auth-ip-in-a-range-of-everything', 'auth.ip-named', body => {
    body.whitelistedIps = ['0.0.0.0/0'];
  }),

  onSession('auth-incomplete-fields-an-object', incomplete, body => {
    body.missingFields = { ...body.missingFields };
  }),
  onSession('auth-incomplete-last-field-an-object', incomplete, body => {
    body.missingFields.push({ field: body.missingFields.pop() });
  }),
  ...breaking(incomplete, {
    'auth-good-key-incomplete-without-fields': instead(at.session, ofKey('business'), 403, {
      error: 'Incomplete business profile',
      status: 'incomplete',
    }),
  }),
  ...breaking(pending, {
    'auth-good-key-pending-without-message': instead(at.session, ofKey('business'), 403, {
      error: 'Business verification pending',
      status: 'pending',
    }),
  }),
  ...[401, 403, 404, 500].map((code): Fault => ({
    id: `auth-good-key-${code}`,
    breaks: 'auth.good-key',
    patch: instead(at.session, ofKey('business'), code, {
      error: code === 401 ? 'Invalid API key' : 'Not for you',
    }),
  })),

  // §5.2: something else that is wrong with a request is reported before its key, of one kind, on one route.
  ...Object.entries(flaws).flatMap(([flaw, { on, is, error }]) =>
    on.flatMap(name =>
      Object.entries(kinds).map(([kind, isKind]): Fault => ({
        id: `auth-${flaw}-before-${kind}-key-on-${kebab(name)}`,
        breaks: 'auth.key-before-request',
        patch: {
          routes: [at[name]],
          request: (request, world) =>
            request.route === at[name] && isKind(keyState(request, world)) && is(request, world)
              ? fail(world, error)
              : undefined,
        },
      })),
    ),
  ),
];
