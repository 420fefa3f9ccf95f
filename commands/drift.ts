/** Shows what changed from one result to another (`./gv drift OLD NEW`). */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { command, exitCodes } from './cli/command.ts';
import { expectFree } from '../harness/output/folder.ts';
import { writeWhole } from '../harness/output/files.ts';
import { compare } from '../reports/drift/compare.ts';
import { judged, type Drift, driftLines } from '../reports/drift/change.ts';
import { driftMarkdown } from '../reports/drift/markdown.ts';
import { nightJson, noRunJson } from '../reports/drift/night.ts';
import { failingSince, summarizeNight, type NightSummary } from '../reports/drift/nights.ts';
import { readFolder, NoResult, readResult, resultFile } from '../reports/files.ts';
import { sinceText } from '../reports/summary/requirements.ts';
import { addToSummary } from '../reports/formats/markdown.ts';
import { writeAll } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { print, warn } from '../harness/output/wrap.ts';

export default command({
  about:
    'Shows what changed from one result to another: verdicts, observations, limiters, latency, and fields of responses. Balances, counts and other data of the account are not compared. Compares two nights, or a sandbox with production. Sends nothing. Writes drift.md next to the new result, and appends it to the file that GITHUB_STEP_SUMMARY names.',
  arguments: {
    old: {
      about:
        'a conformance.json, or its folder. A folder of ./gv history stands for its last result that began before the new result',
    },
    new: { about: 'a conformance.json, or the folder that holds it' },
  },
  options: {
    json: {
      value: 'file',
      about:
        'write JSON of at most 2 KB for a webhook: outcome, what got worse, pages (schemas/records/night.ts)',
    },
    log: {
      value: 'file',
      about:
        'the output of the new run. If it left no result, the JSON has the last lines of the output as the reason',
    },
    'first-night': {
      about: 'end with 0 if there is no older result to compare with',
    },
  },
  examples: [
    ['./gv drift last-night/ reports/out/', 'show what changed since last night'],
    ['./gv drift history reports/out', 'compare with the last result of a history'],
  ],
  exitCodes: {
    0: 'no verdict got worse',
    1: 'a verdict got worse, except for a warning or a waived failure',
    3: 'no results, wrong usage, or a file could not be written',
  },
  run: async ({ old, new: fresh, 'first-night': firstNight, json, log }) => {
    const file = resultFile(fresh);
    if (json !== undefined && !existsSync(file)) writeNoRun(json, log);
    const after = readResult(file);
    const { before, earlier } = readOld(old, after, firstNight);
    const out = dirname(file);
    await expectFree(out);
    const changes = before ? compare(before, after) : [];
    print(
      before
        ? driftLines({ before, after, changes }).join('\n')
        : `${old} has no result from before: there is nothing to compare.`,
    );
    const nights = [...earlier, summarizeNight(after)];
    for (const line of streakLines(nights)) print(harmless(line));
    const report = join(out, 'drift.md');
    const problems = before ? await leave({ before, after, changes }, out) : [];
    if (before && problems.length === 0) print(`report: ${report}`);
    const pages = [...(before ? [resolve(report)] : []), resolve(out, 'index.html')];
    const night = { after, ...(before && { before }), nights, changes, pages };
    if (json !== undefined)
      problems.push(
        ...(await writeAll(dirname(json), { [basename(json)]: () => nightJson(night) })),
      );
    for (const problem of problems) warn(problem);
    if (changes.some(({ worse }) => worse)) return exitCodes['non-conformant'];
    return problems.length > 0 ? exitCodes.error : 0;
  },
});

interface Old {
  /** Undefined if a history has no older result and `--first-night` is given. */
  readonly before?: ConformanceResult;
  /** Nights of the history on the same target that began before the new result. */
  readonly earlier: readonly NightSummary[];
}

/** @throws NoResult if there is no older result, unless `--first-night` is given. */
function readOld(old: string, fresh: ConformanceResult, firstNight: boolean): Old {
  const file = resultFile(old);
  const isHistory = file !== old && !existsSync(file);
  if (!isHistory)
    return firstNight && !existsSync(old)
      ? { earlier: [] }
      : { before: readResult(file), earlier: [] };
  const nights = nightsBefore(old, fresh);
  const earlier = nights.filter(({ target }) => target === fresh.target.baseUrl);
  // The night after a night without a network is compared with the night before both.
  const last = nights.findLast(each => each.judged);
  if (last !== undefined) return { before: readResult(last.path), earlier };
  if (firstNight) return { earlier };
  throw new NoResult(
    `${old} has no result of a run that began before ${fresh.startedAt}: on the first night there is nothing to compare (--first-night).`,
  );
}

/** Returns the nights in a folder that began before this result, in order. */
function nightsBefore(folder: string, { startedAt }: ConformanceResult) {
  const { found } = readFolder(folder, (each, file) => ({
    ...summarizeNight(each),
    path: join(folder, file),
    judged: judged(each),
  }));
  return found.filter(each => Date.parse(each.startedAt) < Date.parse(startedAt));
}

/** Returns a line for each requirement that failed in the nights before, too. */
const streakLines = (nights: readonly NightSummary[]): string[] =>
  [...(nights.at(-1)?.requirements.keys() ?? [])].flatMap(id => {
    const streak = failingSince(nights, id);
    return streak && streak.results > 1 ? [`${id} has failed ${sinceText(streak)}`] : [];
  });

/** Writes the record of a night that left no result. */
function writeNoRun(json: string, log: string | undefined): void {
  const printed = log !== undefined && existsSync(log) ? readFileSync(log, 'utf8') : '';
  writeWhole(json, noRunJson(printed, new Date(), log === undefined ? [] : [resolve(log)]));
}

/** @returns a message for each file that could not be written. */
async function leave(changed: Drift, out: string): Promise<string[]> {
  const render = () => driftMarkdown(changed);
  return [...(await writeAll(out, { 'drift.md': render })), ...addToSummary(render, process.env)];
}
