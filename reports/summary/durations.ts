/** How long the routes of a target took to respond. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { group } from '../group.ts';

/** Route -> durations of its successful responses in milliseconds, ascending. */
export function durations({ exchanges }: ConformanceResult): Map<string, number[]> {
  const successful = Object.values(exchanges).filter(
    ({ response: { status }, unrecorded }) =>
      status >= 200 && status < 300 && !unrecorded?.includes('times'),
  );
  return new Map(
    [...group(successful, ({ route }) => route)].map(([route, own]) => [
      route,
      own.map(({ times }) => times.durationMs).toSorted((a, b) => a - b),
    ]),
  );
}
