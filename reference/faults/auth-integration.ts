import type { KeyRole } from '../data/records.ts';
import type { Patch } from '../types.ts';
import { admitAs, keyState, ofKey, ofState } from './auth.ts';
import { at, breaking, businessRoutes, type Fault, instead, kebab, onRequest } from '../patches.ts';

const all = ['sendVoucher', 'sendBulk', 'transactions', 'balance', 'status', 'tool'] as const;
type Integration = (typeof all)[number];

/** Who is wrongly admitted: what states the contrary, which requests, and on which routes if not on each. */
const admitted: Readonly<
  Record<string, [breaks: string, when: Parameters<typeof admitAs>[2], names?: Integration[]]>
> = {
  'open-without-key': ['auth.integration-missing-key', ofState('missing')],
  'unknown-key-admitted': [
    'auth.integration-unknown-key',
    ofState('unknown'),
    ['transactions', 'balance', 'tool'],
  ],
  'altered-key-admitted': [
    'auth.integration-unknown-key',
    ofState('altered'),
    ['status', 'tool', 'balance'],
  ],
  'revoked-key-admitted': ['auth.integration-revoked-key', ofKey('revoked')],
  'business-key-admitted': ['auth.integration-key-format', ofKey('business')],
};

const needingPermission = (role: KeyRole, routes: Parameters<typeof instead>[0]): Patch =>
  instead(routes, ofKey(role), 403, { error: 'API key has no integration permission' });

const integrationRoutes = all.map(name => at[name]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** §5.1, §5.2, §5.4: keys on automation and tool routes. */
export const authIntegrationFaults: readonly Fault[] = [
  ...Object.entries(admitted).flatMap(([who, [breaks, when, names = all]]) =>
    names.map(name => ({
      id: `auth-integration-${who}-on-${kebab(name)}`,
      breaks,
      patch: admitAs('automation', at[name], when),
    })),
  ),
  ...breaking('auth.integration-missing-key', {
    'auth-integration-one-tool-open-without-key': admitAs(
      'automation',
      at.tool,
      (request, world) =>
        keyState(request, world) === 'missing' &&
        request.params['toolName'] === 'find_gifts_by_country',
    ),
    'auth-integration-success-reported-without-key': instead(at.status, ofState('missing'), 200, {
      success: true,
      configured: false,
      businessId: '',
    }),
  }),
  ...breaking('auth.integration-unknown-key', {
    'auth-integration-any-uuid-admitted': admitAs(
      'automation',
      integrationRoutes,
      (request, world) =>
        keyState(request, world) === 'unknown' && uuid.test(String(request.headers['x-api-key'])),
    ),
    'auth-integration-only-36-characters-compared': onRequest(integrationRoutes, request => {
      request.headers['x-api-key'] &&= String(request.headers['x-api-key']).slice(0, 36);
    }),
  }),
  ...all.map((name): Fault => ({
    id: `auth-integration-permission-ignored-on-${kebab(name)}`,
    breaks: 'auth.integration-permission',
    patch: { rules: rules => void rules.auth.ignoreIntegrationOn.push(at[name]) },
  })),
  ...breaking('auth.business-permission', {
    'auth-integration-permission-required-of-the-business-key-on-balance': needingPermission(
      'business',
      at.walletBalance,
    ),
    'auth-integration-permission-required-on-filters': needingPermission(
      'no-integration',
      at.filters,
    ),
    'auth-integration-permission-required-on-business-routes': needingPermission(
      'no-integration',
      businessRoutes,
    ),
  }),
  ...Object.entries({
    'without-hyphens': (value: string) => value.replaceAll('-', ''),
    'with-a-prefix': (value: string) => `gva_${value}`,
    'one-digit-short': (value: string) => value.slice(0, -1),
    'with-a-letter-that-is-no-digit': (value: string) => `g${value.slice(1)}`,
  }).map(([how, change]): Fault => ({
    id: `auth-integration-key-${how}`,
    breaks: 'auth.integration-key-format',
    patch: {
      data({ keys }) {
        keys.automation.value = change(keys.automation.value);
      },
    },
  })),
];
