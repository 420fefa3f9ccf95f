/** The checks of this version on what a run was given: what `replay`, `certify` and `verify` compare with its result. */
import { collectFrom } from '../../fixtures/run/hosts/in-process.ts';
import { replayRun } from '../../fixtures/run/hosts/replay.ts';
import { judgedAgain } from '../../load/limiter/probe/loop.ts';
import { differences } from '../../reports/replay/differences.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';

/**
 * @returns one sentence for each difference; none where every verdict follows from what was recorded.
 * @throws NotReplayable where the result does not record what its run was given.
 */
export async function judgeAgain(result: ConformanceResult): Promise<readonly string[]> {
  const checks = await collectFrom(new URL('../../contract/', import.meta.url));
  const replayed = await replayRun(result, checks, judgedAgain(result));
  return [...replayed.problems, ...differences(result, replayed)];
}
