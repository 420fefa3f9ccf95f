import { expect } from '#test';
import { contract } from '../../../contract/contract.ts';
import { planWithout } from '../../../contract/setup/plan-run.ts';
import { test, withVariable } from '../../../fixtures/testing/spawned.ts';
import { loadTarget } from '../../config/load-target.ts';
import type { Run } from '../../config/run.ts';
import { startRun } from './worker-run.ts';

test('the checks are loaded while the plan reads', async ({ cwd: out }) => {
  const reference = { GV_BASE_URL: 'http://localhost:9', GV_API_KEY: 'key', GV_OUT: out };
  const run: Run = { secret: 'secret', nonce: 'nonce', startedAt: Date.now(), out, reference };
  let isPlanning = false;
  let stopReading = () => {};
  const reads = new Promise<void>(resolve => (stopReading = resolve));
  await withVariable('GV_RUN', JSON.stringify(run), async () => {
    const started = startRun(run, {
      // oxlint-disable-next-line require-await -- nothing is loaded
      load: async () => {
        expect(isPlanning).toBe(true);
        stopReading();
        return { contract, checks: [] };
      },
      planRun: async ids => {
        isPlanning = true;
        await reads;
        return { plan: planWithout({ ids }, loadTarget()), totals: '' };
      },
      probeLimiters: () => Promise.resolve([]),
    });
    expect(await started.run([])).toEqual([]);
    await started.end();
  });
});
