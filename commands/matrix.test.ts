import { expect, test } from '@playwright/test';
import { runMatrix } from './matrix/run.ts';
import { allVariants, sampledFaults } from './matrix/subjects.ts';

/** Faults a requirement that the tests judge; `npm run matrix` judges them all. */
const perRequirement = 2;

test('every requirement fails on its faults, and no variant is accused', async () => {
  const chosen = new Set([
    ...sampledFaults(perRequirement).map(({ id }) => id),
    ...allVariants.map(({ id }) => id),
  ]);
  const { faults, variants, problems } = await runMatrix(id => chosen.has(id));
  console.log(`matrix: ${faults.length} faults and ${variants.length} variants judged`);
  expect(problems).toEqual([]);
  expect(faults.length).toBeGreaterThan(200);
  expect(variants.length).toBeGreaterThan(30);
});
