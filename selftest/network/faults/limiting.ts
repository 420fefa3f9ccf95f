/** Limits that are none of the service, and lockouts. */
import { borne, broken, cutShort, refused, type Fault } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { afterBadKeys, always, burst, from, oneIn } from '../proxy/when.ts';
import { html, leave, say } from '../strikes.ts';

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
  {
    id: 'limit-429-page',
    what: 'a page with 429 of a gateway, without Retry-After, 5 times in a row',
    when: burst(100, 5),
    strike: say(
      answer(429, 'Too Many Requests', html('429 Too Many Requests'), {
        'Content-Type': 'text/html',
      }),
    ),
    expect: broken(ofLimits),
  },
  {
    id: 'limit-429-one-in-20',
    what: 'one response in 20 is a 429 with Retry-After: 1',
    when: oneIn(20),
    strike: limited('1'),
    expect: borne(90),
  },
  {
    id: 'limit-429-date',
    what: 'one response in 40 is a 429 with a date in Retry-After (HTTP allows it, §8 does not)',
    when: oneIn(40),
    strike: visit => limited(new Date(Date.now() + 2000).toUTCString())(visit),
    expect: broken(ofLimits, { seconds: 90 }),
  },
  {
    id: 'limit-429-a-day',
    what: 'a 429 with Retry-After: 86400 to everything',
    when: from(100),
    strike: limited('86400'),
    expect: cutShort(),
  },
  {
    id: 'limit-429-a-day-at-once',
    what: 'a 429 with Retry-After: 86400 to everything',
    when: always,
    strike: limited('86400'),
    expect: refused(/86.?400|day|24 ?h|429|limit/i),
  },
  {
    id: 'limit-429-again-and-again',
    what: 'a 429 with Retry-After: 1 to everything, however long one waits',
    when: from(100),
    strike: limited('1'),
    expect: cutShort(40),
  },
  {
    id: 'limit-429-zero',
    what: 'a 429 with Retry-After: 0 to everything',
    when: from(100),
    strike: limited('0'),
    expect: { ...cutShort(40), exits: [1, 2, 3], fails: ofLimits },
  },
  {
    id: 'limit-429-absurd',
    what: 'a 429 with Retry-After: 99999999999999999999 to everything',
    when: from(100),
    strike: limited('99999999999999999999'),
    expect: { ...cutShort(), exits: [1, 2, 3], fails: ofLimits },
  },
  {
    id: 'lockout-403-after-ten-bad-keys',
    what: 'the caller gets a 403 to everything',
    when: afterBadKeys(10),
    strike: say(answer(403, 'Forbidden', '{"error":"Too many failed attempts"}')),
    expect: cutShort(),
  },
  {
    id: 'lockout-429-after-ten-bad-keys',
    what: 'the caller gets a 429 with Retry-After: 3600 to everything',
    when: afterBadKeys(10),
    strike: limited('3600'),
    // A limiter with a long window looks the same, and what was seen before it holds.
    expect: borne(40, { says: /asks to wait 3600|retry-after.*3600|3600 s/i }),
  },
  {
    id: 'lockout-gone-after-ten-bad-keys',
    what: 'the address of the caller is blocked: connections are refused',
    when: afterBadKeys(10),
    strike: leave,
    expect: cutShort(),
  },
  {
    id: 'lockout-403-at-once',
    what: 'the address of the caller is not on the allow list: 403 of §5.3 to everything',
    when: always,
    strike: say(answer(403, 'Forbidden', notAllowed)),
    expect: refused(/allow.?list|whitelist|203\.0\.113\.7|403/i),
  },
];
