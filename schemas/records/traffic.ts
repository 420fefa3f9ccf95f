import {
  amount,
  closed,
  constant,
  count,
  flag,
  listOf,
  mapOf,
  number,
  text,
  texts,
  time,
  type Closed,
  type TypeOf,
} from './schema.ts';

const counts = {
  /** Includes limited and failed requests. */
  sent: count,
  /** Responses with 429. */
  limited: count,
  /** Responses with 5xx, broken connections, and statuses that are not a success of the route. */
  failed: count,
};
export interface Counts extends Closed<typeof counts> {}

/** Number of samples, and their percentiles in milliseconds. */
const durations = closed({
  count,
  min: number,
  p50: number,
  p95: number,
  p99: number,
  max: number,
});
export interface Durations extends TypeOf<typeof durations> {}

/** Summary that `load/traffic.ts` writes in k6: `traffic.json`. */
export const trafficSchema = closed(
  {
    schemaVersion: constant(1),
    profile: text,
    startedAt: time,
    durationMs: amount,
    requests: closed({
      ...counts,
      /** Requests that were not sent because a 429 announced a wait. */
      skipped: count,
      /** Requests that were not sent because no virtual user was free in time. */
      dropped: count,
      /** Requests that began more than 100 ms late. */
      late: count,
      /** Requests before the load, to learn which routes work. */
      before: count,
    }),
    /** Counts by the id of the route. Durations are in milliseconds, of successes only. */
    byRoute: mapOf(closed(counts, { durations })),
    /** Order requests that did not end within GV_ASYNC_TIMEOUT. */
    unfinished: count,
    virtualUsers: count,
    thresholds: listOf(closed({ metric: text, condition: text, ok: flag })),
    /** Reasons by name of a part that was not exercised. */
    notExercised: mapOf(text),
    notes: texts,
  },
  {
    /** Reason why no durations of routes are stated. */
    withheld: text,
    /** Present if reads were dropped. True if k6 had started as many virtual users as GV_LOAD_MAX_VUS permits. */
    allBusy: flag,
    /** Milliseconds from the 202 to the end of the order request. */
    queuedToDone: durations,
    /** Money by currency. Absent if k6 could not count all money. */
    spend: mapOf(number),
    /** Cost of purchases that got a 429, so the target claims that it did not make them. Absent if `spend` is absent. */
    possiblySpent: mapOf(number),
  },
);
export interface TrafficSummary extends TypeOf<typeof trafficSchema> {}
