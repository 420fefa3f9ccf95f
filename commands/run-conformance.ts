/** Runs the checks in Playwright's runner, and returns the exit code of the result. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listenForInterruption } from '../harness/process.ts';
import { claimOutput } from '../harness/output/folder.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { namesTarget } from '../harness/config/values.ts';
import { outputFolder, readEnvironment } from '../harness/config/environment.ts';
import { baselineFile, waiversFile } from '../reports/files.ts';
import { eraseStatusLine } from '../reports/terminal/screen.ts';
import { exitCodes } from './cli/command.ts';
import { runnerCommand, runnerEnvironment } from './runner.ts';
import { killWorker, watchRun } from './watchdog.ts';
import type { Target } from '../harness/config/target.ts';
import { heartbeatName } from '../schemas/records/run.ts';
import { warn } from '../harness/output/wrap.ts';

/** Loads the reports during the run, because that takes half a second. */
const reporting = () => import('./leave-reports.ts');

/**
 * @returns the target, or a stand-in if the run will start the reference.
 * @throws ConfigurationError, or an Error about a file, before the first request.
 */
async function expectUsable(): Promise<Target> {
  if (existsSync(waiversFile)) (await import('../reports/result/run-verdict.ts')).readWaivers();
  if (existsSync(baselineFile)) (await import('../reports/result/run-verdict.ts')).readBaseline();
  const env = readEnvironment();
  return namesTarget(env)
    ? loadTarget(env)
    : loadTarget({ ...env, GV_BASE_URL: 'http://localhost', GV_API_KEY: 'none' });
}

interface Started {
  readonly ended: Promise<Ended>;
  /** Ends the run early. `atOnce` kills the worker, because a worker that hangs sees no signal. */
  interrupt(by: string, atOnce: boolean): void;
}

interface Ended {
  readonly code: number;
  /** Names the cause of an early end, like `SIGTERM`. */
  readonly by?: string;
}

const heartbeatFile = (): string => join(outputFolder(), heartbeatName);

/** Time for the worker to end after GV_DEADLINE. */
const lateMs = 15_000;

/** Time for an interrupted runner to write its result, and to end. */
const graceMs = 10_000;

/** Starts Playwright's runner with these options. */
function start(args: readonly string[]): Started {
  const child = spawn(process.execPath, runnerCommand('test', ...args), {
    // Without standard input, because the HTML reporter of the runner prints a hint about its own page at a terminal.
    stdio: [args.includes('--ui') ? 'inherit' : 'ignore', 'inherit', 'inherit', 'ipc'],
    env: runnerEnvironment(),
  });
  let interruptedBy: string | undefined;
  const kill = () => {
    killWorker(heartbeatFile());
    child.kill('SIGKILL');
  };
  const interrupt = (by: string, atOnce: boolean) => {
    interruptedBy ??= by;
    if (atOnce) return kill();
    child.kill(isSignal(by) ? by : 'SIGTERM');
    setTimeout(kill, graceMs).unref();
  };
  const stopListening = listenForInterruption(interrupt);
  const ended = new Promise<Ended>(resolve =>
    child.once('exit', (code, signal) => {
      stopListening();
      const by =
        interruptedBy ?? (signal === null ? undefined : `the end of its runner (${signal})`);
      resolve({ code: code ?? 1, ...(by === undefined ? {} : { by }) });
    }),
  );
  return { ended, interrupt };
}

const isSignal = (by: string): by is NodeJS.Signals => by.startsWith('SIG');

/** @returns undefined if the run left no result. */
function resultSince(file: string, since: number): ConformanceResult | undefined {
  if (!existsSync(file)) return undefined;
  const result = JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  return Date.parse(result.startedAt) < since ? undefined : result;
}

/**
 * Runs the checks in Playwright's runner, and writes the reports of the result.
 *
 * @param args options of Playwright.
 * @returns the exit code.
 */
export async function runConformance(args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const { deadlineMs } = await expectUsable();
  // A listing and the browser interface do not leave one result.
  if (args.includes('--list') || args.includes('--ui'))
    return (await start(args).ended).code === 0 ? 0 : exitCodes.error;
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
  return finish(started, startedAt).finally(unwatch).finally(release);
}

/** Waits for the end of a run, and writes its reports. @returns the exit code. */
async function finish({ ended }: Started, startedAt: number): Promise<number> {
  const { leaveReports, loadReports, resultOfCutRun } = await reporting();
  // An error here is reported when the reports are written.
  await loadReports().catch(() => undefined);
  const { code, by } = await ended;
  const out = outputFolder();
  const file = join(out, 'conformance.json');
  let result = resultSince(file, startedAt);
  if (!result && by !== undefined) {
    eraseStatusLine(process.stderr);
    result = await resultOfCutRun(out, by, new Date(startedAt));
  }
  if (!result) {
    warn(
      by === undefined
        ? `The run ended with ${code} and left no result in ${file}.`
        : `The run was interrupted by ${by} before its first check, and left no result.`,
    );
    return exitCodes.error;
  }
  const left = await leaveReports(result, out);
  // Another shard may have exercised the missing cases, so the merge decides.
  return result.shard && left === exitCodes.incomplete ? 0 : left;
}
