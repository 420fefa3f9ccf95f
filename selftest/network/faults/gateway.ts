/** Answers of gateways, load balancers and firewalls in place of the service. */
import {
  borne,
  broken,
  cutShort,
  refused,
  type Expectation,
  type Fault,
  faults,
} from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { always, both, burst, from, oneIn, onRoute, writes } from '../proxy/when.ts';
import { page, say } from '../strikes.ts';

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
