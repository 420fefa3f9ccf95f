/** What failed, equal failures as one, and what merely shows the same failure again. */
import type {
  CaseResult,
  ConformanceResult,
  RequirementResult,
} from '../../schemas/records/result.ts';
import type { Waiver } from '../../schemas/records/waivers.ts';

/** Cases of one requirement that failed in the same way. */
export interface FailureGroup {
  /** In the order of the run; the first one is the example. */
  readonly cases: readonly [CaseResult, ...CaseResult[]];
}

export interface Failure {
  readonly requirement: RequirementResult;
  /** The most frequent first. */
  readonly groups: readonly FailureGroup[];
  readonly cause?: Cause;
}

/** Another requirement that failed in the same way, in more cases. */
export interface Cause {
  readonly id: string;
  /** Whether on the same responses, and not merely on responses that are wrong alike. */
  readonly sameResponses: boolean;
}

/** Failures that a team accepts, in the order of the catalogue. */
export const waivedIn = ({
  requirements,
}: Pick<ConformanceResult, 'requirements'>): (RequirementResult & { readonly waived: Waiver })[] =>
  requirements.flatMap(each => (each.waived ? { ...each, waived: each.waived } : []));

/** Failures that nobody accepts. Failed requirements before errors, each in the order of the catalogue, consequences behind their causes. */
export function failuresOf({ requirements }: Pick<ConformanceResult, 'requirements'>): Failure[] {
  const failures = (['failed', 'error'] as const).flatMap(verdict =>
    requirements
      .filter(each => each.verdict === verdict && !each.waived)
      .map(requirement => ({ requirement, groups: groupsOf(requirement) })),
  );
  const causeOf = (failure: Failure) => failures.find(other => explains(other, failure));
  return failures
    .filter(failure => !causeOf(failure))
    .flatMap(failure => [
      failure,
      ...failures
        .filter(other => rootOf(other, causeOf) === failure && other !== failure)
        .map(other => ({ ...other, cause: asCause(failure, other) })),
    ]);
}

function rootOf(failure: Failure, causeOf: (failure: Failure) => Failure | undefined): Failure {
  const cause = causeOf(failure);
  return cause ? rootOf(cause, causeOf) : failure;
}

function groupsOf({ verdict, cases }: RequirementResult): FailureGroup[] {
  const groups = new Map<string, [CaseResult, ...CaseResult[]]>();
  for (const each of cases.filter(one => one.verdict === verdict && !one.waived)) {
    const key = howItFailed(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length).map(cases => ({ cases }));
}

/** Ids, numbers and times differ from response to response. */
const varying = /[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d+/gi;

const howItFailed = ({ expected, actual, reason }: CaseResult): string =>
  [expected, actual, reason]
    .map(each => (JSON.stringify(each) ?? '').replaceAll(varying, '#'))
    .join('\n');

const casesOf = ({ groups }: Failure): CaseResult[] => groups.flatMap(({ cases }) => [...cases]);

const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every(each => all.includes(each));

/** Whether one failed in each way in which the other failed, and in more cases; of two alike, the first. */
function explains(one: Failure, other: Failure): boolean {
  const [mine, theirs] = [casesOf(one), casesOf(other)];
  const isLarger =
    mine.length > theirs.length ||
    (mine.length === theirs.length && one.requirement.id < other.requirement.id);
  return isLarger && includesAll(mine.map(howItFailed), theirs.map(howItFailed));
}

function asCause(cause: Failure, failure: Failure): Cause {
  const responses = (each: Failure) => casesOf(each).map(({ exchange = '' }) => exchange);
  return {
    id: cause.requirement.id,
    sameResponses: includesAll(responses(cause), responses(failure)),
  };
}
