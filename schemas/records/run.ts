import { described, describedIfKnown, type Outcome } from './result.ts';
import { closed, texts, type TypeOf } from './schema.ts';
import { replaySettings } from './transcript.ts';

/** `run.json`: what a run writes before its first check, or several shards after they are combined. */
export const runSchema = closed(described, {
  ...describedIfKnown,
  /** Why the combined shards are not a whole run. */
  problems: texts,
  replay: closed(replaySettings),
});
export interface RunDescription extends TypeOf<typeof runSchema> {}

/** The variable that carries the id of the claim on the output folder (harness/output/folder.ts). */
export const claimVariable = 'GV_CLAIM';

/** The file in GV_OUT that the worker of a run touches each second, with its process id in it. */
export const heartbeatName = 'heartbeat';

/** The variable in which the runner keeps what interrupted it, `SIGTERM`, for its reporter. */
export const interruptionVariable = 'GV_INTERRUPTED';

/** Why what was under way when a run was interrupted is not exercised; the report adds by what, and when. */
export const interrupted = 'the run was interrupted';

/** Returns the line by which a worker states that it waits for a limiter. */
export const waitLine = (limiter: string, seconds: number): string =>
  `waiting ${seconds} s, as the ${limiter} limiter asks; what it does not limit goes on`;

/** Returns the wait that such a line states; undefined if it is another line. */
export function waitIn(line: string): { limiter: string; seconds: number } | undefined {
  const [, seconds, limiter] = /^waiting (\d+) s, as the (.+) limiter asks;/.exec(line) ?? [];
  return limiter === undefined ? undefined : { limiter, seconds: Number(seconds) };
}

/** Returns the line by which a worker states that the run pauses before its second looks. */
export const pauseLine = (seconds: number, cases: number): string =>
  `waiting ${seconds} s to look again at ${cases === 1 ? '1 difference' : `${cases} differences`}`;

/** The line of `outcomes.jsonl` with which a run begins. */
export interface SelectedChecks {
  readonly selected: readonly string[];
}

/** The line of `outcomes.jsonl` with which a worker begins to run checks. */
export interface BegunChecks {
  readonly begun: readonly string[];
}

/** Every other line of `outcomes.jsonl`. */
export interface FinishedCheck {
  readonly outcome: Outcome;
  /** It includes what the exchanges of other checks show. */
  readonly final?: true;
}
