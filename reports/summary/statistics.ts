/** Computes quantiles, how long the routes of a target took to respond, and what it does if the spec is silent. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { group } from '../../schemas/group.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { statements, type StatementId } from '../../contract/statements.ts';

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

interface ValueSeen {
  readonly value: unknown;
  /** Distinct places; none if the value is one of the whole target. */
  readonly places: readonly string[];
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
  /** Worth a look. */
  readonly marked: boolean;
}

export interface Fact {
  readonly id: string;
  readonly anchor: string;
  /** The point that the spec leaves open. */
  readonly text: string;
  /** The most frequent first. */
  readonly values: readonly ValueSeen[];
}

/** Members of a value that say where it was seen. */
const placeNames = ['of', 'list', 'action', 'key', 'kind', 'id'];

/** In the order of the run; facts with a value worth a look come first. */
export function factsOf({ observations }: Pick<ConformanceResult, 'observations'>): Fact[] {
  const facts = [...group(observations, ({ id }) => id)].map(([id, own]) => {
    const text = statements[id as StatementId]?.text ?? id;
    return { id, anchor: own[0].anchor, text, values: valuesOf(own) };
  });
  const isMarked = ({ values }: Fact) => values.some(({ marked }) => marked);
  return [...facts.filter(isMarked), ...facts.filter(each => !isMarked(each))];
}

function valuesOf(observations: ConformanceResult['observations']): ValueSeen[] {
  const seen = observations.map(each => ({ ...each, ...apart(each.value) }));
  return [...group(seen, ({ value }) => JSON.stringify(value)).values()]
    .map(alike => ({
      value: alike[0].value,
      places: [...new Set(alike.flatMap(({ place }) => place ?? []))],
      evidence: [...new Set(alike.flatMap(({ evidence }) => evidence))],
      marked: alike.some(({ marked }) => marked),
    }))
    .toSorted((a, b) => b.places.length - a.places.length);
}

/** A value without its place, and the place. */
function apart(value: unknown): { value: unknown; place?: string } {
  if (!isObject(value)) return { value };
  const name = placeNames.find(each => typeof value[each] === 'string');
  if (name === undefined) return { value };
  const { [name]: place, ...rest } = value;
  return { value: rest, place: String(place) };
}
