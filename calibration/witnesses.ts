/** Runs on deployments that keep the contract: the reference, and each of its variants. What all of them show can be demanded. */
import { inPool } from '../fixtures/engine/pool.ts';
import { createWire } from '../fixtures/client/wire/wire.ts';
import { startWorlds } from '../fixtures/reference/worlds.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { subjects } from './matrix/subjects.ts';
import {
  findRoutes,
  judgeContract,
  judgeLimits,
  loadChecks,
  type Subject,
} from './matrix/worlds.ts';

const plain: Subject = { id: 'plain', patches: [], limiters: true };

/** @returns the outcomes of each run; those of the reference as it is come first. */
export async function witnesses(onProgress: (done: number) => void): Promise<readonly Outcome[][]> {
  await loadChecks();
  const worlds = await startWorlds();
  const { send, close } = createWire();
  const routes = await findRoutes(worlds, send);
  const all = [plain, ...subjects.filter(({ breaks }) => breaks === undefined)];
  const runs = all.map((): Outcome[] => []);
  let done = 0;
  const keep = (subject: Subject, { outcomes }: { outcomes: readonly Outcome[] }) => {
    runs[all.indexOf(subject)]?.push(...outcomes);
    onProgress(++done);
  };
  await inPool(all, { width: 4 }, async each =>
    keep(each, await judgeContract(worlds, send, each, routes)),
  );
  // The probes measure times: they run when nothing else computes.
  const limited = all.filter(each => each.limiters);
  await inPool(limited, { width: 16, intervalMs: 300 }, async each =>
    keep(each, await judgeLimits(worlds, send, each)),
  );
  close();
  await worlds.close();
  return runs;
}
