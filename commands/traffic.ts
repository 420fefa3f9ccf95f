/** Sends load with k6, and judges the responses (`./gv traffic`). */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { claimOutput } from '../harness/output/folder.ts';
import { writeWhole } from '../harness/output/files.ts';
import { findK6 } from '../load/k6/k6.ts';
import { startReference } from '../reference/server.ts';
import { keyOf } from '../harness/config/keys.ts';
import type { Target } from '../harness/config/target.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { namesTarget, type Environment } from '../harness/config/values.ts';
import { readEnvironment } from '../harness/config/environment.ts';
import { openReader } from '../harness/client/api.ts';
import { preflight } from '../harness/run/hosts/preflight.ts';
import { contract } from '../contract/contract.ts';
import { judgeRecorded } from '../harness/run/pipeline.ts';
import {
  describeVerdicts,
  exitCodeOf,
  runTraffic,
  type TrafficRun,
  wasInterrupted,
} from '../load/traffic/run.ts';
import { writeResult, NoResult, readResult } from '../reports/files.ts';
import { withLoad } from '../reports/result/build-result.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { StatusLine } from '../reports/terminal/screen.ts';
import { writeReports } from '../reports/write-reports.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import type { ConformanceResult, Outcome } from '../schemas/records/result.ts';
import { planLoad } from '../load/traffic/plan.ts';
import { command, settingsOfLoad } from './cli/command.ts';
import { print, warn } from '../harness/output/wrap.ts';

export default command({
  about:
    'Sends load with k6, judges a sample of the responses, and writes traffic.json and traffic-verdicts.json to GV_OUT. If GV_OUT has the result of a contract run on the same target, the load is added to it. On a deployment, all profiles except smoke need exhaust in GV_ALLOW. Set the key as GV_API_KEY, in .env or in the environment.',
  settings: {
    first: [
      'GV_BASE_URL',
      'GV_ALLOW',
      'GV_OUT',
      'GV_LOAD_PROFILE',
      'GV_LOAD_RATE',
      'GV_LOAD_DURATION',
      'GV_LOAD_ROUTES',
      'GV_LOAD_P95',
      'GV_LOAD_P99',
      'GV_LOAD_ERROR_RATE',
    ],
    all: settingsOfLoad,
  },
  examples: [
    ['./gv traffic', 'send a short load to the deployment of .env, or to the reference'],
    [
      './gv traffic --load-profile average --load-rate 20 --load-p95 300',
      'send the load of an average day, with a threshold',
    ],
  ],
  exitCodes: {
    0: 'nothing failed',
    1: 'a threshold was crossed, or a response broke the contract',
    2: 'nothing was judged',
    3: 'an error, or the load could not start',
  },
  run: traffic,
});

async function traffic(): Promise<number> {
  const env = readEnvironment();
  const reference = namesTarget(env) ? undefined : await startReference();
  try {
    const target = loadTarget(env, reference?.settings);
    const given = { ...env, ...reference?.settings };
    // Checks this before anything is sent.
    keyOf(target, 'business');
    planLoad(target.values, target.allow, target.maxRps);
    const release = await claimOutput(target.out);
    return await put(target, given).finally(release);
  } finally {
    await reference?.close();
  }
}

async function put(target: Target, given: Environment): Promise<number> {
  if (target.origin === 'configured') await reach(target);
  const file = join(target.out, 'traffic-verdicts.json');
  // Removes the verdicts of an earlier run, so that nobody takes them for verdicts of this run.
  rmSync(file, { force: true });
  const { GV_K6: explicit } = target.values;
  const k6 = await findK6({ explicit, build: true, onProgress: line => warn(line) });
  if ('missing' in k6) throw new Error(`traffic needs k6: ${k6.missing}`);
  const status = new StatusLine(process.stderr);
  const onProgress = (seconds: number, planned: number) =>
    status.update([`${seconds.toFixed(0)} s of a load of ${planned.toFixed(0)} s`]);
  const run = await runTraffic(k6.path, target, given, onProgress).finally(() => status.clear());
  print(harmless(run.stdout, Infinity));
  const verdicts = judgeRecorded(contract, run.exchanges, {
    ...target.values,
    composed: true,
  });
  writeWhole(file, JSON.stringify(written(run, verdicts), null, 1));
  const problems = await addToResult(target, run, verdicts);
  print(harmless(describeVerdicts(verdicts, run.exchanges.length)));
  print(`results: ${target.out}/traffic.json, traffic-verdicts.json`);
  for (const problem of problems) warn(problem);
  const code = exitCodeOf(run.summary, verdicts, target.values.GV_STRICT);
  if (run.by === undefined) return code;
  warn(`${wasInterrupted(run.by)}: the report has the requests until then`);
  return code === 1 ? code : 3;
}

/** Returns the exchanges that show a failure or a warning. */
function failing({ exchanges }: TrafficRun, verdicts: readonly Outcome[]): Exchange[] {
  const seen = new Set(
    verdicts.flatMap(({ cases }) =>
      cases
        .filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')
        .flatMap(each => each.evidence),
    ),
  );
  return exchanges.filter(({ id }) => seen.has(id));
}

const written = (run: TrafficRun, verdicts: readonly Outcome[]) => ({
  profile: run.summary.profile,
  startedAt: run.summary.startedAt,
  samples: run.exchanges.length,
  verdicts,
  exchanges: Object.fromEntries(failing(run, verdicts).map(({ id, ...rest }) => [id, rest])),
});

/** Checks that the target is reachable and accepts its keys. */
async function reach(target: Target): Promise<void> {
  const { api, log, close } = openReader(target);
  await preflight({ api, target, exchanges: () => log.exchanges }).finally(close);
}

/** Returns true for two runs on the reference, which has another address in each run, or on one address. */
const isSame = (a: ConformanceResult['target'], b: Target): boolean =>
  a.origin === b.origin && (a.origin === 'reference' || a.baseUrl === b.baseUrl);

/**
 * Adds the load to the result and the reports of the contract run on this target, if there is a result.
 *
 * @returns a message for each report that could not be written.
 */
async function addToResult(
  target: Target,
  run: TrafficRun,
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const file = join(target.out, 'conformance.json');
  if (!existsSync(file)) return [];
  let result: ConformanceResult;
  try {
    result = readResult(file);
  } catch (error) {
    if (error instanceof NoResult) return [`The load is added to no result: ${error.message}`];
    throw error;
  }
  if (!isSame(result.target, target)) return [];
  const load = { summary: run.summary, samples: run.exchanges.length, outcomes };
  const whole = withLoad(result, load, failing(run, outcomes));
  writeResult(whole, target.out);
  return writeReports(whole, target.out);
}
