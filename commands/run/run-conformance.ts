/** One run, one result, one exit code. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { loadTarget } from '../../fixtures/config/load-target.ts';
import { namesTarget } from '../../fixtures/config/values.ts';
import { outputFolder, readEnvironment } from '../../fixtures/config/environment.ts';
import { exitCodes } from '../../reports/result/run-verdict.ts';
import { readWaivers } from '../../reports/result/waivers.ts';
import { leaveReports } from '../leave-reports.ts';

function settingsProblem(): string | undefined {
  try {
    readWaivers();
    const env = readEnvironment();
    if (namesTarget(env)) loadTarget(env);
    else loadTarget({ ...env, GV_BASE_URL: 'http://localhost', GV_API_KEY: 'none' });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Options of Playwright, like `--grep auth.`, are passed on. */
function start(args: readonly string[]): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', ...args], { stdio: 'inherit' });
  const stop = (signal: NodeJS.Signals) => () => child.kill(signal);
  process.once('SIGINT', stop('SIGINT')).once('SIGTERM', stop('SIGTERM'));
  return new Promise(resolve => child.once('exit', code => resolve(code ?? 1)));
}

/**
 * Runs the checks in Playwright's runner and leaves the reports of their result.
 *
 * @param args options of Playwright.
 * @returns the exit code.
 */
export async function runConformance(args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const problem = settingsProblem();
  if (problem !== undefined) {
    console.error(problem);
    return exitCodes.error;
  }
  const code = await start(args);
  // Listing is no run and leaves no result.
  if (args.includes('--list')) return code;
  const file = join(outputFolder(), 'conformance.json');
  const result = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult)
    : undefined;
  if (!result || Date.parse(result.startedAt) < startedAt) {
    console.error(`The run ended with ${code} and left no result in ${file}.`);
    return exitCodes.error;
  }
  const ended = await leaveReports(result, outputFolder());
  // Another machine may have exercised what this one could not: the merge decides.
  return result.shard && ended === exitCodes.incomplete ? 0 : ended;
}
