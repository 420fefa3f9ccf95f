/** Prepares requirements for the reports: counts, gaps, failures and waivers. */
import { counted } from '../../schemas/counted.ts';
import { group } from '../../schemas/group.ts';
import { isLeftOut, settingOf } from '../../schemas/lacks.ts';
import { asWord } from '../../schemas/records/curl.ts';
import { commandWith } from '../../schemas/records/repeating.ts';
import type { Need } from '../../schemas/statement.ts';
import { areaOf, statements, type StatementId } from '../../contract/statements.ts';
import type {
  CaseResult,
  ConformanceResult,
  InPart,
  RequirementResult,
  Verdict,
} from '../../schemas/records/result.ts';
import type { Streak } from '../../schemas/records/streak.ts';
import { baselineFile } from '../files.ts';
import type { Waiver } from '../../schemas/records/waivers.ts';

/** Says why no check of this run judged a requirement. It needs no remedy. */
export const unselected = { reason: 'not selected in this run', lacks: 'selection' } as const;

export const isSelected = ({ verdict, lacks }: RequirementResult): boolean =>
  verdict !== 'not-exercised' || !isLeftOut(lacks);

/** States of a requirement, in the order in which readers need them. */
export const states = [
  'failed',
  'error',
  'warning',
  'waived',
  'passed',
  'not-exercised',
  'not-applicable',
  'not-selected',
] as const satisfies readonly (Verdict | 'waived' | 'not-selected')[];
export type State = (typeof states)[number];

/** Returns the verdict, or that a waiver accepts it, or that the profile or an option of the runner left the requirement out. */
export function stateOf(requirement: RequirementResult): State {
  if (requirement.waived) return 'waived';
  return isSelected(requirement) ? requirement.verdict : 'not-selected';
}

/** Returns the number of requirements in each state that occurs. */
export const countStates = (requirements: readonly RequirementResult[]) =>
  states
    .map(state => ({ state, count: requirements.filter(each => stateOf(each) === state).length }))
    .filter(({ count }) => count > 0);

/** Formats a count: `2 failed`, `1 warning`, `2 warnings`, `5 not exercised`. */
export const stateText = (state: State, count: number): string =>
  state === 'warning' || state === 'error'
    ? counted(count, state)
    : `${count} ${state.replace('-', ' ')}`;

interface Coverage {
  /** Requirements that were selected and apply to this target. */
  readonly of: number;
  /** Requirements that passed, failed or warn. */
  readonly shown: number;
  /** Shown requirements of which some cases were not exercised. */
  readonly inPart: number;
}

export function coverage({ requirements }: Pick<ConformanceResult, 'requirements'>): Coverage {
  const selected = requirements.filter(isSelected);
  const having = (...verdicts: readonly Verdict[]) =>
    selected.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    of: selected.length - having('not-applicable'),
    shown: having('passed', 'failed', 'warning'),
    inPart: selected.filter(each => each.inPart).length,
  };
}

/** Returns true if the run showed everything that the features of its certificate demand. */
export const showsFeatures = ({
  profile,
  verdict,
}: Pick<ConformanceResult, 'profile' | 'verdict'>): boolean =>
  profile === 'certify' && (verdict === 'conformant' || verdict === 'passed');

/** Returns true for a gate on a deployment that selected all requirements and found no baseline. Part of a gate is no baseline for later gates. */
export const needsBaseline = ({
  profile,
  target,
  baseline,
  requirements,
}: ConformanceResult): boolean =>
  profile === 'gate' &&
  target.origin === 'configured' &&
  !baseline &&
  requirements.every(({ lacks }) => lacks !== unselected.lacks);

type Demanded = Pick<ConformanceResult, 'profile' | 'verdict' | 'baseline'>;

/** Says after the counts what decided which requirements had to be shown: the features of a certificate, or a baseline. */
export function demandText(result: Demanded): string {
  if (showsFeatures(result)) return ': the features demand no more';
  const { baseline, verdict } = result;
  if (!baseline) return '';
  const cases = baseline.cases === undefined ? '' : ` (${counted(baseline.cases, 'case')})`;
  return verdict === 'conformant'
    ? `, as ${baselineFile} demands${cases}`
    : `, judged against ${baselineFile}${cases}`;
}

/** Returns a line like `88 of 138 requirements shown, 8 of them in part, 2 failed, 50 not exercised`. For a run that did not start, says that nothing was judged. */
export function coverageLine(result: Pick<ConformanceResult, 'requirements'> & Demanded): string {
  const { of, shown, inPart } = coverage(result);
  if (!result.requirements.some(isSelected)) return 'no requirement was judged';
  const counts = [
    `${shown} of ${of} requirements shown`,
    ...(inPart > 0 ? [`${inPart} of them in part`] : []),
    ...countStates(result.requirements)
      .filter(({ state }) => state !== 'passed')
      .map(({ state, count }) => stateText(state, count)),
  ].join(', ');
  return `${counts}${demandText(result)}`;
}

