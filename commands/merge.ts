/** `npm run merge -- <folder> <folder> ...`: makes one result in `GV_OUT` from those of several machines. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimOutput } from '../output/claim.ts';
import { writeWhole } from '../output/whole.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { combineTraffic } from '../load/traffic/distributed/combine.ts';
import { describeVerdicts } from '../load/traffic/verdicts.ts';
import { exitCodeOf } from '../load/traffic/exit-code.ts';
import { describe } from '../load/traffic/summary.ts';
import type { TrafficSummary } from '../schemas/records/traffic.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';
import { readJson } from '../reports/files.ts';
import { combineShards } from '../reports/result/shards.ts';
import { isObject } from '../schemas/records/exchange.ts';
import type { ConformanceResult, Outcome } from '../schemas/records/result.ts';
import { leaveReports } from './shared/leave-reports.ts';

/**
 * Our reporter and HTML, over all tests as if they had run here.
 *
 * @param folder where the runner unpacks the reports.
 */
async function mergeReports(blobs: readonly string[], folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [at, blob] of blobs.entries()) copyFileSync(blob, join(folder, `report-${at}.zip`));
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const config = fileURLToPath(new URL('../playwright.config.ts', import.meta.url));
  const args = [cli, 'merge-reports', `--config=${config}`, folder];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  await new Promise(ended => child.once('exit', ended));
}

function impossible(folders: readonly string[], out: string): string | undefined {
  if (folders.length === 0)
    return 'Name the folders: npm run merge -- <folder of shard 1> <folder> ...';
  const missing = folders.filter(folder => !existsSync(folder));
  if (missing.length > 0) return `These folders do not exist: ${missing.join(', ')}.`;
  return folders.some(folder => resolve(folder) === resolve(out))
    ? `The result would overwrite ${out}, one of the given folders. Set GV_OUT to another folder.`
    : undefined;
}

/** @throws Error where the file is none of a load. */
function readLoad(file: string): TrafficSummary | undefined {
  const content = readJson(file);
  const isLoad = isObject(content) && isObject(content['byRoute']);
  if (content !== undefined && !isLoad)
    throw new Error(
      `${file} is no summary of a load: leave its folder out, or run the load again.`,
    );
  return content as TrafficSummary | undefined;
}

/** @returns the exit code of the combined load; undefined if the folders have none. */
function mergeLoads(folders: readonly string[], out: string): number | undefined {
  const file = join(out, 'traffic.json');
  rmSync(file, { force: true });
  const [first, ...others] = folders.flatMap(
    folder => readLoad(join(folder, 'traffic.json')) ?? [],
  );
  if (!first) return undefined;
  const { summary, problems } = combineTraffic([first, ...others]);
  writeWhole(file, JSON.stringify(summary, null, 1));
  const judged = folders.flatMap(
    folder => (readJson(join(folder, 'traffic-verdicts.json')) as Judged | undefined) ?? [],
  );
  const verdicts = judged.flatMap(each => each.verdicts);
  const samples = judged.reduce((sum, each) => sum + each.samples, 0);
  const bodies =
    verdicts.length > 0
      ? harmless(describeVerdicts(verdicts, samples))
      : 'No bodies were judged: k6 alone does not judge them, npm run traffic does.';
  console.log([`\n${describe(summary)}`, bodies, ...problems].join('\n'));
  const code = exitCodeOf(summary, verdicts);
  if (code !== exitCodes['non-conformant'] && problems.length > 0) return exitCodes.error;
  const unjudged = verdicts.length === 0 && summary.thresholds.every(({ ok }) => ok);
  return code === exitCodes.incomplete && unjudged ? exitCodes.conformant : code;
}

/** `traffic-verdicts.json` */
interface Judged {
  readonly samples: number;
  readonly verdicts: readonly Outcome[];
}

/** @returns the exit code of the contract checks; undefined if all folders are of a load alone. */
async function mergeContract(folders: readonly string[], out: string): Promise<number | undefined> {
  const loadAlone = (folder: string) =>
    existsSync(join(folder, 'traffic.json')) && !existsSync(join(folder, 'run.json'));
  const parts = folders.filter(folder => !loadAlone(folder));
  if (parts.length === 0) return undefined;
  const { blobs, problems } = combineShards(parts, out);
  if (blobs.length > 0) await mergeReports(blobs, join(out, 'blob'));
  const result = readJson(join(out, 'conformance.json')) as ConformanceResult | undefined;
  if (result) return leaveReports(result, out);
  console.error([...problems, 'No result: nothing could be merged.'].join('\n'));
  return exitCodes.error;
}

const main = async (folders: readonly string[]) => merge(folders, outputFolder());

async function merge(folders: readonly string[], out: string): Promise<number> {
  const wrong = impossible(folders, out);
  if (wrong !== undefined) {
    console.error(wrong);
    return exitCodes.error;
  }
  let release;
  try {
    release = await claimOutput(out);
  } catch (error) {
    console.error(harmless((error as Error).message));
    return exitCodes.error;
  }
  let codes;
  try {
    codes = [mergeLoads(folders, out), await mergeContract(folders, out)];
  } finally {
    release();
  }
  const { conformant, error, incomplete } = exitCodes;
  const ranked = [exitCodes['non-conformant'], error, incomplete];
  return ranked.find(code => codes.includes(code)) ?? conformant;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(harmless(error.message));
  return exitCodes.error;
});
