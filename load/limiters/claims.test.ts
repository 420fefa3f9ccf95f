import { expect, test } from '#test';
import {
  type Decision,
  fixedWindow,
  halvedAfterRejection,
  rejectingOnce,
} from '../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../schemas/records/limiter.ts';
import { probeSimulated, type Lie, type World } from './testing/simulated.ts';

type Value = (decision: Decision, now: number, honest: string) => string | undefined;

/** Rewrites a header of every response, or drops it. */
const always =
  (name: string, value: Value): Lie =>
  (response, decision, now) => {
    const { [name]: honest = '', ...headers } = response.headers;
    const lie = value(decision, now, honest);
    return { ...response, headers: { ...headers, ...(lie === undefined ? {} : { [name]: lie }) } };
  };

/** Changes only rejections. */
const on429 =
  (lie: Lie): Lie =>
  (response, decision, now) =>
    decision.admitted ? response : lie(response, decision, now);

const retryAfter = (value: Value) => on429(always('Retry-After', value));
const reset = (value: Value) => on429(always('RateLimit-Reset', value));
const everyReset = (value: Value) => always('RateLimit-Reset', value);
const limit = (value: Value) => always('RateLimit-Limit', value);
const remaining = (value: Value) => always('RateLimit-Remaining', value);
const body = (text: string) => on429(response => ({ ...response, body: text }));
const status = (code: number) => on429(response => ({ ...response, status: code }));

/** Returns the seconds from now until the limiter admits again. */
const seconds = (d: Decision, now: number) => (d.retryAt - now) / 1000;
const frozen = Math.ceil((1_700_000_000_123 + 3_600_000) / 1000);
const bare = { rateLimitHeaders: false };

/** Fault in the responses of a limiter, with the world that it needs. */
type Told = Lie | readonly [Lie, Partial<World>];

const lies: Readonly<Partial<Record<ClaimId, Readonly<Record<string, Told>>>>> = {
  'retry-after-integer': {
    'it is fractional': retryAfter((d, now) => seconds(d, now).toFixed(2)),
    'it is in milliseconds': [
      retryAfter(d => `${Math.ceil(d.retryAt - d.resetAt + 5000)}`),
      { settings: { maxWaitMs: 6000 } },
    ],
  },
  'retry-after-kept': {
    'it is always 0, without other headers': [retryAfter(() => '0'), bare],
    'it is 1 for a window that outlasts the probe': [
      retryAfter(() => '1'),
      { limiter: fixedWindow(20, 900_000, false) },
    ],
  },
  'retry-after-end': {
    'it is always 1, without other headers': [retryAfter(() => '1'), bare],
  },
  'ratelimit-reset': {
    'it is in milliseconds': [
      everyReset(d => `${Math.round(d.resetAt)}`),
      { settings: { maxWaitMs: 6000 } },
    ],
    'it is frozen': everyReset(() => `${frozen}`),
    'it is an ISO date': reset(d => new Date(d.resetAt).toISOString()),
    'it is missing on the 429 only': reset(() => undefined),
  },
  'ratelimit-limit': {
    'it is a word': on429(limit(() => 'twenty')),
  },
  'remaining-zero': {
    'it is negative on a 429': on429(remaining(() => '-1')),
  },
  'limit-admitted': {
    'Limit is one less than a window admits': limit(d => `${d.limit - 1}`),
  },
  burst: {
    'a window admits twice as many, the rest with a Remaining of 0': [
      (response, d, now) => {
        const stated = limit(() => `${d.limit / 2}`)(response, d, now);
        return remaining(() => `${Math.max(0, d.remaining - d.limit / 2)}`)(stated, d, now);
      },
      { limiter: fixedWindow(80, 5000, false) },
    ],
    'only one request is rejected': [response => response, { limiter: rejectingOnce(40, 5000) }],
  },
  'remaining-falls': {
    'it falls in steps of two': remaining(
      d => `${d.remaining === d.limit - 1 ? d.remaining : d.remaining & ~7}`,
    ),
    'it is one too few': remaining(d => `${Math.max(0, d.remaining - 1)}`),
    'it stands still': remaining(d => `${d.admitted ? d.limit - 1 : 0}`),
    'it jumps up and down': [
      remaining(d => `${d.remaining === 59 ? 59 : (7 * d.remaining + 3) % 60}`),
      { limiter: fixedWindow(60, 5000, false) },
    ],
    'it and Limit are more than a window admits': (response, d, now) => {
      const stated = limit(() => `${d.limit + 5}`)(response, d, now);
      return remaining(() => `${d.remaining + (d.admitted ? 5 : 0)}`)(stated, d, now);
    },
    'a window after a rejection admits half of what it states': [
      response => response,
      { limiter: halvedAfterRejection(40, 5000) },
    ],
  },
  'rejection-body': {
    'it is empty': body(''),
    'it is a string': body('"Too many requests"'),
    'it has no error': body('{"message":"Too many requests"}'),
    'error is an object': body('{"error":{"text":"Too many"}}'),
    'it has action': body('{"error":"Too many requests","action":false}'),
  },
  'rejection-status': {
    'it is 503, without RateLimit headers': [status(503), bare],
    'it is 403': status(403),
  },
};

for (const [claim, told] of Object.entries(lies))
  for (const [title, each] of Object.entries(told))
    test(`the claim ${claim} fails if ${title}`, async () => {
      const [lie, only] = typeof each === 'function' ? [each, {}] : each;
      for (const window of 'limiter' in only ? [5000] : [2000, 5000]) {
        const limiter = fixedWindow(20, window, false);
        const findings = await probeSimulated({ limiter, lie, ...only });
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
