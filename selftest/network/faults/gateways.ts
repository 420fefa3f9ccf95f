/** Answers of gateways, load balancers and firewalls in place of the service, their limits and lockouts. */
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
  from,
  oneIn,
  onRoute,
  refused,
  writes,
} from '../fault.ts';
import { answer } from '../proxy/http.ts';
import { leave, page, say } from '../strikes.ts';

const texts: Readonly<Record<number, string>> = {
  408: 'Request Time-out',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
  520: '',
  522: '',
};

const passing = (status: number): Fault => ({
  id: `gateway-${status}-one-in-10`,
  what: `a page with ${status} in place of one response in ten`,
  when: oneIn(10, status),
  strike: page(status, texts[status] ?? ''),
  expect: borne(),
});
const inBurst = (count: number): Fault => ({
  id: `gateway-502-burst-${count}`,
  what: `a page with 502 ${count} times in a row`,
  when: burst(100, count),
  strike: page(502, 'Bad Gateway'),
  expect: borne(),
});
const refusing = (
  status: number,
  text: string,
  says: RegExp,
  more: Partial<Expectation> = {},
): Fault => ({
  id: `gateway-${status}`,
  what: `a page with ${status} to everything`,
  when: always,
  strike: page(status, text),
  expect: refused(says, more),
});

export const gateway: readonly Fault[] = [
  ...[502, 503, 504, 520, 522, 408].map(passing),
  ...[3, 10, 40].map(inBurst),
  ...faults(burst(150, 20), borne(), {
    'gateway-503-burst-20-retry-after': [
      '503 with Retry-After: 1, 20 times in a row',
      page(503, 'Service Temporarily Unavailable', { 'Retry-After': '1' }),
    ],
  }),
  ...faults(
    onRoute('GET', '/wallet/transactions'),
    broken(/./, { exits: [1, 2, 3], says: /wallet\/transactions/ }),
    {
      'gateway-502-on-one-route': [
        'a page with 502 to all requests of one route, while the others are answered',
        page(502, 'Bad Gateway'),
      ],
    },
  ),
  ...faults(writes, broken(/./, { exits: [1, 2, 3] }), {
    'gateway-502-to-writes': [
      'a page with 502 to every POST, while reads are answered',
      page(502, 'Bad Gateway'),
    ],
  }),
  refusing(502, 'Bad Gateway', /502|gateway/i),
  refusing(503, 'Service Temporarily Unavailable', /503/),
  refusing(522, '', /522/),
  refusing(407, 'Proxy Authentication Required', /407|proxy/i),
  refusing(403, 'Forbidden', /403/),
  ...faults(from(200), cutShort(), {
    'gateway-503-from-200': ['a page with 503: maintenance', page(503, 'Service Unavailable')],
  }),
  ...faults(from(100), cutShort(), {
    'gateway-407-from-100': ['a page with 407', page(407, 'Proxy Authentication Required')],
    'gateway-403-from-100': [
      'a page with 403 to everything: a firewall took offence',
      page(403, 'Forbidden'),
    ],
    'gateway-502-from-100': ['a page with 502 to everything', page(502, 'Bad Gateway')],
  }),
  ...faults(
    {
      text: 'bodies over 8 KB',
      start:
        () =>
        ({ size }) =>
          size > 8192,
    },
    broken(/^(vouchers-bulk|service|errors)\./),
    {
      'gateway-413-to-large-bodies': [
        'a page with 413 to bodies over 8 KB',
        page(413, 'Request Entity Too Large'),
      ],
    },
  ),
  ...faults(burst(100, 10), broken(/./, { exits: [0, 1, 2, 3] }), {
    'gateway-401-burst-10': [
      'the 401 of an authorizer that is down, 10 times in a row',
      say(answer(401, 'Unauthorized', '{"message":"Unauthorized"}')),
    ],
  }),
  ...faults(
    both(onRoute('GET', '/products/filters'), always),
    broken(/^(service|catalog|search|errors)\./),
    {
      'gateway-431-on-one-route': [
        'a page with 431 on one route',
        page(431, 'Request Header Fields Too Large'),
        { grep: 'catalog\\.|wallet\\.' },
      ],
    },
  ),
];

const json = { 'Content-Type': 'application/json' };
const limited = (retryAfter: string | undefined, body = '{"error":"Too many requests"}') =>
  say(
    answer(429, 'Too Many Requests', body, {
      ...json,
      ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
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
  ...faults(
    from(100),
    { ...cutShort(40), exits: [1, 2, 3], fails: ofLimits },
    {
      'limit-429-zero': ['a 429 with Retry-After: 0 to everything', limited('0')],
    },
  ),
  ...faults(
    from(100),
    { ...cutShort(), exits: [1, 2, 3], fails: ofLimits },
    {
      'limit-429-absurd': [
        'a 429 with Retry-After: 99999999999999999999 to everything',
        limited('99999999999999999999'),
      ],
    },
  ),
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
