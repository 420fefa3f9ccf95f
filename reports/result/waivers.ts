/** Reads `waivers.json`, and marks the failures and warnings that its waivers accept. */
import { existsSync } from 'node:fs';
import { requirementIds } from '../../contract/statements.ts';
import { createAjv } from '../../harness/output/ajv.ts';
import { readJsonFile } from '../../harness/output/files.ts';
import { nearest } from '../../harness/output/nearest.ts';
import type { CaseResult, RequirementResult } from '../../schemas/records/result.ts';
import type { TypeOf } from '../../schemas/records/schema.ts';
import { type Waiver, waiversSchema } from '../../schemas/records/waivers.ts';
import { waiversFile } from '../files.ts';
import { isContradicted, isJudged } from '../summary/judged.ts';

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

const yearAfter = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

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
    return cases.some(({ verdict }) => verdict === 'failed')
      ? `${name} expired on ${expires}. Fix the failure, or renew the waiver`
      : `${name} expired on ${expires}. It accepts a warning, which needs no date: remove expires, or the waiver`;
  if (expires !== undefined && expires > yearAfter(today))
    return `${name} ends on ${expires}, more than a year from now. Choose an earlier date`;
  // A check that did not run has only one case.
  if (!all.some(isJudged) || cases.length > 0) return undefined;
  const failed = all.filter(isContradicted).map(each => each.id);
  const those = failed.length > 0 ? `; it failed in: ${failed.slice(0, 5).join('; ')}` : '';
  return `${name} names a case that the requirement does not have${those}`;
}
