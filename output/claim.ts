/** One run at a time writes to a folder. */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimVariable } from '../schemas/records/run.ts';
import { expectOurs, mark } from './ours.ts';
import { OutputProblem, whyUnwritable } from './problem.ts';
import { makeFolder } from './whole.ts';

/** `running.json`, which is there as long as somebody writes to the folder. */
export const claimFile = 'running.json';

interface Claim {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** The holder touches its claim this often. */
const beatMs = 1000;
/** A claim that nobody touched for so long is of a process that was killed. */
const patienceMs = 6000;
const lookMs = 100;

/**
 * Makes the folder, and makes it this process's own, or that of the process which started it.
 *
 * @returns gives it up; the end of the process does, too.
 * @throws OutputProblem where another run writes there, it cannot be written to, or what is in it is not ours.
 */
export async function claimOutput(out: string): Promise<() => void> {
  const file = join(out, claimFile);
  try {
    makeFolder(out);
    expectOurs(out);
    const held = read(file);
    if (held && held.id === process.env[claimVariable]) return () => {};
    const claim = newClaim();
    while (!created(file, claim)) await takeOver(file, out);
    mark(out);
    return hold(file, claim);
  } catch (error) {
    if (error instanceof OutputProblem) throw error;
    throw new OutputProblem(`GV_OUT: ${whyUnwritable(out, error)}`);
  }
}

/** @throws OutputProblem where a run writes there. */
export async function expectFree(out: string): Promise<void> {
  const file = join(out, claimFile);
  const held = read(file);
  if (held && held.id !== process.env[claimVariable]) await takeOver(file, out);
}

/** Who writes to a folder now; undefined where nobody says so. */
export const claimantOf = (out: string): string | undefined => {
  const claim = read(join(out, claimFile));
  return claim && named(claim);
};

const newClaim = (): Claim => ({
  id: randomUUID().slice(0, 8),
  pid: process.pid,
  host: hostname(),
  since: new Date().toISOString(),
});

const named = ({ id, pid, host, since }: Claim): string =>
  `run ${id} (process ${pid} on ${host}, since ${since})`;

function created(file: string, claim: Claim): boolean {
  try {
    writeFileSync(file, JSON.stringify(claim), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function hold(file: string, claim: Claim): () => void {
  process.env[claimVariable] = claim.id;
  const beat = setInterval(() => touch(file), beatMs).unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    delete process.env[claimVariable];
    // After a long stop of this process it may be another's.
    if (read(file)?.id === claim.id) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The folder is gone, or the disk: what is written next reports it.
  }
}

/**
 * Removes a claim whose process has ended. A number of a process alone does not show that: another one may have it, and in
 * a container each run has the same.
 *
 * @throws OutputProblem where it is alive.
 */
async function takeOver(file: string, out: string): Promise<void> {
  const held = read(file);
  if (!held || held.host !== hostname() || runs(held.pid)) {
    const before = touchedAt(file);
    const until = Date.now() + patienceMs;
    let now = before;
    while (now !== undefined && now === before && Date.now() < until) {
      await sleep(lookMs);
      now = touchedAt(file);
    }
    if (now === undefined) return;
    if (now !== before)
      throw new OutputProblem(
        `${held ? named(held) : 'Another run'} writes to ${resolve(out)}, and two at a time would mix. Wait for its end, or name another folder (GV_OUT).`,
      );
  }
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Somebody else may have taken it over between the look and the move.
  if (read(aside)?.id === held?.id) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

const touchedAt = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** @returns undefined where there is none, or it is not written yet. */
function read(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
