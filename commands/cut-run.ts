/** Makes the result of a run whose runner was killed. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { writeResult } from '../reports/files.ts';
import { version } from '../reports/version.ts';
import { buildResult } from '../reports/result/build-result.ts';
import { cutReason, outcomesSoFar } from '../reports/result/partial-result.ts';
import { eraseStatusLine } from '../reports/terminal/screen.ts';
import { summary } from '../reports/terminal/summary.ts';
import { print } from '../harness/output/wrap.ts';

/** Time for the worker to notice that its runner is gone, and to record its last requests. */
const quietMs = 700;
const mostMs = 4000;

/** @returns undefined if the run ended before its checks. */
export async function resultOfCutRun(
  out: string,
  by: string,
  at: Date,
): Promise<ConformanceResult | undefined> {
  eraseStatusLine(process.stderr);
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
