/** One contract run of the suite against a reference that it did not start, and what it cost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../fixtures/reference/server.ts';
import type { Patch } from '../../fixtures/reference/types.ts';
import type { ConformanceResult, Verdict } from '../../schemas/records/result.ts';
import { areaOf } from '../../schemas/requirements/index.ts';
import { permissions, startConformance } from '../conformance-run.ts';
import { watchTree } from '../process-tree.ts';

export interface RunCost {
  readonly result: ConformanceResult;
  /** Requirements of the contract, by verdict. */
  readonly requirements: Readonly<Record<Verdict, number>>;
  /** Cases that were judged in part of the requirements only. */
  readonly casesNotExercised: number;
  readonly seconds: number;
  /** Seconds of processor time that the deployment took of it. */
  readonly served: number;
  /** Megabytes that the processes of the suite had resident at once, at most. */
  readonly peak: number;
  /** As they reached the deployment. */
  readonly requests: number;
  readonly refused: number;
  /** Seconds in which nothing was sent, for a second or more at a time. */
  readonly waited: number;
}

const pauseMs = 1000;

/** @throws Error where the run left no result. */
export async function contractRun(
  patches: readonly Patch[],
  given: Readonly<Record<string, string>> = {},
): Promise<RunCost> {
  const served: { at: number; status: number }[] = [];
  const onRequest = ({ status }: { status: number }) =>
    void served.push({ at: Date.now(), status });
  const reference = await startReference({ patches: [...patches], onRequest });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const env = { ...reference.settings, ...permissions, GV_OUT: join(folder, 'out'), ...given };
    const startedAt = Date.now();
    const before = process.cpuUsage();
    const { child, ended } = startConformance(folder, env, ['--project=contract']);
    const tree = watchTree(child.pid!);
    const { output } = await ended;
    const seconds = (Date.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    const { peak } = tree.stop();
    const result = readResult(join(folder, 'out', 'conformance.json'), output);
    return {
      result,
      ...counted(result),
      seconds,
      served: (user + system) / 1e6,
      peak,
      requests: served.length,
      refused: served.filter(({ status }) => status === 429).length,
      waited: pauses(served.map(({ at }) => at)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await reference.close();
  }
}

function readResult(file: string, output: string): ConformanceResult {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  } catch {
    throw new Error(`the run left no result:\n${output.slice(-2000)}`);
  }
}

function counted({ requirements }: ConformanceResult) {
  const contract = requirements.filter(({ id }) => areaOf(id) !== 'limits');
  const of = (verdict: Verdict) => contract.filter(each => each.verdict === verdict);
  const partly = contract.filter(({ verdict }) => verdict !== 'not-exercised');
  return {
    requirements: {
      passed: of('passed').length,
      failed: of('failed').length,
      'not-applicable': of('not-applicable').length,
      'not-exercised': of('not-exercised').length,
      error: of('error').length,
    },
    casesNotExercised: partly
      .flatMap(({ cases }) => cases)
      .filter(({ verdict }) => verdict === 'not-exercised').length,
  };
}

/** Seconds. */
function pauses(times: readonly number[]): number {
  const gaps = times.slice(1).map((at, index) => at - times[index]!);
  return gaps.filter(gap => gap >= pauseMs).reduce((sum, gap) => sum + gap, 0) / 1000;
}

/** The setting that bounds the waits of a run. */
export const maxWait = (seconds: number): Record<string, string> => ({
  GV_MAX_WAIT: `${Math.max(0.001, seconds)}`,
});
