import type { KeyRole } from '../data/records.ts';
import type { RouteName } from '../routes/index.ts';
import type { Patch } from '../types.ts';
import { admitAs, keyState, ofKey, ofState } from './auth.ts';
import {
  at,
  breaking,
  businessRoutes,
  type Fault,
  instead,
  onRequest,
  onRules,
} from '../patches.ts';

const all = [at.sendVoucher, at.sendBulk, at.transactions, at.balance, at.status, at.tool];

const ignoringPermission = (route: RouteName): Patch =>
  onRules(({ auth }) => auth.ignoreIntegrationOn.push(route));

const needingPermission = (role: KeyRole, routes: Parameters<typeof instead>[0]): Patch =>
  instead(routes, ofKey(role), 403, { error: 'API key has no integration permission' });

const withKey = (change: (value: string) => string): Patch => ({
  data: ({ keys }) => void (keys.automation.value = change(keys.automation.value)),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** §5.1, §5.2, §5.4: keys on automation and tool routes. */
export const authIntegrationFaults: readonly Fault[] = [
  ...breaking('auth.integration-missing-key', {
    'auth-integration-open-without-key-on-status': admitAs(
      'automation',
      at.status,
      ofState('missing'),
    ),
    'auth-integration-one-tool-open-without-key': admitAs(
      'automation',
      at.tool,
      (request, world) =>
        keyState(request, world) === 'missing' &&
        request.params['toolName'] === 'find_gifts_by_country',
    ),
  }),
  ...breaking('auth.integration-unknown-key', {
    'auth-integration-unknown-key-admitted-on-balance': admitAs(
      'automation',
      at.balance,
      ofState('unknown'),
    ),
    'auth-integration-any-uuid-admitted': admitAs(
      'automation',
      all,
      (request, world) =>
        keyState(request, world) === 'unknown' && uuid.test(String(request.headers['x-api-key'])),
    ),
    'auth-integration-only-36-characters-compared': onRequest(all, request => {
      request.headers['x-api-key'] &&= String(request.headers['x-api-key']).slice(0, 36);
    }),
  }),
  ...breaking('auth.integration-revoked-key', {
    'auth-integration-revoked-key-admitted-on-tool': admitAs(
      'automation',
      at.tool,
      ofKey('revoked'),
    ),
  }),
  ...breaking('auth.integration-permission', {
    'auth-integration-permission-ignored-on-status': ignoringPermission(at.status),
  }),
  ...breaking('auth.business-permission', {
    'auth-integration-permission-required-on-business-routes': needingPermission(
      'no-integration',
      businessRoutes,
    ),
  }),
  ...breaking('auth.integration-key-format', {
    'auth-integration-business-key-admitted-on-status': admitAs(
      'automation',
      at.status,
      ofKey('business'),
    ),
    'auth-integration-key-without-hyphens': withKey(value => value.replaceAll('-', '')),
  }),
];
