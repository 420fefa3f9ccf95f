/** Runs the checks in Playwright's runner (`./gv conformance`, `./gv smoke`). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder, readEnvironment } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Target } from '../harness/config/target.ts';
import { namesTarget } from '../harness/config/values.ts';
import { claimOutput, reportNames } from '../harness/output/folder.ts';
import { print, warn } from '../harness/output/wrap.ts';
import { baselineFile, waiversFile } from '../reports/files.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import {
  command,
  exitCodeOf,
  exitCodes,
  exitCodesOfRuns,
  settingsOfReads,
  settingsOfRuns,
  type GivenOptions,
  UsageError,
} from './cli/command.ts';
import {
  idArgument,
  heartbeatFile,
  refusedOptions,
  runnerOptions,
  start,
  watchRun,
  type Started,
} from './runner.ts';

export const conformance = command({
  about:
    'Checks a deployment against the contract, then probes its rate limiters. Writes the result, its evidence and reports to GV_OUT. Without an address, it judges the embedded reference. A run only reads from a deployment until GV_ALLOW permits more. Set the key as GV_API_KEY, in .env or in the environment. baseline.json and waivers.json count only in the current folder.',
  arguments: { id: idArgument },
  options: runnerOptions,
  refused: refusedOptions,
  settings: {
    first: [
      'GV_BASE_URL',
      'GV_ALLOW',
      'GV_MAX_SPEND',
      'GV_MAX_RPS',
      'GV_STRICT',
      'GV_OUT',
      'GV_PROFILE',
    ],
    all: settingsOfRuns,
  },
  examples: [
    ['./gv conformance', 'check the deployment of .env, or the reference'],
    [
      './gv conformance --allow write,spend,exhaust --max-spend "500 GBP"',
      'check it as a gate before a release does',
    ],
    ['./gv conformance auth.missing-key wallet', 'check one requirement, and an area'],
  ],
  exitCodes: exitCodesOfRuns,
  run: runOrList,
});

/** Runs the few reads of a night. */
export const smoke = command({
  about:
    'Checks the most important reads, with at most 60 requests, 2 a second, with any settings. Run it every night against production. ./gv drift shows what changed since the last night.',
  arguments: { id: idArgument },
  options: runnerOptions,
  refused: refusedOptions,
  settings: { first: ['GV_BASE_URL', 'GV_OUT', 'GV_DEADLINE'], all: settingsOfReads },
  examples: [
    ['./gv smoke', 'check the deployment of .env, or the reference'],
    [
      './gv smoke --base-url https://vouchers.example --out tonight',
      'check another deployment, with the key of the environment',
    ],
  ],
  exitCodes: exitCodesOfRuns,
  run: async given => {
    process.env['GV_PROFILE'] = 'smoke';
    return runOrList(given);
  },
});

type Given = GivenOptions<typeof runnerOptions>;
type Selecting = Given & { readonly id: readonly string[] };

/** Runs the selected checks, or lists them. */
async function runOrList(given: Selecting): Promise<number> {
  if (!given.list) return runConformance(await argumentsOf(given));
  const { selectedIds } = await import('./selection.ts');
  const { listChecks } = await import('./list-checks.ts');
  await expectUsable();
  await listChecks(selectedIds(given), readEnvironment());
  return 0;
}

/** Returns the given options as arguments of the runner. */
const runnerArguments = (given: Partial<Given>): string[] =>
  (Object.keys(runnerOptions) as (keyof Given)[]).flatMap(name => {
    const value = given[name];
    if (typeof value === 'string') return [`--${name}=${value}`];
    return value ? [`--${name}`] : [];
  });

/**
 * Returns the selection and the options as arguments of the runner.
 *
 * @throws UsageError if the runner would end with a stack, or replace the last result by an empty result.
 */
