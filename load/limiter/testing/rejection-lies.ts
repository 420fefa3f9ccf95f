/** Limiters whose 429 has another status, or a body that is wrong (§7, §8). */
import { fixedWindow, type Decision } from '../../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../../schemas/records/limiter.ts';
import type { Lie } from './probe-simulated.ts';
import { secondsUp, type TitledLie } from './lie.ts';

const body =
  (text: string | ((decision: Decision, now: number) => string)): Lie =>
  (response, decision, now) =>
    decision.admitted
      ? response
      : { ...response, body: typeof text === 'string' ? text : text(decision, now) };

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
