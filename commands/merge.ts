/** Merges the shards of a run into one result in `GV_OUT` (`./gv merge FOLDER FOLDER...`). */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError, command, exitCodes, exitCodesOfRuns } from './cli/command.ts';
import { claimOutput } from '../harness/output/folder.ts';
import { outputFolder } from '../harness/config/environment.ts';
import { readJsonFile } from '../harness/output/files.ts';
import { combineShards } from '../reports/result/shards.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { leaveReports } from './leave-reports.ts';
import { start } from './runner.ts';
import { warn } from '../harness/output/wrap.ts';

export default command({
  about:
    'Merges the shards of a run (./gv conformance --shard 1/4) into one result, and writes it to GV_OUT, with its reports.',
  arguments: { folder: { about: 'the GV_OUT of each machine', many: true } },
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [['./gv merge part-1 part-2 --out whole', 'merge two shards into whole/']],
  exitCodes: { ...exitCodesOfRuns, 3: 'an error, or the shards are not one whole run' },
  run: async ({ folder }) => {
    const out = outputFolder();
    const wrong = impossible(folder, out);
    if (wrong !== undefined) throw new UsageError(wrong);
    const release = await claimOutput(out);
    return merge(folder, out).finally(release);
  },
});

/**
 * Runs our reporter and the HTML reporter over the tests of all shards.
 *
 * @param folder where the runner unpacks the reports.
 * @returns problems.
 */
async function mergeReports(blobs: readonly string[], folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [at, blob] of blobs.entries()) copyFileSync(blob, join(folder, `report-${at}.zip`));
  const { code, by } = await start('merge-reports', [folder]).ended;
  return code === 0 ? [] : [`The runner could not merge the shards. It ended with ${by ?? code}.`];
}

function impossible(folders: readonly string[], out: string): string | undefined {
  if (folders.length === 0) return 'Name the folders: ./gv merge FOLDER FOLDER...';
  const missing = folders.filter(folder => !existsSync(folder));
  if (missing.length > 0) return `These folders do not exist: ${missing.join(', ')}.`;
  return folders.some(folder => resolve(folder) === resolve(out))
    ? `The result would overwrite ${out}, one of the given folders. Set GV_OUT to another folder.`
    : undefined;
}

/** @returns the exit code of the result. */
async function merge(folders: readonly string[], out: string): Promise<number> {
  const { blobs, problems } = combineShards(folders, out);
  const failed = blobs.length > 0 ? await mergeReports(blobs, join(out, 'blob')) : [];
  const file = join(out, 'conformance.json');
  if (existsSync(file)) return leaveReports(readJsonFile(file) as ConformanceResult, out);
  warn([...problems, ...failed, 'No result: nothing could be merged.'].join('\n'));
  return exitCodes.error;
}