async function argumentsOf(given: Selecting): Promise<string[]> {
  const { 'last-failed': lastFailed, ...options } = given;
  if (given.id.length === 0 && given.grep === undefined && !lastFailed)
    return runnerArguments(options);
  const { selectedIds } = await import('./selection.ts');
  const ids = selectedIds(given);
  if (given.id.length === 0 && !lastFailed) return runnerArguments(options);
  return [`--grep=${titlesOf(ids)}`, ...runnerArguments({ ...options, grep: undefined })];
}

/** Returns a pattern that matches only the titles of these requirements. */
export const titlesOf = (ids: readonly string[]): string =>
  `(^| )(${ids.join('|').replaceAll('.', '\\.')}) `;

/**
 * @returns the target, or a stand-in if the run will start the reference.
 * @throws ConfigurationError, or an Error about a file, before the first request.
 */
async function expectUsable(): Promise<Target> {
  if (existsSync(waiversFile)) (await import('../reports/result/waivers.ts')).readWaivers();
  if (existsSync(baselineFile)) (await import('../reports/result/baseline.ts')).readBaseline();
  const env = readEnvironment();
  return namesTarget(env)
    ? loadTarget(env)
    : loadTarget({ ...env, GV_BASE_URL: 'http://localhost', GV_API_KEY: 'none' });
}

/** Time for the worker to end after GV_DEADLINE. */
const lateMs = 15_000;

/** @returns undefined if the run left no result. */
function resultSince(file: string, since: number): ConformanceResult | undefined {
  if (!existsSync(file)) return undefined;
  const result = JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  return Date.parse(result.startedAt) < since ? undefined : result;
}

/** Returns true if the runner wrote all reports. Before a run, its folder has none. */
const hasReports = (out: string): boolean => reportNames.every(name => existsSync(join(out, name)));

/**
 * Runs the checks in Playwright's runner, which writes the result and its reports.
 *
 * @param args options of Playwright.
 * @returns the exit code.
 */
export async function runConformance(args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const { deadlineMs } = await expectUsable();
  // The browser interface does not leave one result.
  if (args.includes('--ui')) {
    const { hasBrowser, noBrowser } = await import('./ui-browser.ts');
    if (!(await hasBrowser())) throw new UsageError(noBrowser);
    return (await start(args).ended).code === 0 ? 0 : exitCodes.error;
  }
  let started: Started | undefined;
  const onLost = () => started?.interrupt(`the removal of ${outputFolder()}`, false);
  const release = await claimOutput(outputFolder(), onLost);
  started = start(args);
  const { interrupt } = started;
  const unwatch = watchRun({
    heartbeat: heartbeatFile(),
    endsAt: startedAt + deadlineMs + lateMs,
    onStuck: cause => interrupt(cause, true),
  });
  return finish(started, startedAt, loadEndings()).finally(unwatch).finally(release);
}

/** Loads what the end of a run needs, while it runs: Ctrl-C also ends the service that compiles the modules of a clone. */
const loadEndings = () =>
  Promise.all([
    import('./cut-run.ts'),
    import('../reports/write-reports.ts'),
    import('./k6.ts'),
    import('../reports/page/page.tsx'),
  ]);

/** Waits for the end of a run, and writes what its runner could not. @returns the exit code. */
async function finish(
  { ended }: Started,
  startedAt: number,
  endings: ReturnType<typeof loadEndings>,
): Promise<number> {
  const { code, by } = await ended;
  const [{ resultOfCutRun }, { leaveReports }, { noteOnDriver }] = await endings;
  const out = outputFolder();
  const file = join(out, 'conformance.json');
  let result = resultSince(file, startedAt);
  if (!result && by !== undefined) result = await resultOfCutRun(out, by, new Date(startedAt));
  if (!result) {
    warn(
      by === undefined
        ? `The run ended with ${code} and left no result in ${file}.`
        : `The run was interrupted by ${by} before its first check, and left no result.`,
    );
    return exitCodes.error;
  }
  const isComplete = hasReports(out) || (await leaveReports(result, out));
  for (const line of noteOnDriver(result, readEnvironment()['GV_K6'])) print(line);
  return exitCodeOf(result, isComplete);
}
