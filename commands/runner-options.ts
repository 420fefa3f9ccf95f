/** Declares the options of Playwright's runner that a run of the checks accepts. They are passed on unchanged. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from '../harness/config/environment.ts';
import { nearest } from '../harness/output/nearest.ts';
import { readJsonFile } from '../harness/output/files.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { parsed, UsageError, type GivenOptions, type Options } from './cli/command.ts';

const group = "Options of Playwright's runner:";

/** Loads the ids of all statements that have a check. Loaded on demand, because they are in many modules. */
async function checked() {
  const { areaOf, observationIds, requirementIds } = await import('../contract/statements.ts');
  return { areaOf, ids: [...requirementIds, ...observationIds] };
}

export const runnerOptions = {
  grep: {
    short: 'g',
    value: 'pattern',
    about: 'run only checks whose title matches. A title begins with the id of the requirement',
    group,
  },
  project: {
    value: 'name',
    about: 'run only the checks (contract), or only the limiter probes (load)',
    choices: ['contract', 'load'],
    group,
  },
  shard: {
    value: 'part/all',
    about: 'run one of several parts, like 1/4. ./gv merge merges their results',
    group,
  },
  'last-failed': { about: 'run only the checks that failed in the last run', group },
  list: { about: 'print the checks and send nothing', group },
  ui: { about: 'choose, run and inspect checks in a browser', group },
} as const satisfies Options;

type Given = GivenOptions<typeof runnerOptions>;

/** Returns the given options as arguments of the runner. */
const runnerArguments = (given: Given): string[] =>
  (Object.keys(runnerOptions) as (keyof Given)[]).flatMap(name => {
    const value = given[name];
    if (typeof value === 'string') return [`--${name}=${value}`];
    return value ? [`--${name}`] : [];
  });

/** Declares the argument that selects requirements. */
export const idArgument = {
  about: 'a requirement, like auth.missing-key, or an area, like wallet (all)',
  optional: true,
  many: true,
} as const;

/**
 * Returns the selected requirements and the options as arguments of the runner.
 *
 * @throws UsageError if the runner would end with a stack, or replace the last result by an empty result.
 */
export async function argumentsOf(
  given: Given & { readonly id: readonly string[] },
): Promise<string[]> {
  parsed('grep', given.grep, text => new RegExp(text));
  parsed('shard', given.shard, expectShard);
  if (given['last-failed'] && !hasFailed(join(outputFolder(), lastRun)))
    throw new UsageError(
      `--last-failed: no check failed in the last run in ${outputFolder()}, or no check ran.`,
    );
  const options = runnerArguments(given);
  if (given.id.length === 0) return options;
  if (given.grep !== undefined) throw new UsageError('Name requirements or --grep, not both.');
  const ids = await Promise.all(given.id.map(idsOf));
  return [`--grep=${titlesOf(ids.flat())}`, ...options];
}

function expectShard(text: string): void {
  const [, part, all] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (part === undefined || Number(part) > Number(all))
    throw new Error(`${text}: expected a part and a total, like 1/4`);
}

/** Names the file in which the runner keeps the failed tests. */
const lastRun = 'artifacts/.last-run.json';

function hasFailed(file: string): boolean {
  const last = existsSync(file) ? readJsonFile(file) : undefined;
  const failed = isObject(last) ? last['failedTests'] : undefined;
  return Array.isArray(failed) && failed.length > 0;
}

/** Returns a pattern that matches only the titles of these requirements. */
export const titlesOf = (ids: readonly string[]): string =>
  `(^| )(${ids.join('|').replaceAll('.', '\\.')}) `;

/**
 * Returns the ids of an area, or the id itself.
 *
 * @throws UsageError that suggests the nearest id or area.
 */
async function idsOf(given: string): Promise<readonly string[]> {
  const { areaOf, ids } = await checked();
  const found = ids.filter(id => id === given || areaOf(id) === given);
  if (found.length > 0) return found;
  const meant = nearest(given, [...ids, ...new Set(ids.map(areaOf))]);
  const help = meant === undefined ? 'contract/CATALOGUE.md lists them.' : `Did you mean ${meant}?`;
  throw new UsageError(`${given} is neither a requirement nor an area. ${help}`);
}
