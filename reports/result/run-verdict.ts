/** The verdict of a run, and its exit code. */
import { existsSync } from 'node:fs';
import { readJsonFile } from '../../fixtures/output/json.ts';
import { baselineFile } from '../files.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import { demands } from '../../schemas/profiles.ts';
import { met } from '../certificate/demands.ts';
import { isSelected } from '../summary/coverage.ts';
import { featureNames, type Feature } from '../../schemas/features/names.ts';
import type {
  ConformanceResult,
  RequirementResult,
  RunVerdict,
} from '../../schemas/records/result.ts';

const hasBaseline = (profile: string): boolean => profile === 'gate' && existsSync(baselineFile);

/** Requirements that a profile requires to be exercised; for a gate with a baseline, the cases in it. */
const required = (profile: string): readonly string[] =>
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

/** `requirement / case` of every case that was judged. */
export const exercised = (requirements: readonly RequirementResult[]): string[] =>
  requirements.flatMap(({ id, cases }) =>
    cases
      .filter(({ verdict }) => verdict === 'passed' || verdict === 'failed')
      .map(each => `${id} / ${each.id}`),
  );

type Decided = Pick<ConformanceResult, 'verdict' | 'reasons'>;

const verdictWith = (verdict: RunVerdict, reasons: readonly string[] = []): Decided =>
  reasons.length > 0 ? { verdict, reasons } : { verdict };

/** Something failed that is not waived, or a waiver is wrong; else an error; undefined where neither. */
function broken(
  requirements: readonly RequirementResult[],
  problems: readonly string[],
  ofWaivers: readonly string[],
): Decided | undefined {
  if (ofWaivers.length > 0 || requirements.some(each => each.verdict === 'failed' && !each.waived))
    return verdictWith('non-conformant', [...ofWaivers, ...problems]);
  const errors = requirements.filter(({ verdict }) => verdict === 'error');
  if (problems.length > 0 || errors.length > 0)
    return verdictWith('error', [
      ...problems,
      ...errors.map(({ id, reason }) => `${id}: ${reason ?? ''}`),
    ]);
  return undefined;
}

/** Requirements that are named before the others are counted. */
const mostNamed = 5;

/** Returns the reasons why cases are missing: one for all that was not selected, however many cases a baseline has. */
function whyMissing(
  missing: readonly string[],
  requirements: readonly RequirementResult[],
): string[] {
  const unselected = requirements.filter(each => !isSelected(each)).map(({ id }) => id);
  const idOf = (demanded: string) => demanded.split(' / ')[0]!;
  const left = [...new Set(missing.map(idOf))].filter(id => unselected.includes(id));
  const named = left.slice(0, mostNamed).join(', ');
  const others = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : '';
  return [
    ...(left.length > 0 ? [`required but not selected in this run: ${named}${others}`] : []),
    ...missing
      .filter(each => !left.includes(idOf(each)))
      .map(each => `${each} is required but was not exercised`),
  ];
}

/**
 * Something failed; else an error; else a required case not exercised; else conformant, or merely passed where a failure
 * is waived or what the profile requires says little of the contract.
 *
 * @param problems what went wrong outside of any check.
 * @param ofWaivers what is wrong with waivers.
 * @param features what the run is to certify.
 */
export function decide(
  requirements: readonly RequirementResult[],
  profile: string,
  problems: readonly string[],
  ofWaivers: readonly string[] = [],
  features: readonly Feature[] = featureNames,
): Decided {
  const found = broken(requirements, problems, ofWaivers);
  if (found) return found;
  const certified = profile === 'certify';
  const settled = requirements
    .filter(({ verdict }) => verdict === 'passed' || verdict === 'not-applicable')
    .map(({ id }) => id);
  const accepted = requirements.filter(({ waived }) => waived).map(({ id }) => id);
  const done = new Set([...exercised(requirements), ...settled, ...accepted]);
  const missing = certified
    ? met(requirements, features).unmet
    : whyMissing(
        required(profile).filter(each => !done.has(each)),
        requirements,
      );
  if (missing.length > 0) return verdictWith('incomplete', missing);
  const whole = settled.length === requirements.length;
  const demanded = certified || hasBaseline(profile);
  return verdictWith((whole || demanded) && accepted.length === 0 ? 'conformant' : 'passed');
}

/** Nothing is required of what others recorded, and it is never the whole contract; one case at least has to be judged. */
export const decideRecorded = (
  requirements: readonly RequirementResult[],
  problems: readonly string[],
): Decided =>
  broken(requirements, problems, []) ??
  (exercised(requirements).length > 0
    ? verdictWith('passed')
    : verdictWith('incomplete', ['nothing in the recording could be judged']));
