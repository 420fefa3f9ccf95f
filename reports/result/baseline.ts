/** Reads the baseline of a gate: the cases that it demands, and the warnings that it accepts. */
import { existsSync } from 'node:fs';
import { readJsonFile } from '../../harness/output/files.ts';
import { isOfData } from '../../schemas/features/features.ts';
import { demands } from '../../schemas/profiles.ts';
import { isObject } from '../../schemas/records/exchange.ts';
import {
  elsewhere,
  type CaseResult,
  type RequirementResult,
} from '../../schemas/records/result.ts';
import { baselineFile } from '../files.ts';
import { isJudged } from '../summary/judged.ts';

export const hasBaseline = (profile: string): boolean =>
  profile === 'gate' && existsSync(baselineFile);

/** Returns the requirements that a profile demands, or the cases of the baseline for a gate with a baseline. */
export const demandedBy = (profile: string): readonly string[] =>
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
