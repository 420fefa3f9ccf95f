/** Routes that answer much slower or faster than they did. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import type { Change } from './compare.ts';

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
    const [slow, fast] = percentile(old, 95) < percentile(now, 95) ? [now, old] : [old, now];
    // The middle has to be slower than nearly all was before: a single slow response moves the 95th percentile alone.
    const beyondNoise = percentile(slow, 50) > percentile(fast, 95);
    const [high, low] = [percentile(slow, 95), percentile(fast, 95)];
    if (high < factor * low || high - low < leastMs || !beyondNoise) return [];
    const show = (sorted: readonly number[]) => `p95 ${Math.round(percentile(sorted, 95))} ms`;
    return [{ kind: 'latency', about: route, before: show(old), after: show(now) } as const];
  });
}

/** Route -> durations of its successful responses in milliseconds, ascending. */
function durations({ exchanges }: ConformanceResult): Map<string, number[]> {
  const byRoute = new Map<string, number[]>();
  for (const { route, response, times } of Object.values(exchanges))
    if (response.status >= 200 && response.status < 300)
      byRoute.set(route, [...(byRoute.get(route) ?? []), times.durationMs]);
  for (const each of byRoute.values()) each.sort((a, b) => a - b);
  return byRoute;
}

/** The nearest rank. */
const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
