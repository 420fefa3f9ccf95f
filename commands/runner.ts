/** Returns the command line and the environment of Playwright's runner. */
import { extname } from 'node:path';
import { createRequire } from 'node:module';
import { privateCache } from '../harness/private-cache.ts';
import { moduleFile } from '../harness/process.ts';

const config = moduleFile('../playwright.config', import.meta.url);
const require = createRequire(import.meta.url);

/** Peer dependency: a run of the user's own configuration and ours must share one copy. */
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

/** @throws Error if the project has no Playwright that the suite runs on. */
function expectPlaywright(): void {
  const { peerDependencies } = require('../package.json') as {
    peerDependencies: Readonly<Record<string, string>>;
  };
  const problem = playwrightProblem(peerDependencies[playwright]!, installedVersion());
  if (problem !== undefined) throw new Error(problem);
}

function installedVersion(): string | undefined {
  try {
    return (require(`${playwright}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/**
 * Returns the arguments of Node for a command of the runner. Names the configuration, because a run can start in any folder.
 *
 * @throws Error if the project has no Playwright that the suite runs on.
 */
export function runnerCommand(name: string, ...args: readonly string[]): string[] {
  expectPlaywright();
  return [require.resolve(`${playwright}/cli`), name, `--config=${config}`, ...args];
}

/** Matches variables that change where Playwright writes reports and blobs. */
const playwrights = /^(PLAYWRIGHT_|PW[A-Z]*_|PWDEBUG$|PWPAUSE$)/;
/** Names the folder of the browser for `--ui`. */
const browsers = 'PLAYWRIGHT_BROWSERS_PATH';

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
    ...(nodeLoadsConfig ? { PW_DISABLE_TS_ESM: '1' } : {}),
  };
}

/**
 * True if Node's loader can load our modules: in the package, and with Node 24 and later, which strip types without a warning. The loader
 * of the runner takes a tenth longer in a clone, and a fifth in the package.
 */
const nodeLoadsConfig =
  extname(config) === '.js' || Number.parseInt(process.versions.node, 10) >= 24;
