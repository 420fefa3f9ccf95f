import { expect, test } from '#test';
import {
  type Decision,
  fixedWindow,
  halvedAfterRejection,
  type Limiter,
  replicas,
} from '../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../schemas/records/limiter.ts';
import { type Lie, type World, probeSimulated } from './testing/simulated.ts';

/** A limiter's fault, the claim that fails for it, and the world that it needs. */
type TitledLie = readonly [title: string, claim: ClaimId, lie: Lie, only?: Partial<World>];

/** Returns the seconds from now until the limiter admits again. */
const seconds = (d: Decision, now: number) => (d.retryAt - now) / 1000;

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

const both =
  (first: Lie, second: Lie): Lie =>
  (response, decision, now) =>
    second(first(response, decision, now), decision, now);

const frozen = Math.ceil((1_700_000_000_123 + 3_600_000) / 1000);

export const headerLies: readonly TitledLie[] = [
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
    both(
      header('RateLimit-Limit', d => `${d.limit + 5}`, 'all'),
      header('RateLimit-Remaining', d => `${d.remaining + (d.admitted ? 5 : 0)}`, 'all'),
    ),
  ],
  [
    'a window after a rejection admits half of what it states',
    'remaining-falls',
    response => response,
    { limiter: halvedAfterRejection(40, 5000) },
  ],
];

const body =
  (text: string): Lie =>
  (response, decision) =>
    decision.admitted ? response : { ...response, body: text };

export const rejectionLies: readonly TitledLie[] = [
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
    'a rejection is a 403',
    'rejection-status',
    (response, decision) => (decision.admitted ? response : { ...response, status: 403 }),
  ],
];

for (const [title, claim, lie, only] of [...headerLies, ...rejectionLies])
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

/** Windows whose counter looks, is away for `lag` ms, and counts only then: adding one, or writing what it saw and one. */
function racy(limit: number, window: number, lag: number, overwrites: boolean): Limiter {
  let end = -Infinity;
  let count = 0;
  let pending: { at: number; value: number }[] = [];
  return now => {
    for (const { value } of pending.filter(({ at }) => at <= now))
      count = overwrites ? value : count + 1;
    pending = pending.filter(({ at }) => at > now);
    if (now >= end) [end, count, pending] = [now + window, 0, []];
    const admitted = count < limit;
    if (admitted) pending.push({ at: now + lag, value: count + 1 });
    const remaining = Math.max(0, limit - count - 1);
    return { admitted, limit, remaining, retryAt: end, resetAt: end };
  };
}

for (const overwrites of [false, true])
  for (const limit of [8, 20, 75])
    test(`caught: ${limit} requests are counted late, ${overwrites ? 'some not at all' : 'all of them'}`, async () => {
      const limiter = racy(limit, 5000, 1.5, overwrites);
      const { claims } = await probeSimulated({ limiter, settings: { maxRequests: 3000 } });
      const claim = claims.find(({ claim: id }) => id === 'burst');
      expect(claim, JSON.stringify(claim)).toMatchObject({ verdict: 'failed' });
      expect(claim?.evidence.length).toBeGreaterThan(9);
    });

/** Others use half of each window as soon as it opens. */
function halfUsed(limit: number, window: number): Limiter {
  const inner = fixedWindow(limit, window, false);
  return now => {
    const decision = inner(now);
    if (decision.remaining !== limit - 1) return decision;
    let used = decision;
    for (let others = 0; others < Math.floor(limit / 2); others++) used = inner(now);
    return { ...used, admitted: true };
  };
}

test('a Remaining that others make fall faster is not accused, whatever replicas make of it', async () => {
  for (const instances of [1, 2, 3])
    for (const limit of [4, 7, 10, 12, 20, 30, 60]) {
      let turn = 0;
      const limiter = replicas(
        Array.from({ length: instances }, () => halfUsed(limit, 10_000)),
        () => turn++,
      );
      const { claims } = await probeSimulated({ limiter });
      const claim = claims.find(({ claim: id }) => id === 'remaining-falls');
      expect(claim?.verdict, `limit ${limit}, ${instances} replicas`).not.toBe('failed');
    }
});

const bodies: readonly [names: string, body: (seconds: number) => object, windowMs?: number][] = [
  ['twice the wait', s => ({ error: 'slow', retryAfter: 2 * s + 3 })],
  ['milliseconds as seconds', s => ({ error: 'slow', retryAfterSeconds: 1000 * s })],
  ['milliseconds as seconds in a text', s => ({ error: `Try again in ${1000 * s} seconds` })],
  ['less than the wait in a text', () => ({ error: 'Please wait 2 seconds' }), 900_000],
  ['seconds as minutes', s => ({ error: 'slow', retry_after_minutes: 60 + s })],
];

for (const [names, body, windowMs = 5000] of bodies)
  test(`a body that names ${names} is marked, and accuses nobody`, async () => {
    const { claims, observations } = await probeSimulated({
      limiter: fixedWindow(20, windowMs, false),
      lie: (response, { admitted, retryAt }, now) =>
        admitted
          ? response
          : { ...response, body: JSON.stringify(body(Math.ceil((retryAt - now) / 1000))) },
    });
    expect(observations).toContainEqual(
      expect.objectContaining({ id: 'wait-in-body', marked: true }),
    );
    expect(claims.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
