/** Concludes a run with the last two steps to its verdict. harness/run/pipeline.ts has the first three. */
import { existsSync } from 'node:fs';
import { nearest } from '../../harness/output/nearest.ts';
import { createAjv } from '../../harness/output/ajv.ts';
import { readJsonFile } from '../../harness/output/files.ts';
import { baselineFile, waiversFile } from '../files.ts';
import { upTo } from '../../schemas/counted.ts';
import { group } from '../../schemas/group.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { requirementIds } from '../../contract/statements.ts';
import { demands } from '../../schemas/profiles.ts';
import { met } from '../certificate/demands.ts';
import { isSelected, unselected } from '../summary/requirements.ts';
import { type Waiver, waiversSchema } from '../../schemas/records/waivers.ts';
import { featureNames, isOfData, type Feature } from '../../schemas/features/features.ts';
import {
  elsewhere,
  type ConformanceResult,
  type RequirementResult,
  type RunVerdict,
  type CaseResult,
} from '../../schemas/records/result.ts';
import type { TypeOf } from '../../schemas/records/schema.ts';

const hasBaseline = (profile: string): boolean => profile === 'gate' && existsSync(baselineFile);

/** Returns the requirements that a profile demands, or the cases of the baseline for a gate with a baseline. */
const demandedBy = (profile: string): readonly string[] =>
  hasBaseline(profile) ? readBaseline().cases : demands(profile);

