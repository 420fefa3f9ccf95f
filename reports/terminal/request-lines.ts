/** How many requests a run sent, as lines of its summary. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { routes } from '../../schemas/routes.ts';
import { upTo } from './paint.ts';

const most = 6;

const limiterOf = new Map(routes.all.map(({ id, limiter }) => [id, limiter]));

/** In total, by the limiter that counts them, by the key that they carried. */
export function requestLines(requests: ConformanceResult['requests']): string[] {
  const { sent, limited, generated, probes, byRoute } = requests;
  const byLimiter = new Map<string, number>();
  const byKey = new Map<string, number>();
  for (const [id, keys] of Object.entries(byRoute))
    for (const [key, count] of Object.entries(keys)) {
      const limiter = limiterOf.get(id) ?? 'not rate limited';
      byLimiter.set(limiter, (byLimiter.get(limiter) ?? 0) + count);
      byKey.set(key, (byKey.get(key) ?? 0) + count);
    }
  const list = (counted: ReadonlyMap<string, number>) =>
    upTo(
      most,
      [...counted].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`),
    ).join(', ');
  const included = [
    `${generated} payloads at bounds`,
    ...(probes > 0 ? [`${probes} by limiter checks`] : []),
    ...(limited > 0 ? [`${limited} rate limited and retried`] : []),
  ];
  const indent = ''.padEnd(14);
  return [
    `  ${'requests'.padEnd(14)}${sent} (${included.join(', ')}), excluding limiter measurements`,
    ...(sent > 0 ? [`  ${indent}by limiter: ${list(byLimiter)}`] : []),
    ...(sent > 0 ? [`  ${indent}by key: ${list(byKey)}`] : []),
  ];
}
