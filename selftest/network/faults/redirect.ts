/** The target sends its callers elsewhere: a key must not arrive there. */
import { broken, cutShort, refused, type Expectation, type Fault } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { always, from, onRoute, spendings, type When } from '../proxy/when.ts';
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
const some = (
  id: string,
  what: string,
  when: When,
  strike: Strike,
  expect: Expectation,
): Fault => ({
  id: `redirect-${id}`,
  what,
  when,
  strike,
  expect,
});

export const redirect: readonly Fault[] = [
  ...[301, 302, 307, 308].map(everything),
  some(
    'to-https',
    '301 to https at the same host on everything',
    always,
    visit =>
      redirecting(301, visit.proxy.origin.replace('http:', 'https:') + visit.request.target)(visit),
    refused(/https:\/\//, stay),
  ),
  some(
    'in-a-circle',
    '302 to itself on everything',
    always,
    visit => redirecting(302, visit.request.target)(visit),
    refused(/302|redirect/i, stay),
  ),
  some(
    'without-location',
    '302 without a Location on everything',
    always,
    say({ ...answer(302, 'Found', ''), headers: [] }),
    refused(/302|redirect/i, stay),
  ),
  some(
    'on-one-route',
    '302 to another host on one route',
    onRoute('GET', '/products/filters'),
    redirecting(302),
    broken(/./, { ...stay, exits: [1, 2, 3] }),
  ),
  some(
    'of-purchases',
    '308 to another host on orders and vouchers',
    spendings,
    redirecting(308),
    broken(/./, { ...stay, exits: [1, 2, 3] }),
  ),
  some(
    'to-login-from-100',
    '302 to a page to sign in: the session of the network has ended',
    from(100),
    redirecting(302),
    {
      ...cutShort(30, stay),
    },
  ),
];
