import { admitAs, keyState, ofKey, ofState } from './auth.ts';
import { at, breaking, businessRoutes, type Fault, instead, kebab, onRequest } from '../patches.ts';

const all = ['sendVoucher', 'sendBulk', 'transactions', 'balance', 'status', 'tool'] as const;
type Integration = (typeof all)[number];

/** One fault per route: the route wrongly admits requests that match `when`. */
const each = (
  id: string,
  breaks: string,
  when: Parameters<typeof admitAs>[2],
  names: readonly Integration[] = all,
): Fault[] =>
  names.map(name => ({
    id: `${id}-${kebab(name)}`,
    breaks,
    patch: admitAs('automation', at[name], when),
  }));

const integrationRoutes = all.map(name => at[name]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** §5.1, §5.2, §5.4: keys on automation and tool routes. */
export const authIntegrationFaults: readonly Fault[] = [
  ...each(
    'auth-integration-open-without-key-on',
    'auth.integration-missing-key',
    ofState('missing'),
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
  ...each(
    'auth-integration-unknown-key-admitted-on',
    'auth.integration-unknown-key',
    ofState('unknown'),
    ['transactions', 'balance', 'tool'],
  ),
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
  ...each(
    'auth-integration-altered-key-admitted-on',
    'auth.integration-unknown-key',
    ofState('altered'),
    ['status', 'tool', 'balance'],
  ),
  ...each(
    'auth-integration-revoked-key-admitted-on',
    'auth.integration-revoked-key',
    ofKey('revoked'),
  ),
  ...all.map((name): Fault => ({
    id: `auth-integration-permission-ignored-on-${kebab(name)}`,
    breaks: 'auth.integration-permission',
    patch: { rules: rules => void rules.auth.ignoreIntegrationOn.push(at[name]) },
  })),
  ...each(
    'auth-integration-business-key-admitted-on',
    'auth.integration-key-format',
    ofKey('business'),
  ),
  ...breaking('auth.business-permission', {
    'auth-integration-permission-required-of-the-business-key-on-balance': instead(
      at.walletBalance,
      ofKey('business'),
      403,
      { error: 'API key has no integration permission' },
    ),
  }),
  ...[at.filters, businessRoutes].map((routes): Fault => ({
    id: `auth-integration-permission-required-on-${routes === at.filters ? 'filters' : 'business-routes'}`,
    breaks: 'auth.business-permission',
    patch: instead(routes, ofKey('no-integration'), 403, {
      error: 'API key has no integration permission',
    }),
  })),
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
