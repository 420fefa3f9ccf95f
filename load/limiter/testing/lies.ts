/** Faults of the responses of one limiter, with the claim that fails for each. */
import {
  type Decision,
  fixedWindow,
  halvedAfterRejection,
} from '../../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../../schemas/records/limiter.ts';
import type { Lie, World } from './simulated.ts';

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
