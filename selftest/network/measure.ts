/** Runs the suite against a healthy server through a proxy with a fault, and finds the problems of the run. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, everythingAllowed, gv, start } from '../../fixtures/testing/spawned.ts';
import { startReference } from '../../reference/server.ts';
import { readResult } from '../../reports/files.ts';
import { isSelected } from '../../reports/summary/requirements.ts';
import { upTo } from '../../schemas/counted.ts';
import type { ConformanceResult, Verdict } from '../../schemas/records/result.ts';
import type { Fault } from './fault.ts';
import { type Records, startProxy } from './proxy/proxy.ts';

export interface Measured {
  readonly fault: Fault;
  /** Absent if the run was killed. */
  readonly code?: number | null;
  readonly seconds: number;
  /** Peak of memory in megabytes. */
  readonly peak: number;
  readonly output: string;
  /** Processes that still run after the end. */
  readonly left: readonly number[];
  readonly result?: ConformanceResult;
  readonly seen: Records;
}

/** Sets short waits, so that a fault shows soon. Each is a setting that users have. */
const bounded = {
  GV_TIMEOUT: '2',
  GV_ASYNC_TIMEOUT: '5',
  GV_MAX_WAIT: '20',
  GV_RECHECK_AFTER: '1',
  GV_PROBE_MAX_REQUESTS: '120',
  GV_PROBE_MAX_WAIT: '6',
};

/** Seconds after which a run counts as hanging. A run without a fault takes 12 on an idle machine. */
const mostSeconds = 300;

/** Runs the suite, and kills it if it hangs. */
export async function measure(fault: Fault): Promise<Measured> {
  const { probes, grep } = fault;
  const reference = await startReference(probes ? { limits: probes } : {});
  const healthy = { origin: new URL(reference.baseUrl).origin, settings: reference.settings };
  const proxy = await startProxy(healthy, { ...fault, when: fault.when.start });
  const folder = mkdtempSync(join(tmpdir(), 'gv-network-'));
  const out = join(folder, 'out');
  try {
    const settings = {
      ...reference.settings,
      GV_BASE_URL: fault.target?.(proxy) ?? proxy.origin,
      ...everythingAllowed,
      ...(probes ? {} : { GV_ALLOW: 'write,spend' }),
      ...bounded,
      GV_OUT: out,
      ...fault.settings?.(),
    };
    const args = [`--project=${probes ? 'load' : 'contract'}`, ...(grep ? ['--grep', grep] : [])];
    const startedAt = Date.now();
    const child = start(gv, ['conformance', ...args], { cwd: folder, settings });
    const tree = watchTree(child.pid!);
    let isKilled = false;
    const timer = setTimeout(() => {
      isKilled = true;
      tree.kill();
    }, mostSeconds * 1000);
    const { code, stdout, stderr } = await ended(child);
    clearTimeout(timer);
    const seconds = (Date.now() - startedAt) / 1000;
    const watched = tree.stop();
    if (watched.left.length > 0) tree.kill();
    const file = join(out, 'conformance.json');
    return {
      fault,
      ...(isKilled ? {} : { code }),
      seconds,
      ...watched,
      output: stdout + stderr,
      ...(existsSync(file) ? { result: readResult(file) } : {}),
      seen: proxy.records,
    };
  } finally {
    proxy.close();
    await reference.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the selected requirements with one of the verdicts. */
export const withVerdict = ({ result }: Pick<Measured, 'result'>, ...wanted: Verdict[]): string[] =>
  (result?.requirements ?? [])
    .filter(isSelected)
    .flatMap(({ id, verdict }) => (wanted.includes(verdict) ? [id] : []));

/** Returns the requirements that a run accuses the target of breaking. */
export const accusedBy = (measured: Pick<Measured, 'result'>): string[] =>
  withVerdict(measured, 'failed', 'warning');

/** Factor by which two runs at a time are slower than one run. */
const slowdownOfTwo = 1.5;

/** Most megabytes of all processes of a run. A run without a fault takes about 600. */
const mostMemory = 1300;
/** Matches the traces of an uncaught exception in a terminal. */
const crash = /^\s+at .+:\d+:\d+\)?$|heap out of memory|Unhandled|Uncaught/m;

/**
 * Returns the problems of a run.
 *
 * @param plain Run without a fault, on the same machine.
 */
export function problemsOf(measured: Measured, plain: Measured): string[] {
  const { fault, code, output, result, peak, left, seen } = measured;
  const { outcome, says } = fault;
  const accused = accusedBy(measured);
  const passed = withVerdict(measured, 'passed');
  const gaps = withVerdict(measured, 'not-exercised', 'error');
  const [mostVisits, mostSending] = outcome.isCheap
    ? [1.1 * plain.seen.visits.length, 2 * slowdownOfTwo * plain.seen.seconds]
    : [Infinity, Infinity];
  const elsewhere = seen.visits.filter(({ isElsewhere }) => isElsewhere).length;
  const again = [...seen.purchases].filter(
    ([digest, count]) => count > (plain.seen.purchases.get(digest) ?? 1),
  );
  const complaints: readonly (readonly [isWrong: boolean, complaint: string])[] = [
    [code === undefined, `does not end within ${mostSeconds} s`],
    [code !== undefined && !outcome.exits.includes(code ?? -1), `exit ${code}`],
    [accused.length > 0, `accuses the target: ${some(accused)}`],
    [outcome.passes === 'none' && passed.length > 0, `${passed.length} passed: ${some(passed)}`],
    [outcome.passes === 'all' && gaps.length > 0, `left out: ${some(gaps)}`],
    [seen.seconds > mostSending, `sent requests for ${seen.seconds.toFixed(0)} s`],
    [seen.visits.length > mostVisits, `${seen.visits.length} requests`],
    [again.length > 0, `${again.length} purchases were made again`],
    [elsewhere > 0, `${elsewhere} requests went to another host`],
    [peak > mostMemory, `${peak.toFixed(0)} MB`],
    [!result, 'no result'],
    [left.length > 0, `${left.length} processes left`],
    [crash.test(output), `crash: ${crash.exec(output)?.[0].trim()}`],
    [says?.test(output) === false, `does not say ${says?.source}`],
  ];
  return complaints.flatMap(([isWrong, complaint]) => (isWrong ? [complaint] : []));
}

const some = (ids: readonly string[]): string => upTo(3, ids).join(', ');

interface Watched {
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
