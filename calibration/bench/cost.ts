/** What a process costs while it runs, read where Linux tells it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Service } from './service.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const LOOK_MS = 100;

interface Look {
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
  readonly told: string;
}

/**
 * Runs a command that asks the service, to its end.
 *
 * @throws Error where it cannot be started or ends with another code than those of `fine`.
 */
export async function costOf(
  service: Service,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  fine: readonly number[] = [0],
): Promise<Cost> {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const looks: Look[] = [];
  let peakBytes = 0;
  const before = service.served();
  const timer = setInterval(() => {
    const cpuMs = processorMs(child.pid);
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
    const served = service.served() - before;
    // Compiling the script is not what a request costs.
    if (served > 10) looks.push({ at: Date.now(), served, cpuMs });
  }, LOOK_MS);
  const code = await new Promise<number | null>((ended, failed) =>
    child.once('error', failed).once('close', ended),
  ).finally(() => clearInterval(timer));
  if (code === null || !fine.includes(code))
    throw new Error(`${command} ended with ${code}: ${told.trim().slice(-600)}`);
  return { ...between(looks), peakBytes, told };
}

function between(looks: readonly Look[]): Omit<Cost, 'peakBytes' | 'told'> {
  const first = looks[Math.floor(looks.length / 5)];
  const last = looks[Math.floor((looks.length * 4) / 5)];
  if (!first || !last || last.served <= first.served)
    throw new Error('the run was too short to be measured: raise GV_BENCH_SECONDS');
  const seconds = (last.at - first.at) / 1000;
  const requests = last.served - first.served;
  const cpuMs = last.cpuMs - first.cpuMs;
  return {
    rate: requests / seconds,
    cpuMsPerRequest: cpuMs / requests,
    cpuMsPerSecond: cpuMs / seconds,
  };
}

/** User and system time; 0 where the system does not tell. */
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
