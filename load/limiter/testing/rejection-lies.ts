/** Limiters whose 429 has another status, or a body that is wrong (§7, §8). */
import type { ClaimId } from '../../../schemas/records/limiter.ts';
import type { Lie } from './probe-simulated.ts';
import type { TitledLie } from './lie.ts';

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
