/** Counts how much of the contract a run showed. */
import { notInProfile, profiles } from '../../schemas/profiles.ts';
import { statements, type StatementId } from '../../contract/statements.ts';
import type {
  CaseResult,
  ConformanceResult,
  InPart,
  RequirementResult,
  Verdict,
} from '../../schemas/records/result.ts';
import { group } from './statistics.ts';

/** Reasons of what no check of this run judged; they need no remedy of their own. */
export const unselected = 'not selected in this run';
export const unmerged = 'not judged by any of the merged shards';

interface Coverage {
  /** Requirements that were selected and can apply to this target. */
  readonly of: number;
  /** Those that passed or failed. */
  readonly shown: number;
  /** Those of the shown that passed on a part of their cases; the others were not exercised. */
  readonly inPart: number;
  readonly failed: number;
  /** Failed, and accepted. */
  readonly waived: number;
  readonly errors: number;
  readonly notExercised: number;
  readonly notApplicable: number;
  /** By the profile, or by options of the runner: no gaps. */
  readonly notSelected: number;
}

const reasonsOfUnselected: ReadonlySet<string> = new Set([
  unselected,
  unmerged,
  ...profiles.map(notInProfile),
]);

export const isSelected = ({ verdict, reason }: RequirementResult): boolean =>
  verdict !== 'not-exercised' || reason === undefined || !reasonsOfUnselected.has(reason);

export function coverage({ requirements }: Pick<ConformanceResult, 'requirements'>): Coverage {
  const selected = requirements.filter(isSelected);
  const count = (verdict: RequirementResult['verdict']) =>
    selected.filter(each => each.verdict === verdict).length;
  const waived = selected.filter(each => each.waived).length;
  const notApplicable = count('not-applicable');
  return {
    of: selected.length - notApplicable,
    shown: count('passed') + count('failed'),
    inPart: selected.filter(each => each.inPart).length,
    failed: count('failed') - waived,
    waived,
    errors: count('error'),
    notExercised: count('not-exercised'),
    notApplicable,
    notSelected: requirements.length - selected.length,
  };
}

/** `88 of 138 requirements shown, 8 of them in part, 2 failed, 50 not exercised`; of a run that did not start there is nothing to count. */
export function coverageLine(result: Pick<ConformanceResult, 'requirements'>): string {
  const { of, shown, inPart, failed, waived, errors, notExercised, notApplicable, notSelected } =
    coverage(result);
  if (notSelected === result.requirements.length) return 'no requirement was judged';
  const parts: [number, string][] = [
    [inPart, 'of them in part'],
    [failed, 'failed'],
    [waived, 'waived'],
    [errors, errors === 1 ? 'error' : 'errors'],
    [notExercised, 'not exercised'],
    [notApplicable, 'not applicable'],
    [notSelected, 'not selected'],
  ];
  return [
    `${shown} of ${of} requirements shown`,
    ...parts.filter(([count]) => count > 0).map(([count, label]) => `${count} ${label}`),
  ].join(', ');
}

interface ShownInPart {
  readonly id: string;
  readonly inPart: InPart;
}

/** Requirements that were shown in part, those first of which the least was shown. */
export const shownInPart = ({
  requirements,
}: Pick<ConformanceResult, 'requirements'>): ShownInPart[] =>
  requirements
    .flatMap(({ id, inPart }) => (inPart ? [{ id, inPart }] : []))
    .toSorted((a, b) => a.inPart.shown / a.inPart.of - b.inPart.shown / b.inPart.of);

/** `8 of 17 cases`. */
export const partText = ({ shown, of }: InPart): string => `${shown} of ${of} cases`;

export interface Gap {
  readonly reason: string;
  /** Settings that the reason names: `GV_KEY_REVOKED`, `GV_ALLOW=spend`. */
  readonly settings: readonly string[];
  /** Ids of requirements. */
  readonly requirements: readonly string[];
}

/** By reason, those first that keep the most requirements from being exercised. */
export function gapsOf({ requirements }: Pick<ConformanceResult, 'requirements'>): Gap[] {
  const gaps = requirements.filter(each => each.verdict === 'not-exercised' && isSelected(each));
  return [...group(gaps, ({ reason = '' }) => reason)]
    .map(([reason, own]) => ({
      reason,
      settings: settingsIn(reason),
      requirements: own.map(({ id }) => id),
    }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

const permission = /GV_ALLOW does not permit to (\w+)/;

/**
 * Returns the case that says why a requirement has its verdict. Of those that were not exercised it is one that waits for what the
 * catalogue says the requirement needs, else one that names any setting: a person can do something about it.
 */
export function decisiveCase(
  id: string,
  verdict: Verdict,
  cases: readonly CaseResult[],
): CaseResult | undefined {
  const found = cases.filter(each => each.verdict === verdict);
  if (verdict !== 'not-exercised') return found[0];
  const needs: readonly string[] = statements[id as StatementId]?.needs ?? [];
  const waiting = found.map(one => ({ one, settings: settingsIn(one.reason ?? '') }));
  const [needed] = waiting.filter(({ settings }) => settings.some(name => needs.includes(name)));
  const [named] = waiting.filter(({ settings }) => settings.length > 0);
  return (needed ?? named)?.one ?? found[0];
}

/** Returns the settings that a reason names: `GV_KEY_REVOKED`, `GV_ALLOW=spend`. */
export function settingsIn(reason: string): string[] {
  const [, permitted] = permission.exec(reason) ?? [];
  if (permitted !== undefined) return [`GV_ALLOW=${permitted}`];
  return [...new Set(reason.match(/\bGV_[A-Z_]+/g))];
}
