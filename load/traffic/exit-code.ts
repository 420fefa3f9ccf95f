/** The exit code of a load run: failed 1, an error 3, nothing judged 2, else 0. */
import type { Outcome } from '../../schemas/records/result.ts';
import { ofLoad, soundness } from './metrics.ts';
import { metrics } from './user/metric-names.ts';
import type { TrafficSummary } from '../../schemas/records/traffic.ts';

/** Metrics of the run itself: if a threshold of one is crossed, the run is in trouble, not the target. */
const troubles: readonly string[] = [`http_reqs{${ofLoad}}`, metrics.exceptions, metrics.open];
const unanswered = `http_reqs{${ofLoad},status:200}`;

export function exitCodeOf(
  summary: TrafficSummary,
  outcomes: readonly Pick<Outcome, 'verdict'>[],
): number {
  const has = (verdict: Outcome['verdict']) => outcomes.some(each => each.verdict === verdict);
  const broken = summary.thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric);
  const demanded = broken.filter(metric => !(metric in soundness) || metric.startsWith('checks'));
  if (has('failed') || demanded.length > 0) return 1;
  if (has('error') || broken.some(metric => troubles.includes(metric))) return 3;
  return has('passed') && !broken.includes(unanswered) ? 0 : 2;
}
