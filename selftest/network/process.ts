/** Measures the memory of a process tree, and finds the processes that it leaves. */
import { readFileSync } from 'node:fs';

export interface Watched {
  /** Peak of resident memory, in megabytes. */
  readonly peak: number;
  /** Processes that still run. */
  readonly left: readonly number[];
}

const everyMs = 50;

/** Watches a process tree. `stop` returns the observations. */
export function watchTree(root: number): { stop(): Watched; kill(): void } {
  const seen = new Set<number>([root]);
  let peak = 0;
  const look = () => {
    const tree = treeOf(root);
    for (const pid of tree) seen.add(pid);
    peak = Math.max(
      peak,
      tree.reduce((sum, pid) => sum + residentOf(pid), 0),
    );
  };
  const timer = setInterval(look, everyMs);
  const left = () => [...seen].filter(pid => residentOf(pid) > 0);
  return {
    stop() {
      clearInterval(timer);
      return { peak, left: left() };
    },
    kill() {
      look();
      for (const pid of left())
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process ended meanwhile.
        }
    },
  };
}

function treeOf(root: number): number[] {
  const tree = [root];
  for (const pid of tree)
    tree.push(
      ...(read(`/proc/${pid}/task/${pid}/children`)
        ?.trim()
        .split(' ')
        .filter(Boolean)
        .map(Number) ?? []),
    );
  return tree;
}

/** Returns resident megabytes, or 0 for a process that has ended. */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
