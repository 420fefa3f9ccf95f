/** `./gv drift OLD NEW`: what changed from one result to another. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { command, exitCodes } from './cli/command.ts';
import { expectFree } from '../harness/output/folder.ts';
import { writeWhole } from '../harness/output/files.ts';
import { compare } from '../reports/drift/compare.ts';
import { judged, type Drift, driftLines } from '../reports/drift/change.ts';
import { driftMarkdown } from '../reports/drift/markdown.ts';
import { nightJson, noRunJson } from '../reports/drift/night.ts';
import { readFolder, NoResult, readResult, resultFile } from '../reports/files.ts';
import { addToSummary } from '../reports/formats/markdown.ts';
import { writeAll } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { print, warn } from '../harness/output/wrap.ts';

export default command({
  about:
    'States what changed from one result to another: verdicts, what the spec leaves open, limiters, latency, fields of responses. For one night after another, and for a sandbox against production. Nothing is sent. It leaves drift.md; where GITHUB_STEP_SUMMARY names a file, drift.md is added to it.',
  arguments: {
    old: {
      about:
        'a conformance.json, or its folder; or a folder of ./gv history, which gives the last result that began before the new result',
    },
    new: { about: 'a conformance.json, or the folder that holds it' },
  },
  options: {
    out: { value: 'folder', about: 'where drift.md goes; the folder of the new result without it' },
    json: {
      value: 'file',
      about:
        'write what a webhook is sent: outcome, what got worse, pages, in at most 2 KB (schemas/records/night.ts)',
    },
    log: {
      value: 'file',
      about:
        'what the run of the new result printed: if it left no result, its last lines are the reason in the JSON',
    },
    'first-night': {
      about: 'no result from before the new one is no error: there is nothing to compare',
    },
  },
  examples: [
    ['./gv drift last-night/ reports/out/', 'what changed since last night'],
    ['./gv drift history reports/out', 'against the last result of a history'],
  ],
  exitCodes: {
    0: 'no verdict got worse',
    1: 'a verdict got worse',
    3: 'no results, wrong usage, or a file could not be written',
  },
  run: async ({ old, new: fresh, 'first-night': firstNight, json, log, ...given }) => {
    const file = resultFile(fresh);
    if (json !== undefined && !existsSync(file)) writeNoRun(json, log);
    const after = readResult(file);
    const before = readOld(old, after, firstNight);
    const out = given.out ?? dirname(file);
    await expectFree(out);
    const changes = before ? compare(before, after) : [];
    print(
      before
        ? driftLines({ before, after, changes }).join('\n')
        : `${old} has no result from before: there is nothing to compare.`,
    );
    const report = join(out, 'drift.md');
    const problems = before ? await leave({ before, after, changes }, out) : [];
    if (before && problems.length === 0) print(`report: ${report}`);
    const pages = [...(before ? [resolve(report)] : []), resolve(dirname(file), 'index.html')];
    const night = { after, ...(before && { before }), changes, pages };
    if (json !== undefined)
      problems.push(
        ...(await writeAll(dirname(json), { [basename(json)]: () => nightJson(night) })),
      );
    for (const problem of problems) warn(problem);
    if (changes.some(({ worse }) => worse)) return exitCodes['non-conformant'];
    return problems.length > 0 ? exitCodes.error : 0;
  },
});

/**
 * @returns undefined if a history has none from before.
 * @throws NoResult if it has none and that is an error.
 */
function readOld(old: string, fresh: ConformanceResult, firstNight: boolean) {
  const file = resultFile(old);
  const isHistory = file !== old && !existsSync(file);
  if (!isHistory) return firstNight && !existsSync(old) ? undefined : readResult(file);
  const last = lastBefore(old, fresh);
  if (last !== undefined) return readResult(last);
  if (firstNight) return undefined;
  throw new NoResult(
    `${old} has no result of a run that began before ${fresh.startedAt}: on the first night there is nothing to compare (--first-night).`,
  );
}

/**
 * Returns the path of the result in a folder that began last before this one and judged anything: after a night without a network,
 * the next one is compared with the night before that.
 */
function lastBefore(folder: string, { startedAt }: ConformanceResult): string | undefined {
  const { found } = readFolder(folder, (each, file) => ({
    path: join(folder, file),
    startedAt: each.startedAt,
    judged: judged(each),
  }));
  const isBefore = (each: string) => Date.parse(each) < Date.parse(startedAt);
  return found.findLast(each => each.judged && isBefore(each.startedAt))?.path;
}

/** States that there was no run. */
function writeNoRun(json: string, log: string | undefined): void {
  const printed = log !== undefined && existsSync(log) ? readFileSync(log, 'utf8') : '';
  writeWhole(json, noRunJson(printed, new Date(), log === undefined ? [] : [resolve(log)]));
}

/** @returns a line for each file that could not be written. */
async function leave(changed: Drift, out: string): Promise<string[]> {
  const render = () => driftMarkdown(changed);
  return [...(await writeAll(out, { 'drift.md': render })), ...addToSummary(render, process.env)];
}
