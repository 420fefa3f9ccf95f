/** JSON Schema (2020-12) of `plan --json`. */
import { limiterNames } from '../../routes.ts';
import { prospects } from '../plan.ts';
import { closed, count, head, ids, listOf, positive, text } from './parts.ts';

const amount = { type: 'number', minimum: 0 } as const;
const limiter = { enum: [...limiterNames] };

const requirement = closed(
  { id: text, prospect: { enum: [...prospects] } },
  { reason: text, needs: ids },
);

const remedy = closed({ setting: text, about: text, opens: count, requirements: ids });

const probe = closed(
  { limiter },
  { skipped: text, last: closed({ requests: count, seconds: amount }) },
);

const money = closed({
  currency: text,
  rehearsed: amount,
  most: amount,
  cap: amount,
  spentEarlier: amount,
});

const limited = closed({
  file: text,
  startedAt: { type: 'string', format: 'date-time' },
  seconds: amount,
  limits: listOf(closed({ limiter, limit: amount, windowSeconds: amount, waits: count })),
});

export const planSchema = {
  ...head('What a conformance run would do'),
  ...closed({
    schemaVersion: { const: 1 },
    target: closed({
      baseUrl: text,
      origin: { enum: ['reference', 'configured'] },
      keys: ids,
      allow: ids,
    }),
    profile: text,
    assumptions: ids,
    requirements: listOf(requirement),
    remedies: listOf(remedy),
    requests: closed({
      total: count,
      byLimiter: closed({ catalog: count, webhooks: count, wallet: count, other: count }),
      most: positive,
    }),
    probes: closed({ limiters: listOf(probe), maxRequests: positive, maxWait: amount }),
    money: listOf(money),
    time: closed({ maxWait: amount }, { perSecond: amount, seconds: amount, limited }),
  }),
};
