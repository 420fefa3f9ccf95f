/** Measures the memory of a command's processes, and finds those that are left when it has ended. */
import { readFileSync } from 'node:fs';

export interface Watched {
  /** Megabytes that were resident at once, at most. */
  readonly peak: number;
  /** Processes that are still there. */
  readonly left: readonly number[];
}

const everyMs = 50;

/** @returns what stops to look, and says what was seen. */
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
          // It ended meanwhile.
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

/** Megabytes; 0 for a process that has ended. */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
