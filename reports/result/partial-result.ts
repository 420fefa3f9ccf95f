/** Saves what remains of a run that was interrupted, or whose result cannot be built. */
import { join } from 'node:path';
import { entriesIn } from '../../harness/output/exchange-log.ts';
import type { CaseResult, Outcome } from '../../schemas/records/result.ts';
import { interrupted, outcomesIn, type OutcomesLine } from '../../schemas/records/run.ts';
import { readLines } from '../../harness/output/files.ts';
import { countRequests } from './build-result.ts';
import { harmlessLine } from '../../harness/output/sanitize.ts';
import { leftBehind, leftBehindLines } from '../../schemas/records/log-entry.ts';

/** @param by The cause: `SIGTERM`, or another end of the sentence. */
export function cutReason(out: string, by: string): string {
  const { sent } = countRequests([...entriesIn(join(out, 'exchanges.jsonl'))]);
  return `${interrupted} by ${by} after ${sent} requests`;
}

/**
 * Returns the outcomes of a run so far.
 *
 * @param reported Outcomes from the runner. Others are read from the disk.
 * @param reason Reason for checks that never ran.
 * @returns undefined if the checks were not selected yet.
 */
export function outcomesSoFar(
  out: string,
  reported: readonly Outcome[],
  reason: string,
): readonly Outcome[] | undefined {
  const { selected, ended } = outcomesIn(readLines<OutcomesLine>(join(out, 'outcomes.jsonl')));
  const reportedById = new Map(reported.map(each => [each.id, each]));
  return selected?.map(id =>
    withReason(reportedById.get(id) ?? ended.get(id) ?? neverRan(id, reason), reason),
  );
}

const neverRan = (id: string, reason: string): Outcome => ({
  id,
  verdict: 'not-exercised',
  cases: [{ id: 'all', verdict: 'not-exercised', reason, evidence: [] }],
  observations: [],
  durationMs: 0,
});

/** Adds the cause of an interruption, which the worker does not know. */
function withReason(outcome: Outcome, reason: string): Outcome {
  const cases = outcome.cases.map((each): CaseResult =>
    each.reason === interrupted ? { ...each, reason } : each,
  );
  return { ...outcome, cases };
}

/** @param out The results folder. */
export function whyUnbuilt(out: string, error: unknown): string {
  const cause = harmlessLine((error as Error).message);
  return [
    `The result of the run could not be built: ${cause}. Its exchanges are in ${join(out, 'exchanges.jsonl')}.`,
    ...leftLines(out),
  ].join('\n');
}

function leftLines(out: string): string[] {
  try {
    const left = leftBehindLines(leftBehind([...entriesIn(join(out, 'exchanges.jsonl'))]));
    return left.length === 0
      ? ['It bought nothing, and left nothing behind.']
      : ['It bought or left behind:', ...left.map(line => `  ${harmlessLine(line, 2000)}`)];
  } catch (error) {
    return [
      `Its purchases and leftovers are unknown, because its log cannot be read (${harmlessLine((error as Error).message)}).`,
    ];
  }
}
