/** Concludes a run with the last two steps to its verdict. harness/run/pipeline.ts has the first three. */
import { upTo } from '../../schemas/counted.ts';
import { group } from '../../schemas/group.ts';
import { met, noSuchCase } from '../certificate/demands.ts';
import { baselineFile } from '../files.ts';
import { exercised } from '../summary/judged.ts';
import { isSelected } from '../summary/requirements.ts';
import type { Waiver } from '../../schemas/records/waivers.ts';
import { featureNames, type Feature } from '../../schemas/features/features.ts';
import type {
  ConformanceResult,
  RequirementResult,
  RunVerdict,
} from '../../schemas/records/result.ts';
import { baselineOf, demandedBy, idOf, unacceptedWarnings, warningsIn } from './baseline.ts';
import { applyWaivers } from './waivers.ts';

/** Returns the reasons why warnings count as failures, or none. */
function whyWarningsFail(
  requirements: readonly RequirementResult[],
  { profile, strict }: Pick<Run, 'profile' | 'strict'>,
): string[] {
  const warnings = warningsIn(requirements);
  if (strict && warnings.length > 0)
    return [`with GV_STRICT a warning counts as a failure: ${joined(warnings)}`];
  const fresh = baselineOf(profile) ? unacceptedWarnings(requirements, profile) : [];
  return fresh.length > 0
    ? [
        `${baselineFile} does not accept ${fresh.length === 1 ? 'this warning' : 'these warnings'}: ${joined(fresh)}`,
      ]
    : [];
}

type Decided = Pick<ConformanceResult, 'verdict' | 'reasons'>;

interface Concluded extends Decided {
  /** Requirements with their waivers applied. */
  readonly requirements: readonly RequirementResult[];
}

const verdictWith = (verdict: RunVerdict, reasons: readonly string[] = []): Decided =>
  reasons.length > 0 ? { verdict, reasons } : { verdict };

/** Returns the decisive problem, or undefined: a failure that is not waived, a warning that counts as a failure, or an error. */
function broken(
  requirements: readonly RequirementResult[],
  run: Pick<Run, 'profile' | 'strict' | 'problems' | 'ledToNothing'>,
  ofWaivers: readonly string[],
): Decided | undefined {
  const { problems = [], ledToNothing = [] } = run;
  const warnings = whyWarningsFail(requirements, run);
  if (warnings.length > 0 || requirements.some(each => each.verdict === 'failed' && !each.waived))
    return verdictWith('non-conformant', [...ofWaivers, ...warnings, ...problems, ...ledToNothing]);
  const errors = requirements.filter(({ verdict }) => verdict === 'error');
  if (problems.length > 0 || errors.length > 0)
    return verdictWith('error', [
      ...ofWaivers,
      ...problems,
      ...errorLines(errors),
      ...ledToNothing,
    ]);
  return undefined;
}

/** Returns a line for each error, with the ids of the checks that it kept from a verdict. */
export const errorLines = (
  errors: readonly { readonly id: string; readonly reason?: string | undefined }[],
): string[] =>
  [...group(errors, ({ reason = '' }) => reason)].map(
    ([reason, own]) => `${joined(own.map(({ id }) => id))}: ${reason}`,
  );

/** Limits the requirements that are named. The rest is counted. */
const mostNamed = 5;
const joined = (items: readonly string[]): string => upTo(mostNamed, items).join(', ');

/** Returns reasons for demanded cases of the selected checks that are missing. */
function whyMissing(requirements: readonly RequirementResult[], profile: string): string[] {
  const settled = requirements.filter(
    ({ verdict, waived }) => ['passed', 'warning', 'not-applicable'].includes(verdict) || waived,
  );
  const done = new Set([...exercised(requirements), ...settled.map(({ id }) => id)]);
  const left = new Set(requirements.filter(isUnselected).map(({ id }) => id));
  return demandedBy(profile)
    .filter(each => !done.has(each) && !left.has(idOf(each)))
    .map(each => `${each} is demanded and was not exercised: ${reasonOf(each, requirements)}`);
}

