/** Computes quantiles, response times by route, and the observed behaviour where the spec is silent. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { group } from '../../schemas/group.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { statements, type StatementId } from '../../contract/statements.ts';

/** Returns the quantile of sorted values, interpolated linearly as k6 does. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Returns the durations of successful responses by route, in milliseconds, ascending. */
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

interface ValueSeen {
  readonly value: unknown;
  /** Distinct places, or none if the value holds for the whole target. */
  readonly places: readonly string[];
  /** Ids of the exchanges. */
  readonly evidence: readonly string[];
  /** True if the value is worth a look. */
  readonly marked: boolean;
}

export interface Fact {
  readonly id: string;
  readonly anchor: string;
  /** Describes what the spec leaves open. */
  readonly text: string;
  /** Observed values, most frequent first. */
  readonly values: readonly ValueSeen[];
}

/** Members of an observed value that name its place. */
const placeNames = ['of', 'list', 'action', 'key', 'kind', 'id'];

/** Returns the observed facts in the order of the run. Facts with a marked value come first. */
export function factsOf({ observations }: Pick<ConformanceResult, 'observations'>): Fact[] {
  const facts = [...group(observations, ({ id }) => id)].map(([id, own]) => {
    const text = statements[id as StatementId]?.text ?? id;
    return { id, anchor: own[0].anchor, text, values: valuesOf(own) };
  });
  const isMarked = ({ values }: Fact) => values.some(({ marked }) => marked);
  return [...facts.filter(isMarked), ...facts.filter(each => !isMarked(each))];
}

function valuesOf(observations: ConformanceResult['observations']): ValueSeen[] {
  const seen = observations.map(each => ({ ...each, ...splitPlace(each.value) }));
  return [...group(seen, ({ value }) => JSON.stringify(value)).values()]
    .map(alike => ({
      value: alike[0].value,
      places: [...new Set(alike.flatMap(({ place }) => place ?? []))],
      evidence: [...new Set(alike.flatMap(({ evidence }) => evidence))],
      marked: alike.some(({ marked }) => marked),
    }))
    .toSorted((a, b) => b.places.length - a.places.length);
}

/** Separates an observed value from its place. */
function splitPlace(value: unknown): { value: unknown; place?: string } {
  if (!isObject(value)) return { value };
  const name = placeNames.find(each => typeof value[each] === 'string');
  if (name === undefined) return { value };
  const { [name]: place, ...rest } = value;
  return { value: rest, place: String(place) };
}
