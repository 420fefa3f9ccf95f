/** Writes the reports of a result, for every command that makes a result. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportToGitHub } from '../reports/formats/markdown.ts';
import { exitCodes } from './cli/command.ts';
import { writeReports } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { version, writeResult } from '../reports/files.ts';
import { buildResult } from '../reports/result/build-result.ts';
import { cutReason, outcomesSoFar } from '../reports/result/partial-result.ts';
import { summary } from '../reports/terminal/summary.ts';
import { print, warn } from '../harness/output/wrap.ts';

export { loadReports } from '../reports/write-reports.ts';

/**
 * Writes the reports of a result. In GitHub Actions, writes annotations and the summary, too.
 *
 * @returns the exit code of the result, or 3 if a report is missing and the result has no failures.
 */
export async function leaveReports(result: ConformanceResult, out: string): Promise<number> {
  const problems = await writeReports(result, out);
  problems.push(...reportToGitHub(result, process.env, line => console.log(line)));
  for (const problem of problems) warn(problem);
  const code = exitCodes[result.verdict];
  return problems.length > 0 && code !== exitCodes['non-conformant'] ? exitCodes.error : code;
}

/** Time for the worker to notice that its runner is gone, and to record its last requests. */
const quietMs = 700;
const mostMs = 4000;

/** @returns undefined if the run ended before its checks. */
export async function resultOfCutRun(
  out: string,
  by: string,
  at: Date,
): Promise<ConformanceResult | undefined> {
  await untilQuiet([join(out, 'outcomes.jsonl'), join(out, 'exchanges.jsonl')]);
  if (!existsSync(join(out, 'run.json'))) return undefined;
  const reason = cutReason(out, by);
  const outcomes = outcomesSoFar(out, [], reason);
  if (!outcomes) return undefined;
  const durationMs = Date.now() - at.getTime();
  const started = { at, durationMs, version: version(), problems: [reason] };
  const result = buildResult(out, outcomes, started);
  writeResult(result, out);
  print(summary(result, out));
  return result;
}

async function untilQuiet(files: readonly string[]): Promise<void> {
  const size = () => files.map(file => statSync(file, { throwIfNoEntry: false })?.size).join(' ');
  const until = Date.now() + mostMs;
  for (let before = ''; before !== size() && Date.now() < until;) {
    before = size();
    await sleep(quietMs);
  }
}
