/** Passes a run from the process that prepares it to its workers. Loads no other module, because every worker loads this one. */
import type { Served } from './keys.ts';

/** Data that a run passes to its workers. */
export interface Run {
  /** Secret of the masks, which is never written to disk. */
  readonly secret: string;
  /** Source of made-up ids. The result has it, so that the run can be replayed. */
  readonly nonce: string;
  /** Start of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Folder of results (`GV_OUT`). */
  readonly out: string;
  /** Settings of the reference, if this run started it. */
  readonly reference?: Readonly<Record<string, string>>;
  readonly served?: Served;
}

/** Returns the run of this process, or undefined before its start. */
export function currentRun(): Run | undefined {
  const text = process.env['GV_RUN'];
  return text ? (JSON.parse(text) as Run) : undefined;
}

/** Makes a run known to this process and to the processes that it starts. */
export function announceRun(run: Run): void {
  process.env['GV_RUN'] = JSON.stringify(run);
}
