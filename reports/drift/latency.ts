/** Routes that answer much slower or faster than they did. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { durations } from '../summary/durations.ts';
import { quantile } from '../summary/quantile.ts';
import type { Change } from './change.ts';
import { routeAnchor } from './route-anchor.ts';

/** Fewer responses show no percentile. */
const fewest = 8;
/** Smaller changes are those of the network and the machine. */
const factor = 2;
const leastMs = 100;

export function latencyChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = durations(before);
  return [...durations(after)].flatMap(([route, now]) => {
    const old = then.get(route) ?? [];
    if (old.length < fewest || now.length < fewest) return [];
    const p95 = (sorted: readonly number[]) => quantile(sorted, 0.95);
    const [slow, fast] = p95(old) < p95(now) ? [now, old] : [old, now];
    // Three quarters have to be slower than nearly all were before: a single slow response moves the 95th percentile
    // alone, and a busy machine slows down the requests of some seconds.
    const beyondNoise = quantile(slow, 0.25) > p95(fast);
    if (p95(slow) < factor * p95(fast) || p95(slow) - p95(fast) < leastMs || !beyondNoise)
      return [];
    const show = (sorted: readonly number[]) => `p95 ${Math.round(p95(sorted))} ms`;
    const about = { kind: 'latency', about: route, ...routeAnchor(route) } as const;
    return [{ ...about, before: show(old), after: show(now) }];
  });
}
