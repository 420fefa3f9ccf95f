/** JSON Schema of a limiter in a result. */
import { closed, count, ids, storedText, text, verdict } from './parts.ts';

const measured = {
  anyOf: [
    closed({ value: { type: 'number' }, low: { type: 'number' }, high: { type: 'number' } }),
    closed({ inconclusive: { const: true }, reason: text }),
  ],
};

export const probedLimiter = closed({
  name: text,
  limit: measured,
  windowSeconds: measured,
  algorithm: closed({ name: text, confidence: text, reason: text }),
  claims: {
    type: 'array',
    items: closed(
      { claim: text, verdict, evidence: { type: 'array', items: count } },
      { reason: text, expected: text, actual: text },
    ),
  },
  observations: {
    type: 'array',
    items: closed({ id: text, value: text, marked: { type: 'boolean' } }),
  },
  requests: count,
  stopped: text,
  settings: closed({ maxRequests: count, maxWaitMs: count }, { others: ids, siblings: ids }),
  startedAt: { type: 'number' },
  notes: {
    type: 'array',
    items: closed(
      {
        phase: text,
        at: { type: 'number' },
        took: { type: 'number', minimum: 0 },
        status: count,
        headers: { type: 'object', additionalProperties: text },
        body: storedText,
      },
      { to: text },
    ),
  },
});
