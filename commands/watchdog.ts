/** Ends a run that cannot end itself: its worker hangs in a loop, its time is over, or its folder is gone. */
import { existsSync, readFileSync, statSync } from 'node:fs';

export interface Watched {
  /** File that the worker touches each second, with its process id in it. Without the file there is no worker. */
  readonly heartbeat: string;
  /** When the worker must be gone, in milliseconds since 1970. It stops by itself earlier. */
  readonly endsAt: number;
  /** Called once with the cause. */
  readonly onStuck: (cause: string) => void;
  /** Looks without a new heartbeat before the worker counts as stuck. */
  readonly mostLooks?: number;
  readonly lookMs?: number;
}

/**
 * Watches a run. Looks are counted, not hours: a machine that was asleep is no worker that hangs.
 *
 * @returns ends the watch.
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

/** Kills the worker of a run, if there is one: a worker in a loop sees no signal, and not that its runner is gone. */
export function killWorker(heartbeat: string): void {
  if (!existsSync(heartbeat)) return;
  const pid = Number(readFileSync(heartbeat, 'utf8'));
  try {
    if (Number.isInteger(pid) && pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
