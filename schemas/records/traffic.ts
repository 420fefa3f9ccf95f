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
  /** Including limited and failed ones. */
  sent: count,
  /** Responses of 429. */
  limited: count,
  /** 5xx, broken connections, and statuses that are no success of the route. */
  failed: count,
};
export interface Counts extends Closed<typeof counts> {}

/** So many samples and their percentiles, milliseconds. */
const durations = closed({
  count,
  min: number,
  p50: number,
  p95: number,
  p99: number,
  max: number,
});
export interface Durations extends TypeOf<typeof durations> {}

/** The summary that `load/traffic.ts` writes in k6: `traffic.json`. */
export const trafficSchema = closed(
  {
    schemaVersion: constant(1),
    profile: text,
    startedAt: time,
    durationMs: amount,
    requests: closed({
      ...counts,
      /** Not sent, because a 429 announced a wait. */
      skipped: count,
      /** Not sent, because all virtual users were busy. */
      dropped: count,
      /** Begun more than 100 ms after they were due; an upper bound if some were dropped. */
      late: count,
      /** Sent before the load, to find out what works. */
      before: count,
    }),
    /** By the id of the route; durations in milliseconds, of responses with a success status only. */
    byRoute: mapOf(closed(counts, { durations })),
    /** Order requests that did not end within GV_ASYNC_TIMEOUT. */
    unfinished: count,
    virtualUsers: count,
    thresholds: listOf(closed({ metric: text, condition: text, ok: flag })),
    /** Name of a part that was not exercised -> the reason. */
    notExercised: mapOf(text),
    notes: texts,
  },
  {
    /** From the 202 to the end of the order request, milliseconds. */
    queuedToDone: durations,
    /** Money per currency; absent if k6 could not count all of it. */
    spend: mapOf(number),
    /** Cost of the purchases that got a 429, which is the word of the target; absent as `spend` is. */
    possiblySpent: mapOf(number),
  },
);
export interface TrafficSummary extends TypeOf<typeof trafficSchema> {}
