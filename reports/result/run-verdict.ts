/** Concludes a run: the last two steps from checks to its verdict (fixtures/run/pipeline.ts has the others). */
import { existsSync } from 'node:fs';
import { createAjv } from '../../fixtures/output/ajv.ts';
import { readJsonFile } from '../../fixtures/output/files.ts';
import { baselineFile, waiversFile } from '../files.ts';
import { isObject } from '../../schemas/records/exchange.ts';
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

/** Requirements that a profile demands to be exercised; for a gate with a baseline, the cases in it. */
const demandedBy = (profile: string): readonly string[] =>
  hasBaseline(profile) ? readBaseline() : demands(profile);

/** @throws Error that names the file and what to do. */
export function readBaseline(): readonly string[] {
  const content = readJsonFile(baselineFile);
  const cases = isObject(content) ? content['cases'] : undefined;
  if (Array.isArray(cases) && cases.every(each => typeof each === 'string')) return cases;
  throw new Error(
    `${baselineFile} is no list of cases: ./gv baseline writes it after a good run; without it, a gate demands less.`,
  );
}

const isJudged = ({ verdict }: CaseResult): boolean => verdict === 'passed' || verdict === 'failed';

/** `requirement / case` of every case that was judged. */
export const exercised = (requirements: readonly RequirementResult[]): string[] =>
  requirements.flatMap(({ id, cases }) => cases.filter(isJudged).map(each => `${id} / ${each.id}`));

/** Returns the cases to demand of later runs; of those with a name that these may not have, the requirement. */
export const demandable = (requirements: readonly RequirementResult[]): string[] => [
  ...new Set(
    requirements.flatMap(({ id, cases }) =>
      cases
        .filter(isJudged)
        .map(each =>
          isOfData(id, each) || each.id.startsWith(elsewhere) ? id : `${id} / ${each.id}`,
        ),
    ),
  ),
];

type Decided = Pick<ConformanceResult, 'verdict' | 'reasons'>;

interface Concluded extends Decided {
  /** With the waivers that apply. */
  readonly requirements: readonly RequirementResult[];
}

const verdictWith = (verdict: RunVerdict, reasons: readonly string[] = []): Decided =>
  reasons.length > 0 ? { verdict, reasons } : { verdict };

/** Returns a failure that is not waived; else an error; undefined if there is neither. */
function broken(
  requirements: readonly RequirementResult[],
  problems: readonly string[],
  ofWaivers: readonly string[],
): Decided | undefined {
  if (requirements.some(each => each.verdict === 'failed' && !each.waived))
    return verdictWith('non-conformant', [...ofWaivers, ...problems]);
  const errors = requirements.filter(({ verdict }) => verdict === 'error');
  if (problems.length > 0 || errors.length > 0)
    return verdictWith('error', [
      ...ofWaivers,
      ...problems,
      ...errors.map(({ id, reason }) => `${id}: ${reason ?? ''}`),
    ]);
  return undefined;
}

/** Requirements that are named before the others are counted. */
const mostNamed = 5;
const upToMost = (items: readonly string[]): string =>
  items.slice(0, mostNamed).join(', ') +
  (items.length > mostNamed ? ` and ${items.length - mostNamed} more` : '');

/** Returns the requirement of what is demanded: `wallet.fields` of `wallet.fields / balance`. */
export const idOf = (demanded: string): string => demanded.split(' / ')[0]!;

/** Returns the reasons why what a profile demands of the selected checks is missing. */
function whyMissing(requirements: readonly RequirementResult[], profile: string): string[] {
  const settled = requirements.filter(
    ({ verdict, waived }) => verdict === 'passed' || verdict === 'not-applicable' || waived,
  );
  const done = new Set([...exercised(requirements), ...settled.map(({ id }) => id)]);
  const left = new Set(requirements.filter(isLeftOut).map(({ id }) => id));
  return demandedBy(profile)
    .filter(each => !done.has(each) && !left.has(idOf(each)))
    .map(each => `${each} is demanded and was not exercised`);
}

/** Returns why a run of selected checks shows nothing. */
function whyNothing(requirements: readonly RequirementResult[]): string[] {
  const selected = requirements.filter(isSelected);
  if (exercised(selected).length > 0 || selected.some(isNotApplicable)) return [];
  const gaps = selected.map(({ id, reason }) => (reason === undefined ? id : `${id}: ${reason}`));
  return [`nothing that was selected was judged${gaps.length > 0 ? `: ${upToMost(gaps)}` : ''}`];
}

const isLeftOut = ({ verdict, reason }: RequirementResult): boolean =>
  verdict === 'not-exercised' && reason === unselected;

const isNotApplicable = ({ verdict }: RequirementResult): boolean => verdict === 'not-applicable';

interface Run {
  readonly profile: string;
  /** Went wrong outside of any check. */
  readonly problems?: readonly string[];
  readonly waivers?: readonly Waiver[];
  /** `2026-12-31`, UTC: waivers expire. */
  readonly today?: string;
  /** The run is to certify these; absent: all. */
  readonly features?: readonly Feature[] | undefined;
}

