/** Another side than the service: TLS that should not come about, redirects, and servers that answer everything alike. */
import type { TlsOptions } from 'node:tls';
import {
  always,
  broken,
  cutShort,
  type Expectation,
  type Fault,
  faults,
  from,
  never,
  onRoute,
  refused,
  spendings,
  unharmed,
} from '../fault.ts';
import { certificate, type Wanted } from '../proxy/certificate.ts';
import { answer } from '../proxy/http.ts';
import type { Records, Strike } from '../proxy/proxy.ts';
import { honest, html, reset, say, silence } from '../strikes.ts';

const asHttps = ({ origin }: { origin: string }) => origin.replace('http:', 'https:');
const local = 'IP:127.0.0.1,DNS:localhost';
const shown = { tls: () => certificate({ names: local }) };

/** Serves with a certificate that GV_CA_FILE names. */
const trusted = (wanted: Wanted = { names: local }) => ({
  tls: () => certificate(wanted),
  settings: () => ({ GV_CA_FILE: certificate.file(wanted) }),
});
/** Serves with a trusted certificate, and in another way than usual. */
const served = (more: TlsOptions) => ({
  ...trusted(),
  tls: () => ({ ...certificate({ names: local }), ...more }),
});

export const tls: readonly Fault[] = [
  ...faults(never, unharmed(), {
    'tls-own-authority': [
      'a certificate of an authority that GV_CA_FILE names (allowed)',
      honest,
      { ...trusted(), grep: 'wallet\\.' },
    ],
  }),
  ...faults(never, refused(/certificate|self.?signed|CA/i), {
    'tls-self-signed': ['a certificate that nobody vouches for', honest, shown],
  }),
  ...faults(never, refused(/expired/i), {
    'tls-expired': ['a certificate that expired', honest, trusted({ names: local, expired: true })],
  }),
  ...faults(never, refused(/name|ALTNAME|host/i), {
    'tls-other-name': [
      'a certificate for another host',
      honest,
      trusted({ names: 'DNS:other.example' }),
    ],
  }),
  ...faults(never, refused(/TLS|SSL|protocol|version|handshake/i), {
    'tls-old-version': [
      'TLS 1.0 only',
      honest,
      served({ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ],
  }),
  ...faults(never, refused(/certificate/i), {
    'tls-client-certificate': [
      'the target demands a certificate of its callers',
      honest,
      served({ requestCert: true, rejectUnauthorized: true }),
    ],
  }),
  ...faults(never, refused(/TLS|https/i), {
    'tls-on-plain': [
      'the target speaks TLS, the address says http',
      honest,
      { ...shown, target: ({ origin }) => origin.replace('https:', 'http:') },
    ],
  }),
  ...faults(never, refused(/TLS|SSL|plain|http:/i), {
    'tls-plain-on-https': [
      'the target speaks plain HTTP, the address says https',
      honest,
      { target: asHttps },
    ],
  }),
  ...faults(always, refused(/no response|not answer|timed? ?out|within/i), {
    'tls-silent-handshake': [
      'a handshake that is never answered',
      silence,
      { accept: () => false, target: asHttps },
    ],
  }),
  ...faults(always, refused(/reset|closed|handshake|disconnected/i), {
    'tls-reset-handshake': [
      'a handshake that is reset',
      reset,
      {
        accept: socket => {
          socket.once('data', () => socket.resetAndDestroy());
          return false;
        },
        target: asHttps,
      },
    ],
  }),
];

const nothingElsewhere = ({ elsewhere }: Records): string | undefined =>
  elsewhere.length === 0
    ? undefined
    : `${elsewhere.length} requests went to another host, ${elsewhere.filter(({ carriesKey }) => carriesKey).length} with a key`;
const stay: Partial<Expectation> = { requests: nothingElsewhere };

const redirecting =
  (status: number, location?: string): Strike =>
  visit =>
    say({
      ...answer(status, 'Moved', ''),
      headers: [['Location', location ?? `${visit.proxy.elsewhere}${visit.request.target}`]],
    })(visit);

const everything = (status: number): Fault => ({
  id: `redirect-${status}`,
  what: `${status} to another host on everything`,
  when: always,
  strike: redirecting(status),
  expect: refused(/localhost:\d+/, stay),
});

export const redirect: readonly Fault[] = [
  ...[301, 302, 307, 308].map(everything),
  ...faults(always, refused(/https:\/\//, stay), {
    'redirect-to-https': [
      '301 to https at the same host on everything',
      visit =>
        redirecting(
          301,
          visit.proxy.origin.replace('http:', 'https:') + visit.request.target,
        )(visit),
    ],
  }),
  ...faults(always, refused(/302|redirect/i, stay), {
    'redirect-in-a-circle': [
      '302 to itself on everything',
      visit => redirecting(302, visit.request.target)(visit),
    ],
    'redirect-without-location': [
      '302 without a Location on everything',
      say({ ...answer(302, 'Found', ''), headers: [] }),
    ],
  }),
  ...faults(onRoute('GET', '/products/filters'), broken(/./, { ...stay, exits: [1, 2, 3] }), {
    'redirect-on-one-route': ['302 to another host on one route', redirecting(302)],
  }),
  ...faults(spendings, broken(/./, { ...stay, exits: [1, 2, 3] }), {
    'redirect-of-purchases': ['308 to another host on orders and vouchers', redirecting(308)],
  }),
  ...faults(
    from(100),
    {
      ...cutShort(30, stay),
    },
    {
      'redirect-to-login-from-100': [
        '302 to a page to sign in: the session of the network has ended',
        redirecting(302),
      ],
    },
  ),
];

const asHtml = { 'Content-Type': 'text/html; charset=utf-8' };
const portal =
  '<!doctype html><html><head><title>Guest Wi-Fi</title></head><body><form action="/login">Sign in</form></body></html>';

export const pretend: readonly Fault[] = [
  ...faults(always, refused(/204/), {
    'pretend-204': [
      'an empty 204 to everything',
      say({ ...answer(204, 'No Content'), headers: [] }),
    ],
  }),
  ...faults(always, refused(/empty|no body|JSON/i), {
    'pretend-empty-200': ['an empty 200 to everything', say({ ...answer(200, 'OK'), headers: [] })],
  }),
  ...faults(always, refused(/HTML|page|portal/i), {
    'pretend-captive-portal': [
      'a page to sign in, with 200, to everything',
      say(answer(200, 'OK', portal, asHtml)),
    ],
  }),
  ...faults(
    from(100),
    { ...cutShort(), exits: [1, 2, 3], fails: /./ },
    {
      'pretend-captive-portal-from-100': [
        'a page to sign in, with 200: the session of the network has ended',
        say(answer(200, 'OK', portal, asHtml)),
      ],
    },
  ),
  ...faults(
    always,
    { ...refused(/./), exits: [1, 3], fails: /./, seconds: 40 },
    {
      'pretend-empty-object': ['a 200 with {} to everything', say(answer(200, 'OK', '{}'))],
    },
  ),
  ...faults(always, refused(/404|prefix|path/i), {
    'pretend-404': [
      'the 404 page of a web server to everything: a wrong prefix',
      say(answer(404, 'Not Found', html('404 Not Found'), asHtml)),
    ],
    'pretend-404-json': [
      'a 404 in JSON to everything: the prefix of another service',
      say(answer(404, 'Not Found', '{"error":"Not found"}')),
    ],
  }),
  ...faults(
    always,
    { ...refused(/500/), exits: [1, 3], fails: /./, seconds: 40 },
    {
      'pretend-500': [
        'a 500 in the form of the service to everything',
        say(answer(500, 'Internal Server Error', '{"error":"An error occurred"}')),
      ],
    },
  ),
];
