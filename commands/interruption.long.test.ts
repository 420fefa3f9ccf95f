/** Tests that an interrupted run leaves what it found, and no process. */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { latency } from '../reference/patches.ts';
import type { ReferenceOptions } from '../reference/types.ts';
import { ownK6 } from '../load/k6/testing.ts';
import { ended, gv, start, test } from '../fixtures/testing/spawned.ts';
import { readResult } from '../reports/files.ts';
import { heartbeatName } from '../schemas/records/run.ts';

test.skip(process.platform === 'win32', 'needs POSIX signals');

interface Cut {
  readonly child: ChildProcess;
  readonly out: string;
  /** Counts the requests that the target got. */
  readonly got: () => number;
}

/** Starts a run, and waits until it is in the middle of its checks. */
async function begin(
  cwd: string,
  reference: (options: ReferenceOptions) => Promise<{ settings: Readonly<Record<string, string>> }>,
  { out = join(cwd, 'out'), after = 25 } = {},
): Promise<Cut & { end: ReturnType<typeof ended> }> {
  let got = 0;
  const { settings } = await reference({ patches: [latency(300)], onRequest: () => got++ });
  const args = ['conformance', '--project=contract', '--grep=catalog.|auth.'];
  const child = start(gv, args, { cwd, settings: { ...settings, GV_OUT: out } });
  const end = ended(child);
  await until(() => got >= after);
  return { child, out, got: () => got, end };
}

const until = (holds: () => boolean) =>
  expect.poll(holds, { timeout: 60_000, intervals: [50] }).toBe(true);

function expectSoFar(out: string, by: string): void {
  const { verdict, reasons, requirements } = readResult(join(out, 'conformance.json'));
  const reason = new RegExp(`^the run was interrupted by ${by} after \\d+ requests$`);
  expect(verdict).toBe('error');
  expect(reasons).toEqual([expect.stringMatching(reason)]);
  const cut = requirements.filter(each => reason.test(each.reason ?? ''));
  expect(cut.length).toBeGreaterThan(0);
  expect(requirements.filter(each => each.verdict === 'passed').length).toBeGreaterThan(0);
}

/** Returns the processes with this folder in their environment. */
function processesFor(out: string): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n').slice(1);
  return lines.flatMap(line => {
    const [, pid = '', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`GV_OUT=${out}\0`)
        ? [{ pid: Number(pid), command }]
        : [];
    } catch {
      return [];
    }
  });
}

test('SIGTERM leaves result and reports, ends with 3, and nothing more is sent', async ({
  cwd,
  reference,
}) => {
  const { child, out, got, end } = await begin(cwd, reference);
  child.kill('SIGTERM');
  const { code, stdout } = await end;
  expect(code).toBe(3);
  expect(stdout).toContain('the run was interrupted by SIGTERM after ');
  expectSoFar(out, 'SIGTERM');
  expect(existsSync(join(out, 'junit.xml'))).toBe(true);
  expect(existsSync(join(out, 'running.json'))).toBe(false);
  expect(got()).toBeLessThan(80);
});

test('the command writes the result if the runner is killed', async ({ cwd, reference }) => {
  test.skip(process.platform !== 'linux', 'needs /proc to find processes');
  const { out, end } = await begin(cwd, reference);
  const runner = processesFor(out).find(({ command }) => command.includes('cli.js test'));
  process.kill(runner!.pid, 'SIGKILL');
  const { code } = await end;
  expect(code).toBe(3);
  expectSoFar(out, String.raw`the end of its runner \(SIGKILL\)`);
});

test('the runner writes the result if the command is killed', async ({ cwd, reference }) => {
  test.skip(process.platform !== 'linux', 'needs /proc to find processes');
  const { out } = await begin(cwd, reference);
  const ours = processesFor(out).filter(each => each.command.includes('commands/start.cjs'));
  expect(ours).toHaveLength(1);
  process.kill(ours[0]!.pid, 'SIGKILL');
  await until(() => processesFor(out).length === 0);
  expectSoFar(out, 'the end of its command');
});

/** Sends a signal to the worker of a run. A stopped worker gives no sign and uses no CPU time, like a worker that waits for ever. */
async function signalWorker(out: string, signal: NodeJS.Signals): Promise<void> {
  const heartbeat = join(out, heartbeatName);
  // The file is empty for a moment while it is written. A signal to process 0 would stop this process, too.
  const worker = () => (existsSync(heartbeat) ? Number(readFileSync(heartbeat, 'utf8')) : 0);
  let pid = 0;
  await until(() => (pid = worker()) > 1);
  process.kill(pid, signal);
}

test('a worker that hangs is killed, and the run ends with 3 and what it found', async ({
  cwd,
  reference,
}) => {
  const { out, end } = await begin(cwd, reference);
  await signalWorker(out, 'SIGSTOP');
  const { code } = await end;
  expect(code).toBe(3);
  expectSoFar(out, 'a worker that gave no sign for 120 s');
  if (process.platform === 'linux') await until(() => processesFor(out).length === 0);
});

test('the checks of a killed worker do not run again', async ({ cwd, reference }) => {
  const { out, got, end } = await begin(cwd, reference);
  await signalWorker(out, 'SIGKILL');
  const before = got();
  const { code } = await end;
  expect(code).toBe(3);
  // Some requests were on their way.
  expect(got() - before).toBeLessThan(25);
  const { verdict, requirements } = readResult(join(out, 'conformance.json'));
  expect(verdict).toBe('error');
  const reason = 'the worker that ran it broke off';
  expect(requirements.filter(each => each.reason === reason).length).toBeGreaterThan(0);
});

test('SIGTERM ends a run whose worker hangs', async ({ cwd, reference }) => {
  const { child, out, end } = await begin(cwd, reference);
  await signalWorker(out, 'SIGSTOP');
  child.kill('SIGTERM');
  const { code } = await end;
  expect(code).toBe(3);
  expectSoFar(out, 'SIGTERM');
  if (process.platform === 'linux') await until(() => processesFor(out).length === 0);
});

test('a run whose folder is removed ends with 3 and the reason', async ({ cwd, reference }) => {
  const { out, end } = await begin(cwd, reference);
  rmSync(out, { recursive: true });
  const { code, stdout } = await end;
  expect(code).toBe(3);
  expect(stdout).toContain(`${out} was removed or replaced during the run`);
  expect(stdout).toContain('by the ledger of GV_STATE, the run spent nothing');
});

test('SIGTERM to a load leaves a report, ends with 3, and ends k6', async ({ cwd, reference }) => {
  const k6 = await ownK6({ build: false });
  let got = 0;
  const { settings } = await reference({ onRequest: () => got++ });
  const out = join(cwd, 'out');
  const own = { GV_K6: k6, GV_OUT: out, GV_LOAD_DURATION: '60' };
  const child = start(gv, ['traffic'], { cwd, settings: { ...settings, ...own } });
  const end = ended(child);
  await until(() => got >= 20);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await end;
  expect(code).toBe(3);
  expect(stderr).toContain('the load was interrupted by SIGTERM');
  expect(stdout).toMatch(/[1-9]\d* responses? checked against/);
  expect(existsSync(join(out, 'traffic.json'))).toBe(true);
  expect(existsSync(join(out, 'running.json'))).toBe(false);
  if (process.platform === 'linux') await until(() => processesFor(out).length === 0);
});
