/** Runs on deployments that keep the contract: the reference, and each of its variants. What all of them show can be demanded. */
import { inPool } from '../fixtures/run/stages.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { judgeContract, judgeLimits, startHost, type Subject } from './matrix/host.ts';
import { deployments } from './matrix/subjects.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';

const plain: Subject = { id: 'plain', patches: [], limiters: true };

/** @returns the outcomes of each run; those of the reference as it is come first. */
export async function witnesses(onProgress: (done: number) => void): Promise<readonly Outcome[][]> {
  const host = await startHost(startVirtualTime());
  let done = 0;
  const runs = await inPool([plain, ...deployments], { width: 8 }, async each => {
    const contract = await judgeContract(host, each);
    const limits = each.limiters ? await judgeLimits(host, each) : { outcomes: [] };
    onProgress(++done);
    return [...contract.outcomes, ...limits.outcomes];
  });
  await host.close();
  return runs;
}
