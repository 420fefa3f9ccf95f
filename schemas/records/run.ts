import { counted } from '../counted.ts';
import { group } from '../group.ts';
import type { Probing } from './limiter.ts';
import { described, describedIfKnown, type Outcome } from './result.ts';
import { closed, type TypeOf } from './schema.ts';
import { replaySettings } from './transcript.ts';

/** Describes `run.json`, which a run writes before its first check. */
export const runSchema = closed(described, {
  ...describedIfKnown,
  replay: closed(replaySettings),
});
export interface RunDescription extends TypeOf<typeof runSchema> {}

/** Variable with the id of the claim on the output folder (harness/output/folder.ts). */
export const claimVariable = 'GV_CLAIM';

/** File in GV_OUT that the worker of a run touches each second. It holds the worker's process id. */
export const heartbeatName = 'heartbeat';

/** Variable in which the runner names the signal that interrupted it, `SIGTERM`, for its reporter. */
export const interruptionVariable = 'GV_INTERRUPTED';

/** Reason of cases that were not exercised because the run was interrupted. The report adds the signal and the time. */
export const interrupted = 'the run was interrupted';

/** Returns the line by which a worker states that the run pauses before its second looks. */
export const pauseLine = (seconds: number, cases: number): string =>
  `waiting ${seconds} s to look again at ${counted(cases, 'difference')}`;

/** First line of `outcomes.jsonl`. */
export interface SelectedChecks {
  readonly selected: readonly string[];
}

/** Line of `outcomes.jsonl` that a worker writes when it begins to run checks. */
interface BegunChecks {
  readonly begun: readonly string[];
}

/** Line of `outcomes.jsonl` about a finished check. A later line includes what the exchanges of other checks show. */
interface FinishedCheck {
  readonly outcome: Outcome;
}

/** Line of `outcomes.jsonl` that a worker writes when all checks have ended and their outcomes are final. */
interface FinishedRun {
  readonly finished: true;
}

/** Line of `outcomes.jsonl` about the limiter that is probed. */
interface ProbingLimiter {
  readonly probing: Probing;
}

/** Line of `outcomes.jsonl` about a wait for a limiter. Other requests continue. */
interface WaitingForLimiter {
  readonly waiting: {
    readonly limiter: string;
    /** End of the wait, in milliseconds since 1970. */
    readonly until: number;
  };
}

/** Line of `outcomes.jsonl`. */
export type OutcomesLine =
  SelectedChecks | BegunChecks | FinishedCheck | FinishedRun | ProbingLimiter | WaitingForLimiter;

interface Recorded {
  /** Ids of the checks that the runner selected, or undefined without our reporter. */
  readonly selected: readonly string[] | undefined;
  /** Ids of the checks that a worker began to run. */
  readonly begun: readonly string[];
  /** Last outcome of each check that ended, by id. */
  readonly ended: ReadonlyMap<string, Outcome>;
  /** True if all outcomes are final. */
  readonly finished: boolean;
}

/** Returns the outcomes in the lines of a run. */
export const outcomesIn = (lines: readonly OutcomesLine[]): Recorded => ({
  selected: lines.find(line => 'selected' in line)?.selected,
  begun: lines.flatMap(line => ('begun' in line ? line.begun : [])),
  ended: new Map(
    lines.flatMap(line => ('outcome' in line ? [[line.outcome.id, line.outcome] as const] : [])),
  ),
  finished: lines.some(line => 'finished' in line),
});

/** Most tests of the runner that fail, because each of them costs a new worker. */
const mostRed = 5;

/**
 * Returns the ids of the checks whose tests fail: failed checks, and one check for each error. Further tests are skipped.
 *
 * @param outcomes In any order, because the order in which they are recorded is not the order in which they were selected.
 */
export function redIds(outcomes: readonly Outcome[]): readonly string[] {
  const sorted = outcomes.toSorted((a, b) => a.id.localeCompare(b.id));
  const failed = sorted.filter(({ verdict }) => verdict === 'failed');
  const errors = sorted.filter(({ verdict }) => verdict === 'error');
  const one = Array.from(group(errors, errorOf).values(), ([first]) => first);
  return [...failed, ...one].slice(0, mostRed).map(({ id }) => id);
}

/** Returns the error that kept a check from a verdict. */
const errorOf = ({ cases }: Outcome): string | undefined =>
  cases.find(each => each.verdict === 'error')?.reason;
