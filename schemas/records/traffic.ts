import { amount, closed, constant, count, flag, listOf, mapOf } from './schema.ts';
import { number, pairOf, text, texts, time, type Closed, type TypeOf } from './schema.ts';

const counts = {
  /** Including limited and failed ones. */
  sent: count,
  /** Responses of 429. */
  limited: count,
  /** 5xx, broken connections, and statuses that are no success of the route. */
  failed: count,
};
export interface Counts extends Closed<typeof counts> {}

const quantile = pairOf<readonly [percent: number, value: number]>(number);
export type Quantile = TypeOf<typeof quantile>;

/**
 * How samples are distributed, small enough to travel: what one machine measured, in a form from which the parts of
 * several machines give the right percentiles (load/traffic/distributed/).
 */
const distribution = closed({
  count,
  min: number,
  max: number,
  /** Ascending; from `[0, min]` to `[100, max]`. Between two of them the value is interpolated linearly, as k6 does. */
  quantiles: listOf(quantile),
});
export interface Distribution extends TypeOf<typeof distribution> {}

/** What `load/traffic.ts` writes in k6: `traffic.json`. */
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
    byRoute: mapOf(closed(counts, { durations: distribution })),
    /** Order requests that did not end within GV_ASYNC_TIMEOUT. */
    unfinished: count,
    virtualUsers: count,
    thresholds: listOf(closed({ metric: text, condition: text, ok: flag })),
    /** What was not exercised, by the name of the part, and why. */
    notExercised: mapOf(text),
    notes: texts,
  },
  {
    /** The execution segment of this machine, if there are several. */
    segment: text,
    /** From the 202 to the end of the order request, milliseconds. */
    queuedToDone: distribution,
    /** Money per currency; absent if k6 could not count all of it. */
    spend: mapOf(number),
    /** Cost of the purchases that got a 429, which is the word of the target; absent as `spend` is. */
    possiblySpent: mapOf(number),
  },
);
export interface TrafficSummary extends TypeOf<typeof trafficSchema> {}
