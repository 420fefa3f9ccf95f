import { expect, test } from '#test';
import { judgeSeed } from './judge.ts';
import { totals } from './render.ts';

test('of simulated deployments nobody is accused, and what is stated with high confidence holds the configuration', async () => {
  const judged = [];
  for (let seed = 2000; seed < 2060; seed++) judged.push(await judgeSeed(seed));
  for (const { family, seed, text, accused, missed } of judged)
    expect({ accused, missed }, `${family}, seed ${seed}: ${text}`).toEqual({
      accused: [],
      missed: [],
    });
  expect(totals(judged).stated).toBeGreaterThan(30);
});
