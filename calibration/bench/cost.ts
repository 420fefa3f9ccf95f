/** What a process costs while it runs, read from Linux's /proc. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Service } from './service.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const SAMPLE_MS = 100;

interface Sample {
  readonly at: number;
  readonly served: number;
  readonly cpuMs: number;
}

export interface Cost {
  /** Requests a second between the first and the last fifth of the run. */
  readonly rate: number;
  /** Milliseconds of processor time, over the same stretch. */
  readonly cpuMsPerRequest: number;
  readonly cpuMsPerSecond: number;
  readonly peakBytes: number;
}

/**
 * Watches a client of the service until it ends.
 *
 * @param ended resolves with the client's exit code.
 * @throws Error where it ends with any code but 0.
 */
export async function costOf(
  service: Service,
  child: ChildProcess,
  ended: Promise<number | null>,
): Promise<Cost> {
  const samples: Sample[] = [];
  let peakBytes = 0;
  const before = service.served();
  const timer = setInterval(() => {
    const cpuMs = processorMs(child.pid);
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
    const served = service.served() - before;
    // Compiling the script is not part of the cost of a request.
    if (served > 10) samples.push({ at: Date.now(), served, cpuMs });
  }, SAMPLE_MS);
  const code = await ended.finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
  return { ...between(samples), peakBytes };
}

function between(samples: readonly Sample[]): Omit<Cost, 'peakBytes'> {
  const first = samples[Math.floor(samples.length / 5)];
  const last = samples[Math.floor((samples.length * 4) / 5)];
  if (!first || !last || last.served <= first.served)
    throw new Error('the run was too short to be measured: ./gv bench 20 takes 20 seconds each');
  const seconds = (last.at - first.at) / 1000;
  const requests = last.served - first.served;
  const cpuMs = last.cpuMs - first.cpuMs;
  return {
    rate: requests / seconds,
    cpuMsPerRequest: cpuMs / requests,
    cpuMsPerSecond: cpuMs / seconds,
  };
}

/** User and system time; 0 where there is no /proc. */
function processorMs(pid: number | undefined): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

function peakOf(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
