/** Limits that are none of the service, and lockouts. */
import { borne, broken, cutShort, refused, type Fault, faults } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { afterBadKeys, always, burst, from, oneIn } from '../proxy/when.ts';
import { leave, page, say } from '../strikes.ts';

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
