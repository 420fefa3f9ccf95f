/** Reads what the system knows about another process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface ProcessInfo {
  /** Process id of the parent. */
  readonly parent: number;
  /** CPU time that the process has used. */
  readonly cpuSeconds: number;
}

/** Returns undefined if there is no such process, or if the system does not say. */
export function processInfo(pid: number): ProcessInfo | undefined {
  if (process.platform === 'win32' || !Number.isInteger(pid) || pid < 1) return undefined;
  return process.platform === 'linux' ? infoOfLinux(pid) : infoOfPs(pid);
}

/** Linux counts in hundredths of a second (USER_HZ). */
const ticksPerSecond = 100;

function infoOfLinux(pid: number): ProcessInfo | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program comes first, in parentheses, and may have blanks.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    return { parent: Number(fields[1]), cpuSeconds: (user + system) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

function infoOfPs(pid: number): ProcessInfo | undefined {
  const args = ['-o', 'ppid=,time=', '-p', String(pid)];
  const { stdout } = spawnSync('/bin/ps', args, { encoding: 'utf8', env: {} });
  const [parent, time] = (stdout ?? '').trim().split(/\s+/);
  if (!parent || !time) return undefined;
  // Like 1-02:03:04.05, without the parts that are zero.
  const parts = time.split(/[-:]/).map(Number).toReversed();
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = parts;
  return {
    parent: Number(parent),
    cpuSeconds: seconds + 60 * (minutes + 60 * (hours + 24 * days)),
  };
}
