import { expect, test } from '#test';
import { runMatrix } from './run.ts';

test('every requirement fails on its faults, and no variant is accused', async () => {
  const { faults, variants, remeasured, problems } = await runMatrix(() => true, 'detection');
  console.log(`matrix: ${faults.length} faults and ${variants.length} variants judged`);
  if (remeasured.length > 0) console.log(`measured again: ${remeasured.join(', ')}`);
  expect(problems).toEqual([]);
  expect(faults.length).toBeGreaterThan(200);
  expect(variants.length).toBeGreaterThan(30);
});
