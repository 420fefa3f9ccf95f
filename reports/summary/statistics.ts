/** Groups by a key, quantiles, and how long the routes of a target took to respond. */
import type { ConformanceResult } from '../../schemas/records/result.ts';

/** Items by key, in the order in which the keys occur; no list is empty. */
export function group<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const found = groups.get(key);
    if (found) found.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The value below which a share of the sorted values lies; linear between two of them, as k6 does it. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

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
