/** The shape of `plan --json`: what a run would do, by a rehearsal on the reference. */
import { limiterNames, type LimiterName } from '../routes.ts';
import { amount, closed, constant, count, file, listOf, oneOf } from './schema.ts';
import { positive, text, texts, time, type TypeOf } from './schema.ts';

const requirement = closed(
  {
    id: text,
    /** `runs`: it was shown in the rehearsal. `depends`: its check ran, and shows something only if the target has it. */
    prospect: oneOf(['runs', 'depends', 'waits']),
  },
  {
    /** Unless it runs: why. */
    reason: text,
    /** What it waits for, `GV_KEY_REVOKED`, `GV_ALLOW=spend`. */
    needs: texts,
  },
);
export interface PlannedRequirement extends TypeOf<typeof requirement> {}

/** One setting or permission, and what it would open. */
const remedy = closed({
  /** `GV_KEY_REVOKED`, `GV_ALLOW=spend` */
  setting: text,
  about: text,
  /** Requirements that wait for it and, by the catalogue, for nothing else. */
  opens: count,
  /** All requirements that wait for it. */
  requirements: texts,
});
export interface Remedy extends TypeOf<typeof remedy> {}

/** A limiter of §8, or `other` for routes that the spec names no limiter of. */
export type Counter = LimiterName | 'other';

const limiter = oneOf(limiterNames);

const probe = closed(
  { limiter },
  {
    /** Why it is not probed. */
    skipped: text,
    /** Of the last result: what its probe sent, and how long it took. */
    last: closed({ requests: count, seconds: amount }),
  },
);
export interface PlannedProbe extends TypeOf<typeof probe> {}

const money = closed({
  currency: text,
  /** What the rehearsal bought, of the reference's products. */
  rehearsed: amount,
  /** The most that a run can spend now: what is left of the cap. */
  most: amount,
  /** GV_MAX_SPEND. */
  cap: amount,
  /** By other runs, in the last 24 hours. */
  spentEarlier: amount,
});
export interface PlannedMoney extends TypeOf<typeof money> {}

const seenLimit = closed({
  limiter,
  limit: amount,
  windowSeconds: amount,
  /** Windows that the requests of a run fill before the last one. */
  waits: count,
});

const duration = closed(
  {
    /** GV_MAX_WAIT, seconds. */
    maxWait: amount,
  },
  {
    /** GV_MAX_RPS; absent if nothing bounds the rate. */
    perSecond: amount,
    /** At that rate. */
    seconds: amount,
    /** Under the limits that the last result of this target found; absent if there is none, or it has no limits. */
    limited: closed({ file: text, startedAt: time, seconds: amount, limits: listOf(seenLimit) }),
  },
);
export interface PlannedTime extends TypeOf<typeof duration> {}

export const plan = closed({
  schemaVersion: constant(1),
  target: closed({
    baseUrl: text,
    origin: oneOf(['reference', 'configured']),
    /** Roles of the configured keys. */
    keys: texts,
    allow: texts,
  }),
  profile: text,
  /** What the rehearsal took for granted, and a run finds out. */
  assumptions: texts,
  /** Of the profile; what it does not run is left out. */
  requirements: listOf<PlannedRequirement>(requirement),
  remedies: listOf<Remedy>(remedy),
  requests: closed({
    total: count,
    byLimiter: closed({ catalog: count, webhooks: count, wallet: count, other: count }),
    /** GV_MAX_REQUESTS. */
    most: positive,
  }),
  /** Outside of that budget. */
  probes: closed({
    limiters: listOf<PlannedProbe>(probe),
    /** GV_PROBE_MAX_REQUESTS, of each. */
    maxRequests: positive,
    /** GV_PROBE_MAX_WAIT, seconds of one wait. */
    maxWait: amount,
  }),
  /** None if nothing may be spent. */
  money: listOf<PlannedMoney>(money),
  time: duration,
});
export interface Plan extends TypeOf<typeof plan> {}

export const planSchema = file('What a conformance run would do', plan);
