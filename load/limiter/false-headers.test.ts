import type { ClaimId } from '../../schemas/records/limiter.ts';
import { test, expect } from '#test';
import {
  fixedWindow,
  type Decision,
  type Limiter,
} from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated, type Lie, type World } from './testing.ts';

/** Rewrites one header of rejections (or of every response), or drops it. */
function header(
  name: string,
  value: (decision: Decision, now: number, honest: string) => string | undefined,
  on: 'rejections' | 'all' = 'rejections',
): Lie {
  return (response, decision, now) => {
    if (on === 'rejections' && decision.admitted) return response;
    const headers = { ...response.headers };
    const lie = value(decision, now, headers[name] ?? '');
    delete headers[name];
    if (lie !== undefined) headers[name] = lie;
    return { ...response, headers };
  };
}

const body =
  (text: string | ((decision: Decision, now: number) => string)): Lie =>
  (response, decision, now) =>
    decision.admitted
      ? response
      : { ...response, body: typeof text === 'string' ? text : text(decision, now) };

const seconds = (d: Decision, now: number) => (d.retryAt - now) / 1000;
const secondsUp = (d: Decision, now: number) => Math.ceil(seconds(d, now));
const frozen = Math.ceil((1_700_000_000_123 + 3_600_000) / 1000);

/** Its windows state the same Limit, and count down from it. */
function halvedAfterRejection(limit: number, window: number): Limiter {
  const usual = fixedWindow(limit, window, false);
  let [end, used, rejected, most] = [0, 0, false, limit];
  return now => {
    if (now >= end)
      [end, used, rejected, most] = [now + window, 0, false, rejected ? limit / 2 : limit];
    const decision = usual(now);
    if (used < most) used += 1;
    else rejected = true;
    return rejected ? { ...decision, admitted: false, remaining: 0 } : decision;
  };
}

