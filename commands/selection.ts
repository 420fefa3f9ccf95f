/** Selects the checks of a run, as its arguments and options say. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf, statements, type StatementId } from '../contract/statements.ts';
import { outputFolder } from '../harness/config/environment.ts';
import { readJsonFile } from '../harness/output/files.ts';
import { nearest } from '../harness/output/nearest.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { hasCheck, stageOf } from '../schemas/statement.ts';
import { parsed, UsageError, type GivenOptions } from './cli/command.ts';
import type { selectionOptions } from './runner.ts';

export type Given = Partial<GivenOptions<typeof selectionOptions>> & {
  readonly id: readonly string[];
};

/** Ids of all checks, in the order of the spec. */
const everyId = Object.entries(statements).flatMap(([id, each]) => (hasCheck(each) ? [id] : []));

/** Returns the project of the runner that has a check. */
const projectOf = (id: string): string =>
  stageOf(statements[id as StatementId]) === 'limiters' ? 'load' : 'contract';

/** Returns the title by which the runner selects a check. */
const titleOf = (id: string): string =>
  `${projectOf(id)} contract.spec.ts ${id} ${statements[id as StatementId].text} @${areaOf(id)}`;

/**
 * Returns the ids of an area, or the id itself.
 *
 * @throws UsageError that suggests the nearest id or area.
 */
function idsOf(given: string): readonly string[] {
  const found = everyId.filter(id => id === given || areaOf(id) === given);
  if (found.length > 0) return found;
  const meant = nearest(given, [...everyId, ...new Set(everyId.map(areaOf))]);
  const help = meant === undefined ? 'contract/CATALOGUE.md lists them.' : `Did you mean ${meant}?`;
  throw new UsageError(`${given} is neither a requirement nor an area. ${help}`);
}

/**
 * Returns the ids of the checks that arguments and options select, as the runner does.
 *
 * @throws UsageError
 */
export function selectedIds({ id, grep, project, 'last-failed': lastFailed }: Given): string[] {
  const pattern = parsed('grep', grep, text => new RegExp(text, 'i'));
  if (id.length > 0 && pattern) throw new UsageError('Name requirements or --grep, not both.');
  const named = id.length === 0 ? everyId : id.flatMap(idsOf);
  const failed = lastFailed ? failedIds() : undefined;
  return named.filter(
    each =>
      (pattern?.test(titleOf(each)) ?? true) &&
      (project === undefined || project === projectOf(each)) &&
      (failed?.includes(each) ?? true),
  );
}

/**
 * Returns the requirements that did not pass in the last run.
 *
 * @throws UsageError if there are none.
 */
function failedIds(): readonly string[] {
  const file = join(outputFolder(), 'conformance.json');
  const result = existsSync(file) ? readJsonFile(file) : undefined;
  const all = isObject(result) ? result['requirements'] : undefined;
  const failed = (Array.isArray(all) ? all : []).flatMap((each: unknown) =>
    isObject(each) && ['failed', 'error'].includes(String(each['verdict']))
      ? [String(each['id'])]
      : [],
  );
  if (failed.length > 0) return failed;
  throw new UsageError(
    `--last-failed: no check failed in the last run in ${outputFolder()}, or no check ran.`,
  );
}
