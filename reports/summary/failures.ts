/** Failures: equal ones as one, those that show another again, those that a team accepts, and those of the run as a whole. */
import type {
  CaseResult,
  ConformanceResult,
  RequirementResult,
} from '../../schemas/records/result.ts';
import { group } from './statistics.ts';
import type { Waiver } from '../../schemas/records/waivers.ts';

/** Cases of one requirement that failed in the same way, in the same value. */
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
  /** True if on the same responses, and not merely on responses that are wrong alike. */
  readonly sameResponses: boolean;
}

/** A failure with what decides whether another explains it, computed once: a run in which all fails has many pairs. */
interface Compared {
  readonly failure: Failure;
  /** The distinct ways in which its cases failed. */
  readonly ways: ReadonlySet<string>;
  readonly cases: readonly CaseResult[];
}

/**
 * Failures that nobody accepts. Failed requirements before errors, each in the order of the catalogue, consequences behind
 * their causes.
 */
export function failuresOf({ requirements }: Pick<ConformanceResult, 'requirements'>): Failure[] {
  const all = (['failed', 'error'] as const).flatMap(verdict =>
    requirements.filter(each => each.verdict === verdict && !each.waived).map(compared),
  );
  const causes = new Map(all.map(each => [each, all.find(other => explains(other, each))]));
  const rootOf = (each: Compared): Compared => {
    const cause = causes.get(each);
    return cause ? rootOf(cause) : each;
  };
  const alike = group(all, rootOf);
  return all.flatMap(root => {
    const others = (alike.get(root) ?? []).filter(each => each !== root);
    const consequences = others.map(each => ({ ...each.failure, cause: asCause(root, each) }));
    return alike.has(root) ? [root.failure, ...consequences] : [];
  });
}

function compared(requirement: RequirementResult): Compared {
  const { verdict } = requirement;
  const cases = requirement.cases.filter(one => one.verdict === verdict && !one.waived);
  const alike = group(cases, one => `${howItFailed(one)}\n${one.judged?.replaceAll(varying, '#')}`);
  const groups = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return {
    failure: { requirement, groups: groups.map(each => ({ cases: each })) },
    ways: new Set(cases.map(howItFailed)),
    cases,
  };
}

/** Ids, numbers and times differ from response to response. */
const varying = /[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d+/gi;

const howItFailed = ({ expected, actual, reason }: CaseResult): string =>
  [expected, actual, reason]
    .map(each => (JSON.stringify(each) ?? '').replaceAll(varying, '#'))
    .join('\n');

const includesAll = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every(each => all.has(each));

/** True if one failed in each way in which the other failed, and in more cases; of two alike, the first. */
function explains(one: Compared, other: Compared): boolean {
  const [mine, theirs] = [one.cases.length, other.cases.length];
  const { id } = one.failure.requirement;
  const isLarger = mine > theirs || (mine === theirs && id < other.failure.requirement.id);
  return isLarger && includesAll(one.ways, other.ways);
}

function asCause(cause: Compared, failure: Compared): Cause {
  const responses = ({ cases }: Compared) => new Set(cases.map(({ exchange = '' }) => exchange));
  return {
    id: cause.failure.requirement.id,
    sameResponses: includesAll(responses(cause), responses(failure)),
  };
}

/** In the order of the catalogue. */
export const waivedIn = ({
  requirements,
}: Pick<ConformanceResult, 'requirements'>): (RequirementResult & { readonly waived: Waiver })[] =>
  requirements.flatMap(each => (each.waived ? { ...each, waived: each.waived } : []));

/** Returns until when, by whom and why; after the word `waived`. */
export const waiverText = ({ reason, owner, expires }: Waiver): string =>
  `until ${expires} by ${owner}: ${reason}`;

/**
 * Readers of tests take a run without a failed one for a good one: what is wrong with the run as a whole is the failure of
 * one more test.
 */
export function wholeRun({ verdict, reasons = [], shard }: ConformanceResult): RequirementResult[] {
  // A shard is incomplete by nature.
  if (reasons.length === 0 || (shard && verdict === 'incomplete')) return [];
  const wrong = verdict === 'error' ? 'error' : 'failed';
  return [
    {
      id: 'run.whole',
      anchor: verdict,
      text: 'The run showed what it demands, and nothing failed beside the requirements',
      verdict: wrong,
      durationMs: 0,
      cases: reasons.map(reason => ({ id: 'the run', verdict: wrong, reason, evidence: [] })),
    },
  ];
}