/** Returns why a demanded case or requirement is missing. A case may be missing because its check ended before it. */
function reasonOf(demanded: string, requirements: readonly RequirementResult[]): string {
  const { id, cases = [], reason } = requirements.find(each => each.id === idOf(demanded)) ?? {};
  const one =
    cases.find(each => `${id} / ${each.id}` === demanded) ?? cases.find(each => each.id === 'all');
  const ofAll = demanded === id || cases.length === 0 ? reason : undefined;
  return one?.reason ?? ofAll ?? noSuchCase;
}

/** Returns the reason why a run of selected checks shows nothing. */
function whyNothing(requirements: readonly RequirementResult[]): string[] {
  const selected = requirements.filter(isSelected);
  if (exercised(selected).length > 0 || selected.some(isNotApplicable)) return [];
  const gaps = selected.map(({ id, reason }) => (reason === undefined ? id : `${id}: ${reason}`));
  return [`nothing that was selected was judged${gaps.length > 0 ? `: ${joined(gaps)}` : ''}`];
}

const isUnselected = ({ lacks }: RequirementResult): boolean => lacks === 'selection';

const isNotApplicable = ({ verdict }: RequirementResult): boolean => verdict === 'not-applicable';

interface Run {
  readonly profile: string;
  /** True if a warning counts as a failure. */
  readonly strict?: true | undefined;
  /** Problems outside any check. */
  readonly problems?: readonly string[];
  /** Permissions that were given and led to nothing (`led-to-nothing.ts`). */
  readonly ledToNothing?: readonly string[];
  readonly waivers?: readonly Waiver[];
  /** Current date in UTC, `2026-12-31`, because waivers expire. */
  readonly today?: string;
  /** Features to certify; by default, all. */
  readonly features?: readonly Feature[] | undefined;
}

/**
 * Applies the waivers and concludes the run. A failure (or a warning that counts as a failure) decides, else an error, else a wrong waiver,
 * else a permission that led to nothing or a demanded case that was not exercised. A run without these is conformant, or only passed if a failure is waived, if
 * nobody accepted a warning, or if the demands cover little of the contract.
 *
 * A run of selected checks must show the demanded cases of these checks and judge at least one. It is never conformant. A certificate
 * demands everything of its features.
 */
export function conclude(found: readonly RequirementResult[], run: Run): Concluded {
  const { profile, ledToNothing = [], waivers = [], today = '', features = featureNames } = run;
  const { requirements, problems: ofWaivers } = applyWaivers(found, waivers, today);
  const ofTarget = (): Decided => {
    const isPart = requirements.some(isUnselected);
    // A run for a certificate selects all checks of its features, so it is complete.
    const certifies = profile === 'certify';
    const undemonstrated = certifies
      ? met(requirements, features).unmet
      : [...whyMissing(requirements, profile), ...(isPart ? whyNothing(requirements) : [])];
    const missing = [...ledToNothing, ...undemonstrated];
    if (missing.length > 0) return verdictWith('incomplete', missing);
    const whole = requirements.every(({ verdict }) =>
      ['passed', 'warning', 'not-applicable'].includes(verdict),
    );
    const isDemanded = certifies || (baselineOf(profile) !== undefined && !isPart);
    const isDoubtful =
      requirements.some(({ verdict, waived }) => verdict === 'failed' && waived) ||
      unacceptedWarnings(requirements, profile).length > 0;
    const isShown = (whole || isDemanded) && exercised(requirements).length > 0;
    return verdictWith(isShown && !isDoubtful ? 'conformant' : 'passed');
  };
  const decided = (): Decided => {
    const { verdict, reasons = [] } = ofTarget();
    if (ofWaivers.length === 0) return verdictWith(verdict, reasons);
    const without = `nothing else failed; without waivers, the run is ${verdict}`;
    return verdictWith('wrong-waiver', [...ofWaivers, without, ...reasons]);
  };
  return { requirements, ...(broken(requirements, run, ofWaivers) ?? decided()) };
}

/** Concludes a recording. It has no demands except that one case was judged, and it is never conformant. */
export const decideRecorded = (
  requirements: readonly RequirementResult[],
  run: Pick<Run, 'strict' | 'problems'>,
): Decided =>
  broken(requirements, { ...run, profile: 'recording' }, []) ??
  (exercised(requirements).length > 0
    ? verdictWith('passed')
    : verdictWith('incomplete', ['nothing in the recording could be judged']));