/** Formats a part: `8 of 17 cases`. */
export const partText = ({ shown, of }: InPart): string => `${shown} of ${of} cases`;

export interface Gap {
  readonly reason: string;
  /** Ids of the requirements with this reason. */
  readonly requirements: readonly string[];
  /** Set if the plan of the run expected to show them. */
  readonly planned?: true;
}

/** Returns the gaps by reason. The reason that blocks the most requirements comes first. */
export function gapsOf({
  requirements,
  plan,
}: Pick<ConformanceResult, 'requirements' | 'plan'>): Gap[] {
  const gaps = requirements.filter(each => each.verdict === 'not-exercised' && isSelected(each));
  const isPlanned = ({ id }: RequirementResult) => plan !== undefined && id in plan.runs;
  /** Returns the setting of the plan, which names one for each requirement, so `./gv doctor` and the run have the same list. */
  const settingOfGap = ({ id }: RequirementResult) => {
    const lacks = plan?.lacks[id];
    return lacks && settingOf(lacks);
  };
  return [...group(gaps, each => settingOfGap(each) ?? each.reason ?? '')]
    .map(([key, own]) => ({
      reason: own.find(each => settingIn(each) === key)?.reason ?? own[0].reason ?? key,
      requirements: own.map(({ id }) => id),
      ...(own.every(isPlanned) ? { planned: true as const } : {}),
    }))
    .toSorted(
      (a, b) =>
        Number(b.planned ?? false) - Number(a.planned ?? false) ||
        b.requirements.length - a.requirements.length,
    );
}

/**
 * Returns the case that explains the verdict of a requirement. Among cases that were not exercised, it prefers a case that the run did not
 * leave out, then a case that lacks a need of the requirement in the catalogue, then a case that lacks any setting, because the user can act
 * on that.
 */
export function decisiveCase(
  id: string,
  verdict: Verdict,
  cases: readonly CaseResult[],
): CaseResult | undefined {
  const found = cases.filter(each => each.verdict === verdict);
  if (verdict !== 'not-exercised') return found[0];
  const { needs = [], wants = [] } = statements[id as StatementId] ?? {};
  const wanted = [...needs, ...wants.flat()].map(settingOfNeed);
  const chosen = found.filter(({ lacks }) => !isLeftOut(lacks));
  return (
    chosen.find(one => wanted.includes(settingIn(one) ?? '')) ??
    chosen.find(one => settingIn(one) !== undefined) ??
    chosen[0] ??
    found[0]
  );
}

const settingOfNeed = (need: Need): string =>
  need === 'write' || need === 'spend' || need === 'exhaust' ? `GV_ALLOW=${need}` : need;

const settingIn = ({ lacks }: Pick<CaseResult, 'lacks'>): string | undefined =>
  lacks && settingOf(lacks);

/** Cases of a requirement that failed in the same way, with the same value. The first is the example. */
export type Alike = readonly [CaseResult, ...CaseResult[]];

/** Requirement that failed, ended in an error, or warns. */
export interface Failure {
  readonly requirement: RequirementResult;
  readonly verdict: 'failed' | 'error' | 'warning';
  /** Names an honest server that might differ, if this is a warning. */
  readonly doubt?: string;
  /** Groups of cases, largest first. */
  readonly groups: readonly Alike[];
  /** Id of the requirement that reports the same errors, if this one ended in an error. */
  readonly sameErrorAs?: string;
}

/** Returns the failures that no waiver accepts. Failed requirements come before errors, in the order of the catalogue. */
export function failuresOf({ requirements }: Pick<ConformanceResult, 'requirements'>): Failure[] {
  const [failed, errors] = (['failed', 'error'] as const).map(verdict =>
    requirements
      .filter(each => each.verdict === verdict && !each.waived)
      .map(each => failureOf(each, verdict)),
  ) as [Failure[], Failure[]];
  return [...failed, ...withSameErrors(errors)];
}

/** Returns the warnings that no waiver accepts, in the same order. A requirement that failed in some cases may warn in others. */
export const warningsOf = ({ requirements }: Pick<ConformanceResult, 'requirements'>): Failure[] =>
  requirements
    .filter(({ cases }) => cases.some(one => one.verdict === 'warning' && !one.waived))
    .map(each => failureOf(each, 'warning'));

/** Says how to accept a warning. */
export const howToAccept =
  'If a doubt names this deployment, accept its warning: ./gv baseline after a good run, or waivers.json.';

