/** Ends a run whose worker hangs in a loop, or does not end by the deadline. */
import { existsSync, readFileSync, statSync } from 'node:fs';

export interface Watched {
  /** File that the worker touches each second. It has the process id of the worker. Without the file, there is no worker. */
  readonly heartbeat: string;
  /** Time by which the worker must have ended, in milliseconds since 1970. A healthy worker ends earlier. */
  readonly endsAt: number;
  /** Called once with the cause. */
  readonly onStuck: (cause: string) => void;
  /** Number of looks without a new heartbeat after which the worker hangs. */
  readonly mostLooks?: number;
  readonly lookMs?: number;
}

/**
 * Watches a run. Counts looks instead of seconds, because a machine may have been asleep.
 *
 * @returns a function that ends the watch.
 */
export function watchRun(watched: Watched): () => void {
  const { heartbeat, endsAt, onStuck, mostLooks = 30, lookMs = 1000 } = watched;
  let last: number | undefined;
  let silent = 0;
  const timer = setInterval(() => {
    const beat = statSync(heartbeat, { throwIfNoEntry: false })?.mtimeMs;
    silent = beat !== undefined && beat === last ? silent + 1 : 0;
    last = beat;
    const isStuck = silent >= mostLooks;
    const isLate = beat !== undefined && Date.now() >= endsAt;
    if (!isStuck && !isLate) return;
    clearInterval(timer);
    onStuck(
      isStuck
        ? `a worker that gave no sign for ${(mostLooks * lookMs) / 1000} s`
        : 'GV_DEADLINE, after which it did not end by itself',
    );
  }, lookMs).unref();
  return () => clearInterval(timer);
}

/** Kills the worker of a run, if there is a worker. A worker in a loop sees neither a signal nor the end of its runner. */
export function killWorker(heartbeat: string): void {
  if (!existsSync(heartbeat)) return;
  const pid = Number(readFileSync(heartbeat, 'utf8'));
  try {
    if (Number.isInteger(pid) && pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // The worker has ended.
  }
}
