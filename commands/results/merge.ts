/** `./gv merge FOLDER FOLDER...`: makes one result in `GV_OUT` from those of several machines. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError, command } from '../cli/command.ts';
import { claimOutput } from '../../output/claim.ts';
import { problemIn, readJsonFile, readRecord } from '../../output/json.ts';
import { writeWhole } from '../../output/whole.ts';
import { outputFolder } from '../../fixtures/config/environment.ts';
import { combineTraffic } from '../../load/traffic/distributed/combine.ts';
import { describeVerdicts } from '../../load/traffic/verdicts.ts';
import { exitCodeOf } from '../../load/traffic/exit-code.ts';
import { describe } from '../../load/traffic/summary.ts';
import { closed, count, listOf } from '../../schemas/records/schema.ts';
import { trafficSchema, type TrafficSummary } from '../../schemas/records/traffic.ts';
import { exitCodes } from '../../reports/result/exit-codes.ts';
import { harmless } from '../../output/sanitize.ts';
import { readJson } from '../../reports/files.ts';
import { combineShards } from '../../reports/result/shards.ts';
import { outcomeSchema, type ConformanceResult } from '../../schemas/records/result.ts';
import { exitCodesOfRuns } from '../run/exit-codes.ts';
import { leaveReports } from '../shared/leave-reports.ts';

export default command({
  about:
    'Makes one result of those of several machines: shards of a run (./gv conformance --shard 1/4), loads, or both. It goes to GV_OUT, with its reports.',
  arguments: { folder: { about: 'what each machine left in its GV_OUT', many: true } },
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [['./gv merge part-1 part-2 --out whole', 'the result of two shards, in whole/']],
  exitCodes: { ...exitCodesOfRuns, 3: 'an error, or parts that make no whole run' },
  run: ({ folder }) => merge(folder, outputFolder()),
});

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
  const config = fileURLToPath(new URL('../../playwright.config.ts', import.meta.url));
  const args = [cli, 'merge-reports', `--config=${config}`, folder];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  await new Promise(ended => child.once('exit', ended));
}

function impossible(folders: readonly string[], out: string): string | undefined {
  if (folders.length === 0) return 'Name the folders: ./gv merge FOLDER FOLDER...';
  const missing = folders.filter(folder => !existsSync(folder));
  if (missing.length > 0) return `These folders do not exist: ${missing.join(', ')}.`;
  return folders.some(folder => resolve(folder) === resolve(out))
    ? `The result would overwrite ${out}, one of the given folders. Set GV_OUT to another folder.`
    : undefined;
}

/** @throws Error where the file is none of a load. */
function readLoad(file: string): TrafficSummary | undefined {
  if (!existsSync(file)) return undefined;
  const content = readJsonFile(file);
  const problem = problemIn(content, trafficSchema);
  if (problem === undefined) return content as TrafficSummary;
  throw new Error(
    `${file} is no summary of a load (${problem}): leave its folder out, or run the load again.`,
  );
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
  const judged = folders
    .map(folder => join(folder, 'traffic-verdicts.json'))
    .filter(each => existsSync(each))
    .map(each => readRecord(each, judgedSchema));
  const verdicts = judged.flatMap(each => each.verdicts);
  const samples = judged.reduce((sum, each) => sum + each.samples, 0);
  const bodies =
    verdicts.length > 0
      ? harmless(describeVerdicts(verdicts, samples))
      : 'No bodies were judged: k6 alone does not judge them, ./gv traffic does.';
  console.log([`\n${describe(summary)}`, bodies, ...problems].join('\n'));
  const code = exitCodeOf(summary, verdicts);
  if (code !== exitCodes['non-conformant'] && problems.length > 0) return exitCodes.error;
  const unjudged = verdicts.length === 0 && summary.thresholds.every(({ ok }) => ok);
  return code === exitCodes.incomplete && unjudged ? exitCodes.conformant : code;
}

/** What of `traffic-verdicts.json` is combined. */
const judgedSchema = {
  ...closed({ samples: count, verdicts: listOf(outcomeSchema) }),
  additionalProperties: true,
};

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

async function merge(folders: readonly string[], out: string): Promise<number> {
  const wrong = impossible(folders, out);
  if (wrong !== undefined) throw new UsageError(wrong);
  const release = await claimOutput(out);
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
