/** Reads and makes the baseline of a gate: the cases that it demands, and the requirements whose warnings it accepts. */
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { problemIn, readJsonFile } from '../../harness/output/files.ts';
import { counted } from '../../schemas/counted.ts';
import { featureNames } from '../../schemas/features/features.ts';
import { demands } from '../../schemas/profiles.ts';
import {
  baselineSchema,
  type Baseline,
  type BaselineOrigin,
} from '../../schemas/records/baseline.ts';
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import { demandsOf, partsOf } from '../certificate/demands.ts';
import { baselineFile } from '../files.ts';
import { exercised } from '../summary/judged.ts';

/** Returns the requirement of a case: `wallet.fields` for `wallet.fields / balance`. */
export const idOf = (name: string): string => name.split(' / ')[0]!;

/** Returns the case of a name: `balance` for `wallet.fields / balance`, and undefined for `wallet.fields`. */
export const caseOf = (name: string): string | undefined => name.split(' / ')[1];

/** Returns the baseline of a run, or undefined if its profile has none or there is no file. */
export const baselineOf = (profile: string): Baseline | undefined =>
  profile === 'gate' && existsSync(baselineFile) ? readBaseline() : undefined;

/**
 * Reads the baseline. A file of an earlier version does not name its target, and may list cases that warn.
 *
 * @throws Error that names the file and the remedy.
 */
export function readBaseline(): Baseline {
  const content = readJsonFile(baselineFile);
  const problem = problemIn(content, baselineSchema);
  if (problem === undefined) return content as Baseline;
  throw new Error(
    `${baselineFile} is not a baseline: ${problem}. Write it again with ./gv baseline after a good run, or remove it.`,
  );
}

/** Returns what a run must show: the demands of its profile, and the cases of its baseline. */
export const demandedBy = (profile: string): readonly string[] => [
  ...new Set([...demands(profile), ...(baselineOf(profile)?.cases ?? [])]),
];

/** Returns the requirements with a warning that neither a waiver nor the baseline of the run accepts. */
export function unacceptedWarnings(
  requirements: readonly RequirementResult[],
  profile: string,
): string[] {
  const accepted = (baselineOf(profile)?.warnings ?? []).map(idOf);
  return warningsIn(requirements).filter(id => !accepted.includes(id));
}

/** Returns the requirements with a warning that no waiver accepts. */
export const warningsIn = (requirements: readonly RequirementResult[]): string[] =>
  requirements
    .filter(({ cases }) => cases.some(one => one.verdict === 'warning' && !one.waived))
    .map(({ id }) => id);

/** Returns the number of warnings for the first line of a certificate: `, with 3 warnings`, or nothing. */
export function withWarnings(requirements: readonly RequirementResult[]): string {
  const { length } = warningsIn(requirements);
  return length > 0 ? `, with ${counted(length, 'warning')}` : '';
}

/**
 * Returns what later runs should be required to show: the cases that conformant deployments show on any day, and else the requirement.
 * Products, money and the number of transactions decide which other cases a day has.
 */
export function demandable(requirements: readonly RequirementResult[]): string[] {
  const daily = shownOnAnyDay();
  const names = requirements.flatMap(each =>
    exercised([each]).map(name => (daily.has(name) ? name : each.id)),
  );
  return [...new Set(names)];
}

/** Returns the cases that every conformant deployment showed that was tried, as `requirement / case`. */
const shownOnAnyDay = (): ReadonlySet<string> =>
  new Set(
    partsOf(featureNames).flatMap(part =>
      Object.entries(demandsOf(part).demanded).flatMap(([id, cases]) =>
        cases.map(each => `${id} / ${each}`),
      ),
    ),
  );

/** Returns the target and the version of the suite of a run, as a baseline names them. Each run starts the reference at another address. */
export const originOf = ({
  target: { origin, baseUrl },
  suite,
}: Pick<ConformanceResult, 'target' | 'suite'>): BaselineOrigin => ({
  target: origin === 'reference' ? origin : baseUrl,
  suite: suite.version,
});

/** Returns what a result says about the baseline of its run. */
export const describedBaseline = ({
  cases,
  target,
  suite,
}: Baseline): NonNullable<ConformanceResult['baseline']> => ({
  cases: cases.length,
  ...(target === undefined ? {} : { target }),
  ...(suite === undefined ? {} : { suite }),
});

/** Returns sentences about a baseline that another target or another version of the suite made, or that a run did not meet. */
export function baselineNotes(result: ConformanceResult): string[] {
  const { target, suite } = result.baseline ?? {};
  const own = originOf(result);
  const isOther =
    target !== undefined && suite !== undefined && !isDeepStrictEqual({ target, suite }, own);
  return [
    ...(isOther
      ? [
          `${baselineFile} was made on ${target} with version ${suite} of the suite, and this run is on ${own.target} with version ${own.suite}`,
        ]
      : []),
    ...(result.baseline && result.verdict === 'incomplete'
      ? [
          `if the deployment rightly lacks what ${baselineFile} demands, write the file from this run: ./gv baseline`,
        ]
      : []),
  ];
}

/** Makes the baseline of a run. */
export function makeBaseline(result: ConformanceResult): Required<Pick<Baseline, keyof Baseline>> {
  const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b));
  return {
    ...originOf(result),
    cases: sorted(demandable(result.requirements)),
    warnings: sorted(warningsIn(result.requirements)),
  };
}
