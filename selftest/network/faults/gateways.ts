/** Answers of gateways, load balancers and firewalls in place of the service, their limits and lockouts, redirects, and servers that answer everything alike. */
import {
  afterBadKeys,
  always,
  borne,
  both,
  broken,
  burst,
  cutShort,
  type Expectation,
  type Fault,
  faults,
  few,
  from,
  oneIn,
  onRoute,
  refused,
  spendings,
  when,
  writes,
} from '../fault.ts';
import { answer, type Answer } from '../proxy/http.ts';
import type { Records, Strike } from '../proxy/proxy.ts';
import { html, leave, page, say } from '../strikes.ts';

const filters = onRoute('GET', '/products/filters');
const badGateway = page(502, 'Bad Gateway');
const needsProxy = page(407, 'Proxy Authentication Required');
const forbidden = page(403, 'Forbidden');

/** Pages in place of one response in ten, by status. */
const passing = {
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
  520: '',
  522: '',
  408: 'Request Time-out',
};
const inPassing = ([502, 503, 504, 520, 522, 408] as const).flatMap(status =>
  faults(oneIn(10, status), borne(), {
    [`gateway-${status}-one-in-10`]: [
      `a page with ${status} in place of one response in ten`,
      page(status, passing[status]),
    ],
  }),
);
const inBursts = [3, 10, 40].flatMap(count =>
  faults(burst(100, count), borne(), {
    [`gateway-502-burst-${count}`]: [`a page with 502 ${count} times in a row`, badGateway],
  }),
);
const toEverything = (
  [
    [502, badGateway, /502|gateway/i],
    [503, page(503, passing[503]), /503/],
    [522, page(522, ''), /522/],
    [407, needsProxy, /407|proxy/i],
    [403, forbidden, /403/],
  ] as const
).flatMap(([status, strike, says]) =>
  faults(always, refused(says), {
    [`gateway-${status}`]: [`a page with ${status} to everything`, strike],
  }),
);

export const gateway: readonly Fault[] = [
  ...inPassing,
  ...inBursts,
  ...faults(burst(150, 20), borne(), {
    'gateway-503-burst-20-retry-after': [
      '503 with Retry-After: 1, 20 times in a row',
      page(503, passing[503], { 'Retry-After': '1' }),
    ],
  }),
  ...faults(
    onRoute('GET', '/wallet/transactions'),
    borne(40, { exits: [3], says: /GET \/wallet\/transactions failed 3 times/ }),
    {
      'gateway-502-on-one-route': [
        'a page with 502 to all requests of one route, while the others are answered',
        badGateway,
      ],
    },
  ),
  ...faults(writes, borne(60, { exits: [3] }), {
    'gateway-502-to-writes': [
      'a page with 502 to every POST, while reads are answered',
      badGateway,
    ],
  }),
  ...toEverything,
  ...faults(from(200), cutShort(), {
    'gateway-503-from-200': ['a page with 503: maintenance', page(503, 'Service Unavailable')],
  }),
  ...faults(from(100), cutShort(), {
    'gateway-407-from-100': ['a page with 407', needsProxy],
    'gateway-403-from-100': ['a page with 403 to everything: a firewall took offence', forbidden],
    'gateway-502-from-100': ['a page with 502 to everything', badGateway],
  }),
  ...faults(
    when('bodies over 8 KB', ({ size }) => size > 8192),
    broken(/^(vouchers-bulk|service|errors)\./),
    {
      'gateway-413-to-large-bodies': [
        'a page with 413 to bodies over 8 KB',
        page(413, 'Request Entity Too Large'),
      ],
    },
  ),
  ...faults(burst(100, 10), broken(/./), {
    'gateway-401-burst-10': [
      'the 401 of an authorizer that is down, 10 times in a row',
      say(answer(401, 'Unauthorized', '{"message":"Unauthorized"}')),
    ],
  }),
  ...faults(both(filters, always), broken(/^(service|catalog|search|errors)\./), {
    'gateway-431-on-one-route': [
      'a page with 431 on one route',
      page(431, 'Request Header Fields Too Large'),
      few,
    ],
  }),
];

const limited = (retryAfter: string): Strike =>
  say(
    answer(429, 'Too Many Requests', '{"error":"Too many requests"}', {
      'Content-Type': 'application/json',
      'Retry-After': retryAfter,
    }),
  );
const ofLimits = /^(limits|service|errors)\./;
const notAllowed =
  '{"error":"IP not whitelisted","ip":"203.0.113.7","whitelistedIps":["198.51.100.0/24"]}';