/** Cases that a committed baseline demands of a gate, and warnings that it accepts. */
interface Baseline {
  readonly cases: readonly string[];
  readonly warnings: readonly string[];
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string');

/**
 * Reads the baseline. A file of an earlier version has no warnings.
 *
 * @throws Error that names the file and the remedy.
 */
export function readBaseline(): Baseline {
  const content = readJsonFile(baselineFile);
  const { cases, warnings = [] } = isObject(content) ? content : {};
  if (isTexts(cases) && isTexts(warnings)) return { cases, warnings };
  throw new Error(
    `${baselineFile} is not a list of cases. Write it again with ./gv baseline after a good run, or remove it.`,
  );
}

const isContradicted = ({ verdict }: CaseResult): boolean =>
  verdict === 'failed' || verdict === 'warning';

const isJudged = (one: CaseResult): boolean => one.verdict === 'passed' || isContradicted(one);

/** Returns `requirement / case` for every case that was judged. */
export const exercised = (requirements: readonly RequirementResult[]): string[] =>
  requirements.flatMap(({ id, cases }) => cases.filter(isJudged).map(each => `${id} / ${each.id}`));

/** Returns `requirement / case`, or only the requirement if later runs may use another name for the case. */
const stableName = (id: string, one: CaseResult): string =>
  isOfData(id, one) || one.id.startsWith(elsewhere) ? id : `${id} / ${one.id}`;

const stableNames = (
  requirements: readonly RequirementResult[],
  isWanted: (one: CaseResult) => boolean,
): string[] => [
  ...new Set(
    requirements.flatMap(({ id, cases }) =>
      cases.filter(isWanted).map(each => stableName(id, each)),
    ),
  ),
];

/** Returns the cases that later runs should be required to show. */
export const demandable = (requirements: readonly RequirementResult[]): string[] =>
  stableNames(requirements, isJudged);

/** Returns the cases that warn, except waived cases. */
export const warningsIn = (requirements: readonly RequirementResult[]): string[] =>
  stableNames(requirements, ({ verdict, waived }) => verdict === 'warning' && !waived);

/** Returns the reasons why warnings count as failures, or none. */
function whyWarningsFail(
  requirements: readonly RequirementResult[],
  { profile, strict }: Pick<Run, 'profile' | 'strict'>,
): string[] {
  const warnings = warningsIn(requirements);
  if (strict && warnings.length > 0)
    return [`with GV_STRICT a warning counts as a failure: ${joined(warnings)}`];
  if (warnings.length === 0 || !hasBaseline(profile)) return [];
  const { warnings: listed } = readBaseline();
  const fresh = warnings.filter(each => !listed.includes(each) && !listed.includes(idOf(each)));
  return fresh.length > 0
    ? [
        `${baselineFile} does not list ${fresh.length === 1 ? 'this warning' : 'these warnings'}: ${joined(fresh)}`,
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

/** Returns a line for each cause, with the ids of the checks that it kept from a verdict. */
export const errorLines = (
  errors: readonly { readonly id: string; readonly reason?: string | undefined }[],
): string[] =>
  [...group(errors, ({ reason = '' }) => reason)].map(
    ([reason, own]) => `${joined(own.map(({ id }) => id))}: ${reason}`,
  );

/** Limits the requirements that are named. The rest is counted. */
const mostNamed = 5;
const joined = (items: readonly string[]): string => upTo(mostNamed, items).join(', ');

/** Returns the requirement of a demanded case: `wallet.fields` for `wallet.fields / balance`. */
export const idOf = (demanded: string): string => demanded.split(' / ')[0]!;

/** Returns reasons for demanded cases of the selected checks that are missing. */
function whyMissing(requirements: readonly RequirementResult[], profile: string): string[] {
  const settled = requirements.filter(
    ({ verdict, waived }) => ['passed', 'warning', 'not-applicable'].includes(verdict) || waived,
  );
  const done = new Set([...exercised(requirements), ...settled.map(({ id }) => id)]);
  const left = new Set(requirements.filter(isLeftOut).map(({ id }) => id));
  return demandedBy(profile)
    .filter(each => !done.has(each) && !left.has(idOf(each)))
    .map(each => `${each} is demanded and was not exercised`);
}

/** Returns the reason why a run of selected checks shows nothing. */
function whyNothing(requirements: readonly RequirementResult[]): string[] {
  const selected = requirements.filter(isSelected);
  if (exercised(selected).length > 0 || selected.some(isNotApplicable)) return [];
  const gaps = selected.map(({ id, reason }) => (reason === undefined ? id : `${id}: ${reason}`));
  return [`nothing that was selected was judged${gaps.length > 0 ? `: ${joined(gaps)}` : ''}`];
}

const isLeftOut = ({ verdict, reason }: RequirementResult): boolean =>
  verdict === 'not-exercised' && reason === unselected;

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
 * else a permission that led to nothing or a demanded case that was not exercised. A run without these is conformant, or only passed if a failure is waived or the demands
 * cover little of the contract.
 *
 * A run of selected checks must show the demanded cases of these checks and judge at least one. It is never conformant. A certificate
 * demands everything of its features.
 */
export function conclude(found: readonly RequirementResult[], run: Run): Concluded {
  const { profile, ledToNothing = [], waivers = [], today = '', features = featureNames } = run;
  const { requirements, problems: ofWaivers } = applyWaivers(found, waivers, today);
  const ofTarget = (): Decided => {
    const isPart = requirements.some(isLeftOut);
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
    const isDemanded = certifies || (hasBaseline(profile) && !isPart);
    const accepted = requirements.some(({ verdict, waived }) => verdict === 'failed' && waived);
    return verdictWith((whole || isDemanded) && !accepted ? 'conformant' : 'passed');
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

/**
 * Reads the waivers, or none if the file does not exist.
 *
 * @throws Error that names each mistake in the file and its place.
 */
export function readWaivers(file = waiversFile): readonly Waiver[] {
  if (!existsSync(file)) return [];
  const content = readJsonFile(file);
  const ajv = createAjv({ allErrors: true, verbose: true });
  const validate = ajv.compile<TypeOf<ReturnType<typeof waiversSchema>>>(
    waiversSchema(requirementIds),
  );
  if (validate(content)) return content.waivers;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, keyword, data, params }) => {
      const { additionalProperty, missingProperty, allowedValues = [] } = params as Params;
      const says: Readonly<Record<string, string>> = {
        enum: `${JSON.stringify(data)} is not the id of a requirement. ${meant(data, allowedValues)}`,
        format: `${JSON.stringify(data)} is not a date like 2027-01-31`,
        additionalProperties: `it has ${JSON.stringify(additionalProperty)}, which is not a field of a waiver`,
        required: `it has no ${JSON.stringify(missingProperty)}`,
      };
      const what = says[keyword] ?? message ?? keyword;
      return `  ${instancePath === '' ? 'the file' : instancePath}: ${what}`;
    },
  );
  throw new Error([`${file} is not usable:`, ...problems].join('\n'));
}

/** Parameters of Ajv's errors. */
interface Params {
  readonly additionalProperty?: string;
  readonly missingProperty?: string;
  readonly allowedValues?: readonly string[];
}

function meant(given: unknown, ids: readonly string[]): string {
  const id = nearest(String(given), ids);
  return id === undefined ? 'contract/CATALOGUE.md lists them' : `Did you mean ${id}?`;
}

export interface Waived {
  readonly requirements: readonly RequirementResult[];
  /** Waivers that expired, or whose case did not fail. */
  readonly problems: readonly string[];
}

/** @param today Current date in UTC: `2026-12-31`. */
export function applyWaivers(
  requirements: readonly RequirementResult[],
  waivers: readonly Waiver[],
  today: string,
): Waived {
  const holding = waivers.filter(({ expires = today }) => expires >= today);
  return {
    requirements: requirements.map(each => accept(each, holding)),
    problems: waivers.flatMap(each => problemOf(each, requirements, today) ?? []),
  };
}

/** Returns true if a waiver accepts the verdict of a case. A failure needs an expiry date. */
const accepts = ({ expires }: Waiver, { verdict }: CaseResult): boolean =>
  verdict === 'warning' || (verdict === 'failed' && expires !== undefined);

const covers = (waiver: Waiver, requirement: string, { id }: CaseResult): boolean =>
  waiver.requirement === requirement && (waiver.case === undefined || waiver.case === id);

function accept(requirement: RequirementResult, waivers: readonly Waiver[]): RequirementResult {
  const { id, verdict } = requirement;
  if (!waivers.some(each => each.requirement === id)) return requirement;
  const cases = requirement.cases.map(one => {
    const waiver = waivers.find(each => covers(each, id, one) && accepts(each, one));
    return waiver ? { ...one, waived: waiver } : one;
  });
  const decisive = cases.filter(one => isContradicted(one) && one.verdict === verdict);
  const [first] = decisive;
  const whole = decisive.every(one => one.waived) && first?.waived;
  return { ...requirement, cases, ...(whole ? { waived: whole } : {}) };
}

function problemOf(
  waiver: Waiver,
  requirements: readonly RequirementResult[],
  today: string,
): string | undefined {
  const { requirement: id, expires, owner } = waiver;
  const name = `the waiver of ${id}${waiver.case === undefined ? '' : ` (${waiver.case})`} by ${owner}`;
  const all = requirements.find(each => each.id === id)?.cases ?? [];
  const cases = all.filter(one => covers(waiver, id, one));
  const judged = cases.filter(isJudged);
  if (judged.length > 0 && judged.every(({ verdict }) => verdict === 'passed'))
    return `${name} is not needed any more, because its case passed. Remove it`;
  if (expires === undefined && cases.some(({ verdict }) => verdict === 'failed'))
    return `${name} accepts a failure and has no expiry date: add expires`;
  if (expires !== undefined && expires < today)
    return `${name} expired on ${expires}. Fix the failure, or renew the waiver`;
  // A check that did not run has only one case.
  if (!all.some(isJudged) || cases.length > 0) return undefined;
  const failed = all.filter(isContradicted).map(each => each.id);
  const those = failed.length > 0 ? `; it failed in: ${failed.slice(0, 5).join('; ')}` : '';
  return `${name} names a case that the requirement does not have${those}`;
}
