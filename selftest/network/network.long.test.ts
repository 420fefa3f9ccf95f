/** Judges each network fault as a test. `./gv network` judges the same faults for its table. */
import { expect, test as base } from '#test';
import { allFaults } from './faults.ts';
import type { Measured } from './measure.ts';
import { judgeFault, plainRun } from './run.ts';

const test = base.extend<{}, { plain: Measured }>({
  plain: [async ({}, use) => use(await plainRun()), { scope: 'worker', timeout: 600_000 }],
});

for (const fault of allFaults)
  test(`${fault.id}: ${fault.what}`, async ({ plain }) => {
    const { measured, problems } = await judgeFault(fault, plain);
    expect(problems, measured.output).toEqual([]);
  });