/**
 * Waives what its owner accepts, and concludes: something failed; else an error; else a wrong waiver; else a demanded case not
 * exercised; else conformant, or merely passed if a failure is waived or what was demanded says little of the contract.
 *
 * A run of selected checks demands what a profile or a baseline demands of those, and that one of them was judged at least; it is
 * never conformant. A certificate is of its features, and demands all of them.
 */
export function conclude(
  found: readonly RequirementResult[],
  { profile, problems = [], waivers = [], today = '', features = featureNames }: Run,
): Concluded {
  const { requirements, problems: ofWaivers } = applyWaivers(found, waivers, today);
  const ofTarget = (): Decided => {
    const isPart = requirements.some(isLeftOut);
    // A run for a certificate selects the checks of its features: they are a whole.
    const certifies = profile === 'certify';
    const missing = certifies
      ? met(requirements, features).unmet
      : [...whyMissing(requirements, profile), ...(isPart ? whyNothing(requirements) : [])];
    if (missing.length > 0) return verdictWith('incomplete', missing);
    const whole = requirements.every(each => each.verdict === 'passed' || isNotApplicable(each));
    const isDemanded = certifies || (hasBaseline(profile) && !isPart);
    const accepted = requirements.some(({ waived }) => waived);
    return verdictWith((whole || isDemanded) && !accepted ? 'conformant' : 'passed');
  };
  const decided = (): Decided => {
    const { verdict, reasons = [] } = ofTarget();
    if (ofWaivers.length === 0) return verdictWith(verdict, reasons);
    const without = `nothing else failed: without its waivers the run is ${verdict}`;
    return verdictWith('wrong-waiver', [...ofWaivers, without, ...reasons]);
  };
  return { requirements, ...(broken(requirements, problems, ofWaivers) ?? decided()) };
}

/** Nothing is demanded of what others recorded, and it is never the whole contract; one case at least has to be judged. */
export const decideRecorded = (
  requirements: readonly RequirementResult[],
  problems: readonly string[],
): Decided =>
  broken(requirements, problems, []) ??
  (exercised(requirements).length > 0
    ? verdictWith('passed')
    : verdictWith('incomplete', ['nothing in the recording could be judged']));

/**
 * @returns none if there is no such file.
 * @throws Error that names each mistake in the file and its place.
 */
export function readWaivers(file = waiversFile): readonly Waiver[] {
  if (!existsSync(file)) return [];
  const content = readJsonFile(file);
  const ajv = createAjv({ allErrors: true, verbose: true });
  const validate = ajv.compile<TypeOf<typeof waiversSchema>>(waiversSchema);
  if (validate(content)) return content.waivers;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, keyword, data, params }) => {
      const { additionalProperty: member } = params as { additionalProperty?: string };
      const says: Readonly<Record<string, string>> = {
        enum: `${JSON.stringify(data)} is not the id of a requirement: contract/CATALOGUE.md lists them`,
        format: `${JSON.stringify(data)} is no date like 2027-01-31`,
        additionalProperties: `it has ${JSON.stringify(member)}, which no waiver has`,
      };
      const what = says[keyword] ?? message ?? keyword;
      return `  ${instancePath === '' ? 'the file' : instancePath}: ${what}`;
    },
  );
  throw new Error([`${file} is not usable:`, ...problems].join('\n'));
}

export interface Waived {
  readonly requirements: readonly RequirementResult[];
  /** Waivers that expired, or whose case did not fail. */
  readonly problems: readonly string[];
}

/** @param today `2026-12-31`, UTC. */
export function applyWaivers(
  requirements: readonly RequirementResult[],
  waivers: readonly Waiver[],
  today: string,
): Waived {
  const holding = waivers.filter(({ expires }) => expires >= today);
  return {
    requirements: requirements.map(each => accept(each, holding)),
    problems: waivers.flatMap(each => problemOf(each, requirements, today) ?? []),
  };
}

const covers = (waiver: Waiver, requirement: string, { id }: CaseResult): boolean =>
  waiver.requirement === requirement && (waiver.case === undefined || waiver.case === id);

function accept(requirement: RequirementResult, waivers: readonly Waiver[]): RequirementResult {
  const { id, verdict } = requirement;
  if (verdict !== 'failed' || !waivers.some(each => each.requirement === id)) return requirement;
  const cases = requirement.cases.map(one => {
    const waiver = waivers.find(each => covers(each, id, one));
    return waiver && one.verdict === 'failed' ? { ...one, waived: waiver } : one;
  });
  const failed = cases.filter(one => one.verdict === 'failed');
  const [first] = failed;
  const whole = failed.every(one => one.waived) && first?.waived;
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
    return `${name} is not needed any more: what it accepts passed; remove it`;
  if (expires < today) return `${name} expired on ${expires}: mend the failure or renew it`;
  // A check that did not run has one case, whatever its cases are.
  if (!all.some(isJudged) || cases.length > 0) return undefined;
  const failed = all.filter(each => each.verdict === 'failed').map(each => each.id);
  const those = failed.length > 0 ? `; it failed in: ${failed.slice(0, 5).join('; ')}` : '';
  return `${name} names a case that the requirement does not have${those}`;
}
