/** Waivers of a team and the requirements of a run -> which failures are accepted, and which waivers are wrong. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';
import { readJsonFile } from '../../fixtures/output/json.ts';
import { waiversFile } from '../files.ts';
import type { CaseResult, RequirementResult } from '../../schemas/records/result.ts';
import type { TypeOf } from '../../schemas/records/schema.ts';
import { waiversSchema, type Waiver } from '../../schemas/records/waivers.ts';

const require = createRequire(import.meta.url);

/**
 * @returns none where there is no such file.
 * @throws Error that names each mistake in the file and its place.
 */
export function readWaivers(file = waiversFile): readonly Waiver[] {
  if (!existsSync(file)) return [];
  const content = parse(file);
  // Loaded where there are waivers: every run loads this file.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof Ajv;
  const ajv = new Ajv2020({ allErrors: true, verbose: true });
  (require('ajv-formats') as FormatsPlugin)(ajv);
  const validate = ajv.compile<TypeOf<typeof waiversSchema>>(waiversSchema);
  if (validate(content)) return content.waivers;
  const problems = (validate.errors ?? []).map(({ instancePath, message, keyword, data }) => {
    const what =
      keyword === 'enum'
        ? `${JSON.stringify(data)} is not the id of a requirement`
        : (message ?? keyword);
    return `  ${instancePath === '' ? 'the file' : instancePath}: ${what}`;
  });
  throw new Error([`${file} is not usable:`, ...problems].join('\n'));
}

function parse(file: string): unknown {
  try {
    return readJsonFile(file);
  } catch (error) {
    throw new Error(`${file} is not usable: ${(error as Error).message}`, { cause: error });
  }
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
  if (expires < today) return `${name} expired on ${expires}: mend the failure or renew it`;
  const cases = (requirements.find(each => each.id === id)?.cases ?? []).filter(one =>
    covers(waiver, id, one),
  );
  const judged = cases.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  if (judged.length > 0 && judged.every(({ verdict }) => verdict === 'passed'))
    return `${name} is not needed any more: what it accepts passed; remove it`;
  const ran = requirements.some(each => each.id === id && each.cases.length > 0);
  return ran && cases.length === 0
    ? `${name} names a case that the requirement does not have`
    : undefined;
}
