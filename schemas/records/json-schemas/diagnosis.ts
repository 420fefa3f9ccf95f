/** JSON Schema (2020-12) of `doctor --json`. */
import { limiterNames } from '../../routes.ts';
import { marks, sectionNames } from '../diagnosis.ts';
import { closed, count, head, ids, listOf, positive, text } from './parts.ts';

const amount = { type: 'number', minimum: 0 } as const;
const sums = { type: 'object', additionalProperties: amount } as const;

const section = closed({
  name: { enum: [...sectionNames] },
  findings: listOf(closed({ mark: { enum: [...marks] }, text })),
});

const lastRun = closed({
  startedAt: { type: 'string', format: 'date-time' },
  requests: count,
  seconds: amount,
  spend: sums,
});

const plan = closed(
  {
    profile: text,
    exercised: ids,
    notExercised: listOf(closed({ id: text, reason: text, needs: ids })),
    remedies: listOf(closed({ setting: text, about: text, opens: ids, opensWithOthers: ids })),
    requests: closed({
      total: count,
      byLimiter: closed({ catalog: count, webhooks: count, wallet: count, other: count }),
      most: positive,
    }),
    probes: closed({
      limiters: listOf({ enum: [...limiterNames] }),
      maxRequests: positive,
      maxWait: amount,
    }),
    spend: sums,
  },
  {
    assumption: text,
    time: closed({ perSecond: amount, seconds: amount }),
    runsLeft: count,
    lastRun,
  },
);

export const diagnosisSchema = {
  ...head('Whether a conformance run can start, and what it would do'),
  ...closed(
    { schemaVersion: { const: 1 }, canStart: { type: 'boolean' }, sections: listOf(section) },
    { plan },
  ),
};
