/** Answers of gateways, load balancers and firewalls in place of the service. */
import { borne, broken, cutShort, refused, type Expectation, type Fault } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { always, both, burst, from, oneIn, onRoute, writes, type When } from '../proxy/when.ts';
import { html, say } from '../strikes.ts';

const asHtml = { 'Content-Type': 'text/html' };
const page = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) =>
  say(answer(status, text, html(`${status} ${text}`), { ...asHtml, ...headers }));
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
const cutting = (id: string, what: string, when: When, strike: Fault['strike']): Fault => ({
  id,
  what,
  when,
  strike,
  expect: cutShort(),
});

export const gateway: readonly Fault[] = [
  ...[502, 503, 504, 520, 522, 408].map(passing),
  ...[3, 10, 40].map(inBurst),
  {
    id: 'gateway-503-burst-20-retry-after',
    what: '503 with Retry-After: 1, 20 times in a row',
    when: burst(150, 20),
    strike: page(503, 'Service Temporarily Unavailable', { 'Retry-After': '1' }),
    expect: borne(),
  },
  {
    id: 'gateway-502-on-one-route',
    what: 'a page with 502 to all requests of one route, while the others are answered',
    when: onRoute('GET', '/wallet/transactions'),
    strike: page(502, 'Bad Gateway'),
    expect: broken(/./, { exits: [1, 2, 3], says: /wallet\/transactions/ }),
  },
  {
    id: 'gateway-502-to-writes',
    what: 'a page with 502 to every POST, while reads are answered',
    when: writes,
    strike: page(502, 'Bad Gateway'),
    expect: broken(/./, { exits: [1, 2, 3] }),
  },
  refusing(502, 'Bad Gateway', /502|gateway/i),
  refusing(503, 'Service Temporarily Unavailable', /503/),
  refusing(522, '', /522/),
  refusing(407, 'Proxy Authentication Required', /407|proxy/i),
  refusing(403, 'Forbidden', /403/),
  cutting(
    'gateway-503-from-200',
    'a page with 503: maintenance',
    from(200),
    page(503, 'Service Unavailable'),
  ),
  cutting(
    'gateway-407-from-100',
    'a page with 407',
    from(100),
    page(407, 'Proxy Authentication Required'),
  ),
  cutting(
    'gateway-403-from-100',
    'a page with 403 to everything: a firewall took offence',
    from(100),
    page(403, 'Forbidden'),
  ),
  cutting(
    'gateway-502-from-100',
    'a page with 502 to everything',
    from(100),
    page(502, 'Bad Gateway'),
  ),
  {
    id: 'gateway-413-to-large-bodies',
    what: 'a page with 413 to bodies over 8 KB',
    when: {
      text: 'bodies over 8 KB',
      start:
        () =>
        ({ size }) =>
          size > 8192,
    },
    strike: page(413, 'Request Entity Too Large'),
    expect: broken(/^(vouchers-bulk|service|errors)\./),
  },
  {
    id: 'gateway-401-burst-10',
    what: 'the 401 of an authorizer that is down, 10 times in a row',
    when: burst(100, 10),
    strike: say(answer(401, 'Unauthorized', '{"message":"Unauthorized"}')),
    expect: broken(/./, { exits: [0, 1, 2, 3] }),
  },
  {
    id: 'gateway-431-on-one-route',
    what: 'a page with 431 on one route',
    when: both(onRoute('GET', '/products/filters'), always),
    strike: page(431, 'Request Header Fields Too Large'),
    grep: 'catalog\\.|wallet\\.',
    expect: broken(/^(service|catalog|search|errors)\./),
  },
];
