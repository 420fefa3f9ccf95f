import { fail, type ErrorName } from '../rules/errors.ts';
import type { RouteName } from '../routes/index.ts';
import type { Incoming, Patch } from '../types.ts';
import type { World } from '../world.ts';
import { hasKey, keyState, ofKey } from './auth.ts';
import {
  at,
  breaking,
  businessRoutes,
  type Fault,
  instead,
  type Json,
  onError,
  onRules,
  queryValue,
} from '../patches.ts';

/** Changes the 403 of the allow list. */
const blocked = (change: (body: Json) => unknown): Patch =>
  onError(businessRoutes, 403, (body, _, request, world) => {
    if (hasKey('ip-blocked', request, world)) change(body);
  });

const ignoringAddress = (route: RouteName): Patch =>
  onRules(({ auth }) => auth.ignoreIpOn.push(route));

const goodKeyGets = (status: number, error: string, more: object = {}): Patch =>
  instead(at.session, ofKey('business'), status, { error, ...more });

/** Checks something else in a request before its key, if the key is missing or unknown. */
const before = (
  state: 'missing' | 'unknown',
  route: RouteName,
  isWrong: (request: Incoming, world: World) => boolean,
  error: ErrorName,
): Patch => ({
  routes: [route],
  request: (request, world) =>
    request.route === route && keyState(request, world) === state && isWrong(request, world)
      ? fail(world, error)
      : undefined,
});

/** §5.2, §5.3, §5.5: the allow list, the states of a business, and the order of checks. */
export const authStatesFaults: readonly Fault[] = [
  ...breaking('auth.ip-allow-list', {
    'auth-allow-list-ignored-on-create-order': ignoringAddress(at.createOrder),
  }),
  ...breaking('auth.ip-named', {
    'auth-ip-out-of-range': blocked(body => (body.ip = '127.0.0.256')),
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
    'auth-good-key-incomplete': goodKeyGets(403, 'Incomplete business profile', {
      status: 'incomplete',
      missingFields: [],
    }),
  }),
  ...breaking('auth.key-before-request', {
    'auth-order-before-missing-key': before(
      'missing',
      at.orders,
      request => !['asc', 'desc', undefined].includes(queryValue(request, 'order')),
      'badQuery',
    ),
    'auth-body-before-missing-key-on-create-bulk': before(
      'missing',
      at.createBulk,
      ({ body }) => Object.keys(body ?? {}).length === 0,
      'badBody',
    ),
    'auth-unknown-webhook-before-unknown-key': before(
      'unknown',
      at.changeWebhook,
      ({ params }, { webhooks }) => webhooks.every(({ _id }) => _id !== params['id']),
      'webhookNotFound',
    ),
  }),
];
