/** Summarizes results night by night: what the trend page shows, and since when a requirement fails. */
import type { Measured } from '../../schemas/records/limiter.ts';
import type { ConformanceResult, RunVerdict } from '../../schemas/records/result.ts';
import { continueStreak, type Streak } from '../../schemas/records/streak.ts';
import { stateOf, type State } from '../summary/requirements.ts';
import { durations, quantile } from '../summary/statistics.ts';

/** Part of a trend that one result shows. */
export interface NightSummary {
  readonly startedAt: string;
  /** Address of the target. */
  readonly target: string;
  readonly verdict: RunVerdict;
  readonly requirements: ReadonlyMap<string, { readonly state: State; readonly text: string }>;
  /** 95th percentile of the response times of successes by route, in milliseconds. */
  readonly p95: ReadonlyMap<string, number>;
  /** Limit and window by the name of the limiter. */
  readonly limits: ReadonlyMap<string, string>;
}

export const summarizeNight = (result: ConformanceResult): NightSummary => ({
  startedAt: result.startedAt,
  target: result.target.baseUrl,
  verdict: result.verdict,
  requirements: new Map(
    result.requirements.map(each => [each.id, { state: stateOf(each), text: each.text }]),
  ),
  p95: new Map(
    [...durations(result)].map(([route, sorted]) => [route, Math.round(quantile(sorted, 0.95))]),
  ),
  limits: new Map(
    result.limiters.flatMap(each =>
      'skipped' in each
        ? []
        : [[each.name, `${valueText(each.limit)} / ${valueText(each.windowSeconds)} s`] as const],
    ),
  ),
});

/** Returns a measured number without its interval. */
const valueText = (measured: Measured): string =>
  'inconclusive' in measured ? '?' : String(measured.value);

/**
 * Returns since when a requirement fails, or undefined if it does not fail in the last night that judged it.
 *
 * @param nights Nights of one target, in order.
 */
export function failingSince(nights: readonly NightSummary[], id: string): Streak | undefined {
  let streak: Streak | undefined;
  for (const { startedAt, requirements } of nights)
    streak = continueStreak(streak, requirements.get(id)?.state, startedAt);
  return streak?.state === 'failed' ? streak : undefined;
}
