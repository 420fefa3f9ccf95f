/** Starts Playwright's runner, and ends a run that hangs. Declares the options of the runner, and its environment. */
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { outputFolder } from '../harness/config/environment.ts';
import { privateCache } from '../harness/private-cache.ts';
import { listenForInterruption, moduleFile } from '../harness/process.ts';
import { heartbeatName } from '../schemas/records/run.ts';
import type { Options } from './cli/command.ts';
import { processInfo } from './process-info.ts';

const group = "Options of Playwright's runner:";

/** Declares the argument that selects requirements. */
export const idArgument = {
  about: 'a requirement, like auth.missing-key, or an area, like wallet (all)',
  optional: true,
  many: true,
} as const;

/** Options that select checks. */
export const selectionOptions = {
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
  'last-failed': { about: 'run only the checks that failed in the last run', group },
} as const satisfies Options;

export const runnerOptions = {
  ...selectionOptions,
  list: { about: 'print the checks with what each lacks, and send nothing', group },
  ui: {
    about: 'choose, run and inspect checks in a browser (npx playwright install chromium)',
    group,
  },
} as const satisfies Options;

/** Options of the runner that would break what a run promises. */
export const refusedOptions = {
  shard:
    '--shard is not an option, because one target limits its callers to a rate that one machine reaches.',
} as const;

const config = moduleFile('../playwright.config', import.meta.url);
const require = createRequire(import.meta.url);

/** Peer dependency, because a run of the user's own configuration and ours must share one copy. */
const playwright = '@playwright/test';

/**
 * Returns a sentence on why the suite cannot run on an installed version, or undefined.
 *
 * @param range Range like `^1.60.0`.
 * @param version Installed version, or undefined if there is none.
 */
export function playwrightProblem(range: string, version: string | undefined): string | undefined {
  if (version === undefined)
    return `A run needs ${playwright}, which is not installed: add ${playwright}@${range} to your project.`;
  const [[major, minor], [ourMajor, ourMinor]] = [version, range.slice(1)].map(each =>
    each.split('.').map(Number),
  ) as [[number, number], [number, number]];
  return major === ourMajor && minor >= ourMinor
    ? undefined
    : `A run needs ${playwright} ${range}, and ${version} is installed.`;
}

/**
 * Returns the path of Playwright's command line.
 *
 * @throws Error if the project has no Playwright that the suite runs on.
 */
function findPlaywright(): string {
  const { peerDependencies } = require('../package.json') as {
    peerDependencies: Readonly<Record<string, string>>;
  };
  const problem = playwrightProblem(peerDependencies[playwright]!, installedVersion());
  if (problem !== undefined) throw new Error(problem);
  return require.resolve(`${playwright}/cli`);
}