const lies: [title: string, claim: ClaimId, lie: Lie, only?: Partial<World>][] = [
  ['retry-after is missing', 'retry-after-integer', header('Retry-After', () => undefined)],
  [
    'retry-after is a date',
    'retry-after-integer',
    header('Retry-After', d => new Date(d.retryAt).toUTCString()),
  ],
  [
    'retry-after is fractional',
    'retry-after-integer',
    header('Retry-After', (d, now) => seconds(d, now).toFixed(2)),
  ],
  ['retry-after is negative', 'retry-after-integer', header('Retry-After', () => '-1')],
  [
    'retry-after is in milliseconds',
    'retry-after-integer',
    header('Retry-After', d => `${Math.ceil(d.retryAt - d.resetAt + 5000)}`),
  ],
  [
    'retry-after is half of the wait',
    'retry-after-kept',
    header('Retry-After', (d, now) => `${Math.ceil(seconds(d, now) / 2)}`),
  ],
  ['retry-after is always 1', 'retry-after-kept', header('Retry-After', () => '1')],
  [
    'retry-after is always 0',
    'retry-after-kept',
    header('Retry-After', () => '0'),
    { rateLimitHeaders: false },
  ],
  [
    'retry-after is always 1, without other headers',
    'retry-after-kept',
    header('Retry-After', () => '1'),
    { rateLimitHeaders: false },
  ],
  [
    'retry-after is 1 for a window that outlasts the probe',
    'retry-after-kept',
    header('Retry-After', () => '1'),
    { limiter: fixedWindow(20, 900_000, false) },
  ],
  [
    'Reset is a delta',
    'ratelimit-reset',
    header('RateLimit-Reset', (d, now) => `${Math.ceil(seconds(d, now))}`, 'all'),
  ],
  [
    'Reset is in milliseconds',
    'ratelimit-reset',
    header('RateLimit-Reset', d => `${Math.round(d.resetAt)}`, 'all'),
  ],
  [
    'Reset is past',
    'ratelimit-reset',
    header('RateLimit-Reset', (_, now) => `${Math.floor(now / 1000) - 5}`),
  ],
  ['Reset is frozen', 'ratelimit-reset', header('RateLimit-Reset', () => `${frozen}`, 'all')],
  [
    'Reset is an ISO date',
    'ratelimit-reset',
    header('RateLimit-Reset', d => new Date(d.resetAt).toISOString()),
  ],
  [
    'Reset is fractional',
    'ratelimit-reset',
    header('RateLimit-Reset', d => `${d.resetAt / 1000 + 0.25}`),
  ],
  [
    'Reset is missing on the 429 only',
    'ratelimit-reset',
    header('RateLimit-Reset', () => undefined),
  ],
  [
    'Limit is a list',
    'ratelimit-limit',
    header('RateLimit-Limit', d => `${d.limit}, ${d.limit};w=5`),
  ],
  ['Limit is a word', 'ratelimit-limit', header('RateLimit-Limit', () => 'twenty')],
  ['Remaining is fractional', 'ratelimit-remaining', header('RateLimit-Remaining', () => '0.0')],
  ['Remaining is 1 on a 429', 'remaining-zero', header('RateLimit-Remaining', () => '1')],
  ['Remaining is negative on a 429', 'remaining-zero', header('RateLimit-Remaining', () => '-1')],
  [
    'Limit is more than a window admits',
    'limit-admitted',
    header('RateLimit-Limit', d => `${d.limit + 5}`, 'all'),
  ],
  [
    'Limit is one less than a window admits',
    'limit-admitted',
    header('RateLimit-Limit', d => `${d.limit - 1}`, 'all'),
  ],
  [
    'Remaining falls in steps of two',
    'remaining-falls',
    header(
      'RateLimit-Remaining',
      d => `${d.remaining === d.limit - 1 ? d.remaining : d.remaining & ~7}`,
      'all',
    ),
  ],
  [
    'Remaining leaves out the request itself',
    'remaining-falls',
    header('RateLimit-Remaining', d => `${d.remaining + (d.admitted ? 1 : 0)}`, 'all'),
  ],
  [
    'Remaining is one too few',
    'remaining-falls',
    header('RateLimit-Remaining', d => `${Math.max(0, d.remaining - 1)}`, 'all'),
  ],
  [
    'Remaining stands still',
    'remaining-falls',
    header('RateLimit-Remaining', d => `${d.admitted ? d.limit - 1 : 0}`, 'all'),
  ],
  [
    'Limit and Remaining are more than a window admits',
    'remaining-falls',
    (response, decision, now) => {
      const more = header('RateLimit-Limit', d => `${d.limit + 5}`, 'all');
      const left = header(
        'RateLimit-Remaining',
        d => `${d.remaining + (d.admitted ? 5 : 0)}`,
        'all',
      );
      return left(more(response, decision, now), decision, now);
    },
  ],
  [
    'a window after a rejection admits half of what it states',
    'remaining-falls',
    response => response,
    { limiter: halvedAfterRejection(40, 5000) },
  ],
  ['the body is HTML', 'rejection-body', body('<h1>Too many requests</h1>')],
  ['the body is empty', 'rejection-body', body('')],
  ['the body is a string', 'rejection-body', body('"Too many requests"')],
  ['the body has no error', 'rejection-body', body('{"message":"Too many requests"}')],
  ['error is an object', 'rejection-body', body('{"error":{"text":"Too many"}}')],
  ...['success', 'action', 'code', 'timestamp'].map((name): [string, ClaimId, Lie] => [
    `the body has ${name}`,
    'rejection-body',
    body(`{"error":"Too many requests","${name}":false}`),
  ]),
  [
    'a rejection is a 503',
    'rejection-status',
    (response, decision) => (decision.admitted ? response : { ...response, status: 503 }),
  ],
  [
    'a rejection is a 503, without RateLimit headers',
    'rejection-status',
    (response, decision) => (decision.admitted ? response : { ...response, status: 503 }),
    { rateLimitHeaders: false },
  ],
  [
    'the body names twice the wait',
    'body-wait',
    body((d, now) => JSON.stringify({ error: 'slow', retryAfter: 2 * secondsUp(d, now) + 3 })),
  ],
  [
    'the body calls milliseconds seconds',
    'body-wait',
    body((d, now) =>
      JSON.stringify({ error: 'slow', retryAfterSeconds: 1000 * secondsUp(d, now) }),
    ),
  ],
  [
    'the body calls milliseconds seconds in a text',
    'body-wait',
    body((d, now) => JSON.stringify({ error: `Try again in ${1000 * secondsUp(d, now)} seconds` })),
  ],
  [
    'the text of the body names less than the wait',
    'body-wait',
    body(() => JSON.stringify({ error: 'Please wait 2 seconds' })),
    { limiter: fixedWindow(20, 900_000, false) },
  ],
  [
    'the body counts seconds as minutes',
    'body-wait',
    body((d, now) =>
      JSON.stringify({ error: 'slow', retry_after_minutes: 60 + secondsUp(d, now) }),
    ),
  ],
  [
    'a rejection is a 403',
    'rejection-status',
    (response, decision) => (decision.admitted ? response : { ...response, status: 403 }),
  ],
];

for (const [title, claim, lie, only] of lies)
  test(`caught: ${title}`, async () => {
    for (const window of [2000, 5000]) {
      const settings = title.includes('milliseconds') ? { maxWaitMs: 6000 } : {};
      const limiter = fixedWindow(20, window, false);
      const findings = await probeSimulated({ limiter, lie, settings, ...only });
      const failed = findings.claims.filter(({ verdict }) => verdict === 'failed');
      expect(
        failed.map(({ claim: id }) => id),
        JSON.stringify({ window, stopped: findings.stopped, algorithm: findings.algorithm }),
      ).toContain(claim);
      for (const { expected, actual, evidence } of failed) {
        expect(expected && actual).toBeTruthy();
        expect(evidence.length).toBeGreaterThan(0);
        expect(Math.min(...evidence)).toBeGreaterThanOrEqual(0);
      }
    }
  });

test('a limiter shared with another one is caught, and an open one passes', async () => {
  const settings = { others: ['wallet', 'webhooks'] };
  const claim = async (sendOther: (ownRefuses: boolean) => number) => {
    const findings = await probeSimulated({
      limiter: fixedWindow(20, 2000, true),
      settings,
      sendOther,
    });
    return findings.claims.find(({ claim: id }) => id === 'separate');
  };
  expect(await claim(rejects => (rejects ? 429 : 200))).toMatchObject({ verdict: 'failed' });
  expect(await claim(() => 404)).toMatchObject({ verdict: 'passed' });
  expect(await claim(() => 429)).toMatchObject({ verdict: 'not-exercised' });
});
