/** One run of the suite against a healthy server, through a proxy with a fault, and what is wrong with what it said and left. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everythingIn } from '../../fixtures/testing/left-files.ts';
import { NoResult, readResult } from '../../reports/files.ts';
import { startReference } from '../../reference/server.ts';
import type {
  ConformanceResult,
  RequirementResult,
  Verdict,
} from '../../schemas/records/result.ts';
import { permissions, startConformance, watchTree } from '../runs.ts';
import type { Fault } from './fault.ts';
import { type Records, startProxy } from './proxy/proxy.ts';
import { formsOf } from './strikes.ts';

/** Controls but line feed, tab and carriage return; bidi controls; line ends that no terminal has. */
const acting = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200e\u200f])\p{Bidi_Control}/u;
const command = /^\s*(::[a-z-]+.*::|##vso\[)/m;
const forPeople = /\.(md|xml|svg|txt)$|out\/index\.html$/;

/** @returns what is wrong, and where. */
function traces(output: string, out: string, keys: readonly string[]): string[] {
  const forms = keys.flatMap(formsOf).flatMap(form => [form, form.replaceAll('=', '')]);
  const files = existsSync(out) ? everythingIn(out) : new Map<string, string>();
  const leaks = [...files.set('the output', output)].filter(([, text]) =>
    forms.some(form => text.includes(form)),
  );
  const unsafe = [...files].filter(([file, text]) => forPeople.test(file) && acting.test(text));
  if (acting.test(output) || output.includes('\r')) unsafe.push(['the output', '']);
  return [
    ...leaks.map(([file]) => `a key is in ${short(file)}`),
    ...unsafe.map(([file]) => `control characters are in ${short(file)}`),
    ...(command.test(output) ? ['a command for a CI service is in the output'] : []),
  ];
}

const short = (file: string): string => file.replace(/^.*\/out\//, '');

type Judged = Pick<RequirementResult, 'id' | 'verdict' | 'cases'>;

export interface Measured {
  readonly fault: Fault;
  /** Absent if it was killed. */
  readonly code?: number | null;
  readonly seconds: number;
  /** From the first request that the fault met. */
  readonly secondsAfter?: number;
  /** Megabytes. */
  readonly peak: number;
  readonly output: string;
  readonly left: readonly number[];
  readonly result?: ConformanceResult;
  /** Of the checks that were selected; of a run that was killed, those that it had finished. */
  readonly outcomes: readonly Judged[];
  /** Keys and control characters that it left. */
  readonly traces: readonly string[];
  readonly seen: Records;
}

/** Short waits, so that a fault shows soon; each is a setting that users have. */
const bounded = {
  GV_TIMEOUT: '2',
  GV_ASYNC_TIMEOUT: '5',
  GV_MAX_WAIT: '20',
  GV_RECHECK_AFTER: '1',
  GV_MAX_RPS: '1000',
  GV_PROBE_MAX_REQUESTS: '120',
  GV_PROBE_MAX_WAIT: '6',
};

/** A run that takes so many times longer than its bound is killed. */
const patience = 1.5;

/** @param scale how much slower than the machine of the bounds this one is. */
export async function measure(fault: Fault, scale: number): Promise<Measured> {
  const slack = patience * scale * 1000;
  const { probes } = fault;
  const reference = await startReference(probes ? { limits: probes } : {});
  const proxy = await startProxy(
    { origin: new URL(reference.baseUrl).origin, settings: reference.settings },
    { ...fault, when: fault.when.start },
  );
  const folder = mkdtempSync(join(tmpdir(), 'gv-network-'));
  const out = join(folder, 'out');
  try {
    const settings = {
      ...reference.settings,
      GV_BASE_URL: (await fault.target?.(proxy)) ?? proxy.origin,
      ...permissions,
      ...(probes ? { GV_ALLOW: 'write,spend,exhaust' } : {}),
      ...bounded,
      GV_OUT: out,
      ...fault.settings?.(),
    };
    const args = [`--project=${probes ? 'load' : 'contract'}`];
    if (fault.grep !== undefined) args.push('--grep', fault.grep);
    const startedAt = proxy.records.now;
    const { child, ended } = startConformance(folder, settings, args);
    const tree = watchTree(child.pid!);
    let hung = false;
    const timer = setInterval(() => {
      const { struckAt = Infinity, now } = proxy.records;
      const { seconds, secondsAfter = Infinity } = fault.expect;
      const overdue = Math.max(
        now - startedAt - seconds * slack,
        now - struckAt - secondsAfter * slack,
      );
      if (overdue < 0) return;
      hung = true;
      tree.kill();
    }, 500);
    const { code, output } = await ended;
    clearInterval(timer);
    const endedAt = proxy.records.now;
    const watched = tree.stop();
    if (watched.left.length > 0) tree.kill();
    const { struckAt } = proxy.records;
    const file = join(out, 'conformance.json');
    const { result, damage = [] } = existsSync(file) ? readable(file) : {};
    return {
      fault,
      ...(hung ? {} : { code }),
      seconds: (endedAt - startedAt) / 1000,
      ...(struckAt === undefined ? {} : { secondsAfter: (endedAt - struckAt) / 1000 }),
      ...watched,
      output,
      ...(result ? { result } : {}),
      outcomes: selectedOf(result) ?? finished(join(out, 'outcomes.jsonl')),
      traces: [...damage, ...traces(output, out, [...proxy.records.keys.keys()])],
      seen: proxy.records,
    };
  } finally {
    await proxy.close();
    await reference.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the result, or why it cannot be read: one that is damaged is a finding, and the faults after it are measured. */
function readable(file: string): { result?: ConformanceResult; damage?: readonly string[] } {
  try {
    return { result: readResult(file) };
  } catch (error) {
    if (!(error instanceof NoResult)) throw error;
    return { damage: [error.message] };
  }
}

const selectedOf = (result: ConformanceResult | undefined): readonly Judged[] | undefined =>
  result?.requirements.filter(({ reason = '' }) => !reason.startsWith('not selected'));

function finished(log: string): Judged[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  // The last line may have been cut.
  const whole = lines.filter(line => line.endsWith('}}'));
  return whole.map(line => (JSON.parse(line) as { outcome: Judged }).outcome);
}

/** Requirements with one of the verdicts. */
export const withVerdict = ({ outcomes }: Measured, ...wanted: Verdict[]): string[] => [
  ...new Set(outcomes.flatMap(({ id, verdict }) => (wanted.includes(verdict) ? [id] : []))),
];

/** A run without a fault, on the same machine. */
export interface Plain extends Measured {
  /** Ratio of the time on this machine to that on the one that bounds are stated for. */
  readonly scale: number;
}

/** Runs take so many times longer two at a time than alone. */
export const together = 1.5;
/** Peak memory may be so many times that of a plain run. */
const memoryRatio = 1.25;
/** Matches the traces of an uncaught exception in a terminal. */
const crash = /^\s+at .+:\d+:\d+\)?$|heap out of memory|Unhandled|Uncaught/m;

/** Returns each bound of time that a run did not keep. */
export function lateness(
  { fault: { expect }, code, seconds, secondsAfter = 0 }: Measured,
  plain: Plain,
): string[] {
  const { timesPlain = Infinity } = expect;
  const bound = Math.min(expect.seconds * plain.scale, timesPlain * plain.seconds * together);
  const after = expect.secondsAfter === undefined ? Infinity : expect.secondsAfter * plain.scale;
  const whole = `${seconds.toFixed(0)} s, bound ${bound.toFixed(0)} s`;
  const rest = `${secondsAfter.toFixed(0)} s after the fault, bound ${after.toFixed(0)} s`;
  if (code === undefined)
    return [secondsAfter > after ? `hangs: killed ${rest}` : `hangs: killed after ${whole}`];
  return [
    ...(seconds > bound ? [`took ${whole}`] : []),
    ...(secondsAfter > after ? [`ended ${rest}`] : []),
  ];
}

/** Returns each way in which the run is not what it should be. */
export function problemsOf(measured: Measured, plain: Plain): string[] {
  const { fault, code, output, result, peak, left } = measured;
  const { expect } = fault;
  const late = lateness(measured, plain);
  const falsely = withVerdict(measured, 'failed').filter(id => !expect.fails?.test(id));
  const passed = withVerdict(measured, 'passed').length;
  const accused = falsely.length > 0 ? [`falsely failed: ${some(falsely)}`] : [];
  if (code === undefined) return [...late, ...accused];
  const gaps = withVerdict(measured, 'not-exercised', 'error');
  const ratio = peak / plain.peak;
  return [
    ...(expect.exits.includes(code ?? -1)
      ? []
      : [`exit ${code}, not ${expect.exits.join(' or ')}`]),
    ...accused,
    ...(passed > (expect.passedAtMost ?? Infinity)
      ? [`${passed} passed on nothing: ${some(withVerdict(measured, 'passed'))}`]
      : []),
    ...(expect.whole && gaps.length > 0 ? [`left out: ${some(gaps)}`] : []),
    ...late,
    ...(ratio > memoryRatio ? [`${peak.toFixed(0)} MB, ${ratio.toFixed(2)} of a plain run`] : []),
    ...(result ? [] : ['no result']),
    ...(left.length > 0 ? [`${left.length} processes left`] : []),
    ...(crash.test(output) ? [`crash: ${crash.exec(output)?.[0].trim()}`] : []),
    ...(expect.says && !expect.says.test(output) ? [`does not say ${expect.says.source}`] : []),
    ...measured.traces,
    ...[expect.requests?.(measured.seen, plain.seen) ?? []].flat(),
  ];
}

const some = (ids: readonly string[]): string =>
  ids.length <= 4 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
