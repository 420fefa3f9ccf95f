/** One run of the suite against a healthy server, through a proxy with a fault. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../../reference/server.ts';
import type {
  ConformanceResult,
  RequirementResult,
  Verdict,
} from '../../../schemas/records/result.ts';
import { permissions, startConformance } from '../../conformance-run.ts';
import type { Fault } from '../fault.ts';
import { startProxy } from '../proxy/proxy.ts';
import type { Records } from '../proxy/records.ts';
import { watchTree } from '../../process-tree.ts';
import { traces } from './traces.ts';

type Judged = Pick<RequirementResult, 'id' | 'verdict' | 'cases'>;

export interface Measured {
  readonly fault: Fault;
  /** Absent where it was killed. */
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
    const result = readResult(join(out, 'conformance.json'));
    return {
      fault,
      ...(hung ? {} : { code }),
      seconds: (endedAt - startedAt) / 1000,
      ...(struckAt === undefined ? {} : { secondsAfter: (endedAt - struckAt) / 1000 }),
      ...watched,
      output,
      ...(result ? { result } : {}),
      outcomes: selectedOf(result) ?? finished(join(out, 'outcomes.jsonl')),
      traces: traces(output, out, keysIn(reference.settings)),
      seen: proxy.records,
    };
  } finally {
    await proxy.close();
    await reference.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readResult(file: string): ConformanceResult | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  } catch {
    return undefined;
  }
}

const keysIn = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (/KEY/.test(name) ? [value] : []));

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
