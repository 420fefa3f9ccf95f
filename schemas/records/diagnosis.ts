/** The shape of `doctor --json`: if a run can start, what is worth a look before, and what would run. */
import { limiterNames } from '../routes.ts';
import {
  amount,
  closed,
  constant,
  count,
  file,
  flag,
  listOf,
  mapOf,
  oneOf,
  positive,
  text,
  texts,
  time,
  type TypeOf,
} from './schema.ts';

/** `stop`: a run could not start. */
export const marks = ['ok', 'look', 'stop'] as const;
export type Mark = (typeof marks)[number];

const finding = closed({
  mark: oneOf(marks),
  /** Says what was seen, and what to do. */
  text,
});
export interface Finding extends TypeOf<typeof finding> {}

const section = closed({
  name: oneOf(['configuration', 'machine', 'target', 'keys', 'money']),
  findings: listOf<Finding>(finding),
});
export interface Section extends TypeOf<typeof section> {}

/** A requirement that a run would not exercise. */
const unexercised = closed({
  id: text,
  reason: text,
  /** Settings and permissions that it waits for, `GV_KEY_REVOKED`, `GV_ALLOW=spend`; none if it depends on what the target has. */
  needs: texts,
});
export interface Unexercised extends TypeOf<typeof unexercised> {}

/** One setting or permission, and the requirements that it opens. */
const remedy = closed({
  /** `GV_KEY_REVOKED`, `GV_ALLOW=spend` */
  setting: text,
  about: text,
  /** Ids of requirements that wait for it and, by the catalogue, for nothing else. */
  opens: texts,
  /** Ids of those that wait for another setting as well. */
  opensWithOthers: texts,
});
export interface Remedy extends TypeOf<typeof remedy> {}

/** Money by currency. */
const sums = mapOf(amount);

const plan = closed(
  {
    profile: text,
    /** Ids of requirements. */
    exercised: texts,
    notExercised: listOf<Unexercised>(unexercised),
    remedies: listOf<Remedy>(remedy),
    requests: closed({
      total: count,
      /** `other`: of routes that §8 names no limiter of. */
      byLimiter: closed({ catalog: count, webhooks: count, wallet: count, other: count }),
      /** GV_MAX_REQUESTS. */
      most: positive,
    }),
    /** Outside of these requests. */
    probes: closed({
      limiters: listOf(oneOf(limiterNames)),
      /** GV_PROBE_MAX_REQUESTS, of each. */
      maxRequests: positive,
      /** GV_PROBE_MAX_WAIT, seconds of one wait. */
      maxWait: amount,
      /** The most that all of them take, waits included. */
      mostSeconds: amount,
    }),
    spend: sums,
  },
  {
    /** An assumption of the plan that only a run can confirm. */
    assumption: text,
    /** Requests a second (GV_MAX_RPS), and the seconds that they take at that rate, without probes; absent if nothing bounds the rate. */
    time: closed({ perSecond: amount, seconds: amount }),
    /** Runs that spend as much and fit into what GV_MAX_SPEND leaves now; absent if nothing is spent. */
    runsLeft: count,
    /** Runs that spend as much and fit into the whole of it, which is that of 24 hours. */
    runsADay: count,
    /** The last result in GV_OUT, if it is of this target and profile; of its seconds, those of the probes. */
    lastRun: closed({
      startedAt: time,
      requests: count,
      seconds: amount,
      probeSeconds: amount,
      spend: sums,
    }),
  },
);
/** The plan of a run: its checks were run on the embedded reference, with the settings that the target has. */
export interface Plan extends TypeOf<typeof plan> {}

export const diagnosisSchema = file(
  'Whether a conformance run can start, and what it would do',
  closed(
    { schemaVersion: constant(1), canStart: flag, sections: listOf<Section>(section) },
    {
      /** Absent if a run could not start. */
      plan,
    },
  ),
);
export interface Diagnosis extends TypeOf<typeof diagnosisSchema> {}