function installedVersion(): string | undefined {
  try {
    return (require(`${playwright}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** Matches variables that change where Playwright writes its reports. */
const playwrights = /^(PLAYWRIGHT_|PW[A-Z]*_|PWDEBUG$|PWPAUSE$)/;
/** Names the folder of the browser for `--ui`. */
const browsers = 'PLAYWRIGHT_BROWSERS_PATH';

/**
 * Flags for the runner, which passes them on to its worker. More memory for new objects saves a tenth of the CPU time in Node 24; its
 * default takes 90 MiB more and saves no more. Node 20 optimizes code that runs for some milliseconds, which never pays in a run of
 * some seconds and costs a fifth of its CPU time. Later versions wait longer by themselves.
 */
const flags = [
  '--max-semi-space-size=32',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
];

/**
 * Returns the environment of the runner: the given environment without the variables of Playwright, and with ours. NODE_OPTIONS
 * stays, because flags like --use-openssl-ca must also apply to the runner, which sends the requests.
 *
 * @throws Error if another user owns the folder of compiled modules.
 */
export function runnerEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const isKept = (name: string) => !playwrights.test(name) || name === browsers;
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name))),
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: privateCache('playwright'),
    // Node 22.1 and later keep compiled code there. After a failed check, a new worker loads the same modules again.
    NODE_COMPILE_CACHE: privateCache('code'),
  };
}

export interface Started {
  readonly ended: Promise<Ended>;
  /** Ends the run early. `atOnce` kills the worker, because a worker that hangs sees no signal. */
  interrupt(by: string, atOnce: boolean): void;
}

interface Ended {
  readonly code: number;
  /** Names the cause of an early end, like `SIGTERM`. */
  readonly by?: string;
}

export const heartbeatFile = (): string => join(outputFolder(), heartbeatName);

/** Time for an interrupted runner to write its result, and to end. */
const graceMs = 10_000;

/**
 * Starts Playwright's runner. Names the configuration, because a run can start in any folder.
 *
 * @throws Error if the project has no Playwright that the suite runs on.
 */
export function start(args: readonly string[]): Started {
  const command = [...flags, findPlaywright(), 'test', `--config=${config}`, ...args];
  const child = spawn(process.execPath, command, {
    // Without standard input, because the HTML reporter of the runner prints a hint about its own page at a terminal.
    stdio: [args.includes('--ui') ? 'inherit' : 'ignore', 'inherit', 'inherit', 'ipc'],
    env: runnerEnvironment(),
  });
  let interruptedBy: string | undefined;
  const kill = () => {
    killWorker(heartbeatFile(), child.pid);
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

/**
 * Kills the worker of a run, if there is a worker. A worker in a loop sees neither a signal nor the end of its runner. Any process could be
 * named in the file, so only a child of the runner is killed.
 */
export function killWorker(heartbeat: string, runner: number | undefined): void {
  const pid = readPid(heartbeat);
  if (pid === undefined || runner === undefined || processInfo(pid)?.parent !== runner) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The worker has ended.
  }
}

function readPid(heartbeat: string): number | undefined {
  try {
    return Number(readFileSync(heartbeat, 'utf8'));
  } catch {
    return undefined;
  }
}

interface Watched {
  /** File that the worker touches each second. It has the process id of the worker. Without the file, there is no worker. */
  readonly heartbeat: string;
  /** Time by which the worker must have ended, in milliseconds since 1970. A healthy worker ends earlier. */
  readonly endsAt: number;
  /** Called once with the cause. */
  readonly onStuck: (cause: string) => void;
}

/** Looks without a new heartbeat, one a second, after which a busy worker and an idle worker count as stuck. */
const mostLooks = { computing: 30, idle: 120 };

/**
 * Returns true if a worker hangs. A worker that gave no sign and used little CPU time is starved by other programs. It gets more time.
 *
 * @param looks Looks without a new heartbeat.
 * @param cpuSeconds CPU time of the worker in these looks. NaN if the system does not say.
 */
export const isStuck = (looks: number, cpuSeconds: number): boolean =>
  looks >= mostLooks.idle ||
  (looks >= mostLooks.computing && cpuSeconds >= mostLooks.computing / 2);

/**
 * Watches a run. Counts looks instead of seconds, because a machine may have been asleep.
 *
 * @returns a function that ends the watch.
 */
export function watchRun({ heartbeat, endsAt, onStuck }: Watched): () => void {
  let last: number | undefined;
  let silent = 0;
  let cpuAtFirst = NaN;
  const timer = setInterval(() => {
    const beat = statSync(heartbeat, { throwIfNoEntry: false })?.mtimeMs;
    silent = beat !== undefined && beat === last ? silent + 1 : 0;
    last = beat;
    if (silent === 1) cpuAtFirst = cpuOf(heartbeat);
    const hangs = silent >= mostLooks.computing && isStuck(silent, cpuOf(heartbeat) - cpuAtFirst);
    const isLate = beat !== undefined && Date.now() >= endsAt;
    if (!hangs && !isLate) return;
    clearInterval(timer);
    onStuck(
      hangs
        ? `a worker that gave no sign for ${silent} s`
        : 'GV_DEADLINE, after which it did not end by itself',
    );
  }, 1000).unref();
  return () => clearInterval(timer);
}

const cpuOf = (heartbeat: string): number =>
  processInfo(readPid(heartbeat) ?? NaN)?.cpuSeconds ?? NaN;
