/** What got worse, each with how it fails now; what only fails in the same way stands with its cause. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { group } from '../group.ts';
import { failuresOf, type Failure, type FailureGroup } from '../summary/failures.ts';
import type { Change } from './change.ts';

export interface Worse {
  /** Of one requirement: itself, or some of its cases. */
  readonly changes: readonly [Change, ...Change[]];
  /** How it fails now; of cases that failed before, nothing. */
  readonly groups: readonly FailureGroup[];
  /** Others that got worse because of it. */
  readonly others: readonly Change[];
}

export function worseOf(changes: readonly Change[], after: ConformanceResult): Worse[] {
  const worse = group(
    changes.filter(each => each.worse),
    ({ about }) => about,
  );
  const failures = new Map(failuresOf(after).map(each => [each.requirement.id, each]));
  const causeOf = (id: string): string | undefined => {
    const cause = failures.get(id)?.cause?.id;
    return cause !== undefined && worse.has(cause) ? cause : undefined;
  };
  return [...worse]
    .filter(([id]) => causeOf(id) === undefined)
    .map(([id, own]) => ({
      changes: own,
      groups: groupsOf(own, failures.get(id)),
      others: [...worse].filter(([other]) => causeOf(other) === id).map(([, [first]]) => first),
    }));
}

function groupsOf(changes: readonly Change[], failure: Failure | undefined): FailureGroup[] {
  const names = new Set(changes.flatMap(({ case: name }) => name ?? []));
  return (failure?.groups ?? []).flatMap(({ cases }) => {
    const [first, ...rest] = cases.filter(({ id }) => names.size === 0 || names.has(id));
    return first ? [{ cases: [first, ...rest] as const }] : [];
  });
}
