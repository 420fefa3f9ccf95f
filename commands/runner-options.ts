/** Options of Playwright's runner that make sense for a run of the checks; they are passed on as they are. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { outputFolder } from '../harness/config/environment.ts';
import { nearest } from '../harness/output/nearest.ts';
import { readJsonFile } from '../harness/output/files.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { parsed, UsageError, type GivenOptions, type Option, type Options } from './cli/command.ts';

const group = "Options of Playwright's runner:";

const reporters = ['list', 'line', 'dot', 'json', 'junit', 'github', 'perfetto'];

/** Returns the ids of all statements that have a check; loaded when they are asked for, since they are many modules. */
async function checked() {
  const { areaOf, observationIds, requirementIds } = await import('../contract/statements.ts');
  return { areaOf, ids: [...requirementIds, ...observationIds] };
}

export const runnerOptions = {
  grep: {
    short: 'g',
    value: 'pattern',
    about: 'only checks whose title matches; a title begins with the id of its requirement',
    group,
  },
  'grep-invert': {
    short: 'G',
    value: 'pattern',
    about: 'only checks whose title does not match',
    group,
  },
  project: {
    value: 'name',
    about: 'contract: the checks alone; load: the limiter probes alone; both if it is not given',
    choices: ['contract', 'load'],
    repeated: true,
    group,
  },
  shard: {
    value: 'part/all',
    about: 'one of several machines, like 1/4; ./gv merge makes one result of all',
    group,
  },
  'last-failed': { about: 'only the checks that failed in the last run', group },
  list: { about: 'print the checks and send nothing', group },
  ui: {
    about: 'choose, run and look at checks in a browser; a run there loads what was changed',
    group,
  },
  'ui-host': { value: 'host', about: 'with --ui: serve it, as on 127.0.0.1', group },
  'ui-port': { value: 'number', about: 'with --ui: serve it there; 0 picks a free one', group },
  'add-reporter': {
    value: 'name',
    about: 'a reporter of the runner, next to ours, like list, dot, json or perfetto',
    group,
  },
} as const satisfies Options;

type Given = GivenOptions<typeof runnerOptions>;

/** Returns the same options, for the runner. */
export function runnerArguments(given: Given): string[] {
  return (Object.entries(runnerOptions) as [keyof Given, Option][]).flatMap(([name, { value }]) => {
    const each = given[name];
    if (value === undefined) return each === true ? [`--${name}`] : [];
    return [each].flat().flatMap(text => (text === undefined ? [] : [`--${name}=${String(text)}`]));
  });
}

/** Requirements by their ids. */
export const idArgument = {
  about: 'requirements, like auth.missing-key, or areas, like wallet; all if none is given',
  optional: true,
  many: true,
} as const;

/**
 * Returns what was named and the options, for the runner.
 *
 * @throws UsageError if the runner would end with a stack, or replace the last result by an empty one.
 */
export async function argumentsOf(
  given: Given & { readonly id: readonly string[] },
): Promise<string[]> {
  for (const name of ['grep', 'grep-invert'] as const)
    parsed(name, given[name], text => new RegExp(text));
  parsed('shard', given.shard, expectShard);
  parsed('add-reporter', given['add-reporter'], expectReporter);
  if (given['last-failed'] && !hasFailed(join(outputFolder(), lastRun)))
    throw new UsageError(
      `--last-failed: no check failed in the last run in ${outputFolder()}, or none ran there.`,
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
    throw new Error(`${text}: expected a part of all, like 1/4`);
}

/** Throws unless the name is a reporter of the runner, a file, or a package that the working folder has. */
function expectReporter(name: string): void {
  if (reporters.includes(name) || existsSync(name)) return;
  try {
    createRequire(join(process.cwd(), 'package.json')).resolve(name);
  } catch {
    const meant = nearest(name, reporters);
    throw new Error(
      `${name} is no file, no package here and none of ${reporters.join(', ')}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`,
    );
  }
}

/** File in which the runner keeps what failed. */
const lastRun = 'artifacts/.last-run.json';

function hasFailed(file: string): boolean {
  const last = existsSync(file) ? readJsonFile(file) : undefined;
  const failed = isObject(last) ? last['failedTests'] : undefined;
  return Array.isArray(failed) && failed.length > 0;
}

/** Returns a pattern for the titles of the checks of these requirements, and of no others. */
export const titlesOf = (ids: readonly string[]): string =>
  `(^| )(${ids.join('|').replaceAll('.', '\\.')}) `;

/**
 * Returns the ids that an id or an area names.
 *
 * @throws UsageError naming the nearest id or area.
 */
async function idsOf(given: string): Promise<readonly string[]> {
  const { areaOf, ids } = await checked();
  const found = ids.filter(id => id === given || areaOf(id) === given);
  if (found.length > 0) return found;
  const meant = nearest(given, [...ids, ...new Set(ids.map(areaOf))]);
  const help = meant === undefined ? 'contract/CATALOGUE.md lists them.' : `Did you mean ${meant}?`;
  throw new UsageError(`${given} is no requirement and no area. ${help}`);
}
