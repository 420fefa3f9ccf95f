/** Faults as tests: what `./gv network` puts into its table. */
import { expect, test as base } from '#test';
import { families } from './faults/index.ts';
import { measure, type Plain, problemsOf } from './measure.ts';
import { plainRun } from './run.ts';

const test = base.extend<{}, { plain: Plain }>({
  plain: [async ({}, use) => use(await plainRun()), { scope: 'worker', timeout: 600_000 }],
});

for (const fault of Object.values(families).flat())
  test(`${fault.id}: ${fault.what}`, async ({ plain }) => {
    const measured = await measure(fault, plain.scale);
    expect(problemsOf(measured, plain), measured.output).toEqual([]);
  });
