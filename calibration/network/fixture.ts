/** Faults as tests: what `./gv network` puts into its table. */
import { expect, test as base } from '#test';
import { families } from './faults/index.ts';
import { problemsOf, type Plain } from './run/judge.ts';
import { measure } from './run/measure.ts';
import { plainRun } from './run/run.ts';

export const test = base.extend<{}, { plainGrep: string | undefined; plain: Plain }>({
  plainGrep: [undefined, { scope: 'worker', option: true }],
  plain: [
    async ({ plainGrep }, use) => use(await plainRun(plainGrep)),
    { scope: 'worker', timeout: 600_000 },
  ],
});

const all = Object.values(families).flat();

/** @param ids all by default. */
export function testFaults(ids: readonly string[] = all.map(({ id }) => id)): void {
  for (const id of ids) {
    const fault = all.find(each => each.id === id);
    if (!fault) throw new Error(`There is no fault ${id}.`);
    test(`${id}: ${fault.what}`, async ({ plain }) => {
      const measured = await measure(fault, plain.scale);
      expect(problemsOf(measured, plain), measured.output).toEqual([]);
    });
  }
}
