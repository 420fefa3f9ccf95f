/** The target sends its callers elsewhere: a key must not arrive there. */
import { broken, cutShort, refused, type Expectation, type Fault, faults } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { always, from, onRoute, spendings } from '../proxy/when.ts';
import type { Records } from '../proxy/records.ts';
import type { Strike } from '../proxy/proxy.ts';
import { say } from '../strikes.ts';

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
