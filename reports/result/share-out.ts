/** Which of several machines runs which check. */
import { areaOf, statements, type Statement } from '../../contract/statements.ts';

/**
 * Areas with checks whose requests would write, spend or exhaust a limiter if they were accepted. All of them run in the
 * first shard, so that these things happen in one place; what only reads is shared out over the other shards.
 */
const acting: ReadonlySet<string> = new Set(
  Object.entries<Statement>(statements)
    .filter(([, { effect }]) => effect !== undefined)
    .map(([id]) => areaOf(id)),
);

/**
 * The shard of each area, counted from 1: whole areas, because their checks share what was read; the largest first, each
 * to the shard that has least.
 *
 * @param ids of the checks that were selected, the same ones on every machine.
 */
export function shareOut(ids: readonly string[], total: number): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const area of ids.map(areaOf)) sizes.set(area, (sizes.get(area) ?? 0) + 1);
  const loads = Array.from({ length: total }, (_, at) => ({ shard: at + 1, checks: 0 }));
  const readers = total === 1 ? loads : loads.slice(1);
  const shards = new Map<string, number>();
  for (const [area, size] of [...sizes].toSorted(([, a], [, b]) => b - a)) {
    const least = readers.reduce((a, b) => (b.checks < a.checks ? b : a));
    const chosen = acting.has(area) ? loads[0] : least;
    if (!chosen) continue;
    chosen.checks += size;
    shards.set(area, chosen.shard);
  }
  return shards;
}