export const limiting: readonly Fault[] = [
  ...faults(burst(100, 5), broken(ofLimits), {
    'limit-429-page': [
      'a page with 429 of a gateway, without Retry-After, 5 times in a row',
      page(429, 'Too Many Requests'),
    ],
  }),
  ...faults(oneIn(20), borne(90), {
    'limit-429-one-in-20': ['one response in 20 is a 429 with Retry-After: 1', limited('1')],
  }),
  ...faults(oneIn(40), broken(ofLimits, { seconds: 90 }), {
    'limit-429-date': [
      'one response in 40 is a 429 with a date in Retry-After (HTTP allows it, §8 does not)',
      visit => limited(new Date(Date.now() + 2000).toUTCString())(visit),
    ],
  }),
  ...faults(from(100), cutShort(), {
    'limit-429-a-day': ['a 429 with Retry-After: 86400 to everything', limited('86400')],
  }),
  ...faults(always, refused(/86.?400|day|24 ?h|429|limit/i), {
    'limit-429-a-day-at-once': ['a 429 with Retry-After: 86400 to everything', limited('86400')],
  }),
  ...faults(from(100), cutShort(40), {
    'limit-429-again-and-again': [
      'a 429 with Retry-After: 1 to everything, however long one waits',
      limited('1'),
    ],
  }),
  // The suite waits by a measure of its own between its trials.
  ...faults(from(100), cutShort(40, { exits: [1, 2, 3], fails: ofLimits, secondsAfter: 20 }), {
    'limit-429-zero': ['a 429 with Retry-After: 0 to everything', limited('0')],
  }),
  ...faults(from(100), cutShort(40, { exits: [1, 2, 3], fails: ofLimits }), {
    'limit-429-absurd': [
      'a 429 with Retry-After: 99999999999999999999 to everything',
      limited('99999999999999999999'),
    ],
  }),
  ...faults(afterBadKeys(10), cutShort(), {
    'lockout-403-after-ten-bad-keys': [
      'the caller gets a 403 to everything',
      say(answer(403, 'Forbidden', '{"error":"Too many failed attempts"}')),
    ],
    'lockout-gone-after-ten-bad-keys': [
      'the address of the caller is blocked: connections are refused',
      leave,
    ],
  }),
  // A limiter with a long window looks the same, and what was seen before it holds.
  ...faults(afterBadKeys(10), borne(40, { says: /asks to wait 3600|retry-after.*3600|3600 s/i }), {
    'lockout-429-after-ten-bad-keys': [
      'the caller gets a 429 with Retry-After: 3600 to everything',
      limited('3600'),
    ],
  }),
  ...faults(always, refused(/allow.?list|whitelist|203\.0\.113\.7|403/i), {
    'lockout-403-at-once': [
      'the address of the caller is not on the allow list: 403 of §5.3 to everything',
      say(answer(403, 'Forbidden', notAllowed)),
    ],
  }),
];

const bare = (status: number, text: string, headers: Answer['headers'] = []): Strike =>
  say({ ...answer(status, text), headers });

/** Complains about requests that went to another host. */
const nothingElsewhere = ({ elsewhere }: Records): string | undefined =>
  elsewhere.length === 0
    ? undefined
    : `${elsewhere.length} requests went to another host, ${elsewhere.filter(({ carriesKey }) => carriesKey).length} with a key`;
const stay: Partial<Expectation> = { requests: nothingElsewhere };

/** Sends the caller to the same path below another address: that of another host, if none is given. */
const redirecting =
  (status: number, to?: (origin: string) => string): Strike =>
  visit => {
    const { origin, elsewhere } = visit.proxy;
    const location = `${to ? to(origin) : elsewhere}${visit.request.target}`;
    return bare(status, 'Moved', [['Location', location]])(visit);
  };

export const redirect: readonly Fault[] = [
  ...[301, 302, 307, 308].flatMap(status =>
    faults(always, refused(/localhost:\d+/, stay), {
      [`redirect-${status}`]: [`${status} to another host on everything`, redirecting(status)],
    }),
  ),
  ...faults(always, refused(/https:\/\//, stay), {
    'redirect-to-https': [
      '301 to https at the same host on everything',
      redirecting(301, origin => origin.replace('http:', 'https:')),
    ],
  }),
  ...faults(always, refused(/302|redirect/i, stay), {
    'redirect-in-a-circle': ['302 to itself on everything', redirecting(302, () => '')],
    'redirect-without-location': ['302 without a Location on everything', bare(302, 'Found')],
  }),
  ...faults(filters, broken(/./, { ...stay, exits: [1, 2, 3] }), {
    'redirect-on-one-route': ['302 to another host on one route', redirecting(302)],
  }),
  ...faults(spendings, broken(/./, { ...stay, exits: [1, 2, 3] }), {
    'redirect-of-purchases': ['308 to another host on orders and vouchers', redirecting(308)],
  }),
  ...faults(from(100), cutShort(30, stay), {
    'redirect-to-login-from-100': [
      '302 to a page to sign in: the session of the network has ended',
      redirecting(302),
    ],
  }),
];

const asHtml = { 'Content-Type': 'text/html; charset=utf-8' };
const portal = say(
  answer(
    200,
    'OK',
    '<!doctype html><html><head><title>Guest Wi-Fi</title></head><body><form action="/login">Sign in</form></body></html>',
    asHtml,
  ),
);

export const pretend: readonly Fault[] = [
  ...faults(always, refused(/204/), {
    'pretend-204': ['an empty 204 to everything', bare(204, 'No Content')],
  }),
  ...faults(always, refused(/empty|no body|JSON/i), {
    'pretend-empty-200': ['an empty 200 to everything', bare(200, 'OK')],
  }),
  ...faults(always, refused(/HTML|page|portal/i), {
    'pretend-captive-portal': ['a page to sign in, with 200, to everything', portal],
  }),
  ...faults(from(100), cutShort(40, { exits: [1, 2, 3], fails: /./ }), {
    'pretend-captive-portal-from-100': [
      'a page to sign in, with 200: the session of the network has ended',
      portal,
    ],
  }),
  ...faults(always, refused(/./, { exits: [1, 3], fails: /./, seconds: 40 }), {
    'pretend-empty-object': ['a 200 with {} to everything', say(answer(200, 'OK', '{}'))],
  }),
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
  ...faults(always, refused(/500/, { exits: [1, 3], fails: /./, seconds: 40 }), {
    'pretend-500': [
      'a 500 in the form of the service to everything',
      say(answer(500, 'Internal Server Error', '{"error":"An error occurred"}')),
    ],
  }),
];