/** Returns a sentence for each setting that a warning depends on, and that the run discovered because it was not given. */
export const discoveredFor = (
  { requirement, verdict }: Failure,
  { discovered }: Pick<ConformanceResult, 'discovered'>,
): string[] => {
  const { needs = [], wants = [] } = statements[requirement.id as StatementId] ?? {};
  const used: readonly string[] = [...needs, ...wants.flat()];
  return discovered
    .filter(
      ({ name, value }) => verdict === 'warning' && value !== undefined && used.includes(name),
    )
    .map(
      ({ name }) => `${name} was not set. The run discovered a value: set it if it is not yours`,
    );
};

/**
 * Returns the command that sends the cases of a failure again, or of all failures. Limiters are measured only in a run, which writes its own
 * result.
 */
export function repeatingCommand(
  id: string | undefined,
  { given = {} }: Pick<ConformanceResult, 'given'>,
): string {
  if (id === undefined) return commandWith('repeat', given);
  // A result that somebody sent may have any text as an id.
  const word = asWord(id);
  if (areaOf(id) !== 'limits') return commandWith(`repeat ${word}`, given);
  const { GV_OUT: _, ...others } = given;
  return commandWith(`conformance ${word}`, others);
}

/** Formats a streak: `since 2026-11-27, in 3 results`. */
export const sinceText = ({ since, results }: Streak): string =>
  `since ${since.slice(0, 10)}, in ${counted(results, 'result')}`;

/** Returns since when a requirement fails or warns, or nothing if the results in the folder before did not show that. */
export function streakTexts(
  { requirement: { id }, verdict }: Failure,
  { streaks = {} }: Pick<ConformanceResult, 'streaks'>,
): string[] {
  const streak = streaks[id];
  return streak && streak.state === verdict && streak.results > 1
    ? [`${verdict === 'failed' ? 'failing' : 'warning'} ${sinceText(streak)}`]
    : [];
}

/** Marks each error whose reasons another error has, too. An error of the network keeps many requirements from a verdict. */
function withSameErrors(errors: readonly Failure[]): Failure[] {
  const compared = errors.map(error => ({
    error,
    reasons: new Set(error.groups.flat().map(howItFailed)),
  }));
  const mostReasonsFirst = compared.toSorted((a, b) => b.reasons.size - a.reasons.size);
  return compared.map(({ error, reasons }) => {
    const other = mostReasonsFirst.find(each => [...reasons].every(one => each.reasons.has(one)));
    return !other || other.error === error
      ? error
      : { ...error, sameErrorAs: other.error.requirement.id };
  });
}

function failureOf(requirement: RequirementResult, verdict: Failure['verdict']): Failure {
  const cases = requirement.cases.filter(one => one.verdict === verdict && !one.waived);
  const alike = group(cases, one => `${howItFailed(one)}\n${one.judged?.replaceAll(varying, '#')}`);
  const groups = [...alike.values()].toSorted((a, b) => b.length - a.length);
  const doubt = cases[0]?.doubt;
  return { requirement, verdict, groups, ...(doubt === undefined ? {} : { doubt }) };
}

/** Matches ids, numbers, times, and the cut end of a text, which differ between responses. */
const varying = /[\w-]*…|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d+/gi;

const howItFailed = ({ expected, actual, reason }: CaseResult): string =>
  [expected, actual, reason]
    .map(each => (JSON.stringify(each) ?? '').replaceAll(varying, '#'))
    .join('\n');

/** Returns the waived requirements in the order of the catalogue. */
export const waivedIn = ({
  requirements,
}: Pick<ConformanceResult, 'requirements'>): (RequirementResult & { readonly waived: Waiver })[] =>
  requirements.flatMap(each => (each.waived ? { ...each, waived: each.waived } : []));

/** Returns the text after the word `waived`: until when, by whom and why. */
export const waiverText = ({ reason, owner, expires }: Waiver): string =>
  `${expires === undefined ? '' : `until ${expires} `}by ${owner}: ${reason}`;

/**
 * Returns one more failed requirement for problems with the run as a whole. Without it, readers of test reports would take a run without
 * failed tests for a good run.
 */
export function wholeRun({ verdict, reasons = [] }: ConformanceResult): RequirementResult[] {
  if (reasons.length === 0) return [];
  const wrong = verdict === 'error' ? 'error' : 'failed';
  return [
    {
      id: 'run.whole',
      anchor: verdict,
      text: 'The verdict of the run as a whole',
      verdict: wrong,
      durationMs: 0,
      cases: reasons.map(reason => ({ id: 'the run', verdict: wrong, reason, evidence: [] })),
    },
  ];
}
