/** Starts the real command in a separate process without the surrounding environment, and measures its process tree. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const gv = fileURLToPath(new URL('../../gv', import.meta.url));

/** Permissions of a run, without `exhaust`. */
export const permissions = {
  GV_ALLOW: 'write,spend',
  GV_MAX_SPEND: '1000000 GBP, 1000000 USD, 1000000 EUR, 1000000 NGN',
};

export interface Started {
  readonly child: ChildProcess;
  /** Exit code and output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts `./gv conformance <args>` in a folder with these settings and no others. */
export function startConformance(
  cwd: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(gv, ['conformance', ...args], {
    cwd,
    env: { PATH, HOME, GV_STATE: join(cwd, 'state'), GV_RECHECK_AFTER: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { child, ended: ended.then(code => ({ code, output })) };
}

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
