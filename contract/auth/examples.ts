import { alterations } from '../../schemas/schema.ts';
import { errorSamples } from '../../schemas/resources/examples/business.ts';
import { route } from '../../schemas/routes.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import { without, type Examples, type ExamplesById } from '../../fixtures/testing/examples.ts';

const refused = (key: string, error: string, status = 401) =>
  exchangeOn(route.orders, { key, status, body: { error } });
const invalid = 'Invalid API key';

const ignored = {
  'another key': refused('business', invalid),
  'a 429 with any key': refused('none', 'Slow down', 429),
  'an automation route': exchangeOn(route.status, { key: 'none', status: 401 }),
};

/** Returns examples of the response to keys of these roles. */
const invalidFor = (...roles: readonly string[]): Examples => ({
  passes: Object.fromEntries(roles.map(key => [`${key}: 401`, refused(key, invalid)])),
  fails: {
    ...Object.fromEntries(roles.map(key => [`${key}: 403`, refused(key, invalid, 403)])),
    ...Object.fromEntries(roles.map(key => [`${key}: 200`, exchangeOn(route.auth, { key })])),
    'the text of a missing key': refused(roles[0] ?? '', 'Missing API key'),
  },
  ignores: { ...ignored, 'no key': refused('none', invalid) },
});

const address = errorSamples.ipNotAllowed.body;
const blocked = (body: unknown, key = 'ip-blocked') =>
  exchangeOn(route.filters, { key, status: 403, body });
const blockedAutomation = (body: unknown) =>
  exchangeOn(route.status, { key: 'ip-blocked', status: 403, body });

const listed = (ip: unknown, ...whitelistedIps: string[]) =>
  blocked({ ...address, ip, whitelistedIps });

const state = (key: string, body: unknown, status = 403) =>
  exchangeOn(route.auth, { key, status, body });
const { body: incomplete } = errorSamples.incompleteProfile;
const { body: pending } = errorSamples.verificationPending;

export const authExamples: ExamplesById = {
  'auth.missing-key': {
    passes: { 'a 401 with its text': refused('none', 'Missing API key') },
    fails: {
      'it is accepted': exchangeOn(route.orders, { key: 'none' }),
      'the text of an invalid key': refused('none', invalid),
      'a 403': refused('none', 'Missing API key', 403),
      'a 401 in HTML': exchangeOn(route.orders, { key: 'none', status: 401, body: '<html>' }),
    },
    ignores: ignored,
  },
  'auth.unknown-key': {
    ...invalidFor('unknown'),
    fails: {
      ...invalidFor('unknown').fails,
      'a key of punctuation is accepted': exchangeOn(route.auth, { key: 'odd' }),
      'a key of punctuation breaks it': refused('odd', 'An error occurred', 500),
      'a key of punctuation is missing': refused('odd', 'Missing API key'),
    },
    passes: {
      'a made-up key': refused('unknown', invalid),
      'a key of punctuation': refused('odd', invalid),
      'a 401 to a key of which nothing is known': refused('recorded', invalid),
    },
    ignores: {
      ...ignored,
      'a key of which nothing is known, accepted': exchangeOn(route.auth, { key: 'recorded' }),
      'a key of which nothing is known, forbidden': refused('recorded', invalid, 403),
    },
  },
  'auth.altered-key': invalidFor(...alterations),
  'auth.revoked-key': invalidFor('revoked'),
  'auth.reason': {
    passes: {
      'a reason of text': exchangeOn(route.wallet, {
        status: 401,
        body: { error: invalid, reason: 'revoked' },
      }),
    },
    fails: {
      'a reason that is a number': exchangeOn(route.wallet, {
        status: 401,
        body: { error: invalid, reason: 7 },
      }),
    },
    ignores: {
      'no reason': refused('unknown', invalid),
      'a reason of null': exchangeOn(route.wallet, {
        status: 401,
        body: { error: invalid, reason: null },
      }),
      'an automation route': exchangeOn(route.status, { status: 401, body: { reason: 7 } }),
    },
  },
  'auth.ip-allow-list': {
    passes: {
      'a business route': blocked(address),
      'its text with any key': blocked(address, 'recorded'),
      'an automation route with another envelope': blockedAutomation({ success: false }),
      'an automation route with 401': exchangeOn(route.status, { key: 'ip-blocked', status: 401 }),
    },
    fails: {
      'it is accepted': exchangeOn(route.filters, { key: 'ip-blocked' }),
      'another text': blocked({ ...address, error: 'Forbidden' }),
      'no ip': blocked(without(address, 'ip')),
      'whitelistedIps is text': blocked({ ...address, whitelistedIps: '10.0.0.0/8' }),
      'an automation route accepts it': exchangeOn(route.status, {
        key: 'ip-blocked',
        body: { success: true },
      }),
    },
    ignores: { 'another 403': blocked({ error: 'Forbidden' }, 'business') },
  },
  'auth.ip-named': {
    passes: {
      'a range that lacks the caller': listed('192.0.2.1', '198.51.100.0/24'),
      'an empty list': listed('2001:db8::1'),
    },
    fails: {
      'ip is no address': listed('localhost', '198.51.100.0/24'),
      'ip is missing': listed(undefined, '198.51.100.0/24'),
      'an entry is no address': listed('192.0.2.1', 'office'),
      'a range is impossible': listed('192.0.2.1', '10.0.0.0/99'),
      'the caller is listed': listed('192.0.2.1', '192.0.2.0/24'),
    },
    ignores: { 'an automation route': blockedAutomation(address) },
  },
  'auth.incomplete-profile': {
    passes: {
      'a key of that state': state('incomplete-profile', incomplete),
      'its text with any key': state('recorded', incomplete),
    },
    fails: {
      'it is accepted': state('incomplete-profile', {}, 200),
      'no missingFields': state('incomplete-profile', without(incomplete, 'missingFields')),
      'the text of another state': state('incomplete-profile', pending),
    },
    ignores: {
      'another route': exchangeOn(route.orders, { key: 'incomplete-profile', status: 403 }),
      'another state': state('pending-verification', pending),
    },
  },
  'auth.pending-verification': {
    passes: {
      'a key of that state': state('pending-verification', pending),
      'its text with any key': state('recorded', pending),
    },
    fails: {
      'it is accepted': state('pending-verification', {}, 200),
      'no message': state('pending-verification', without(pending, 'message')),
      'no status': state('pending-verification', { ...pending, status: null }),
    },
    ignores: {
      'another state': state('incomplete-profile', incomplete),
      'a limiter': state('pending-verification', { error: 'Too many requests' }, 429),
    },
  },
};
