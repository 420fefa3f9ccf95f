import { expect, test } from '#test';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { shownExchanges } from './model.ts';
import { manyExchanges, sampleResult } from './testing/sample.ts';

const shownOf = (result: ReturnType<typeof sampleResult>) =>
  shownExchanges(result, exchangesOf(result));

test('all exchanges of a small run are shown', () => {
  const result = sampleResult();
  expect(shownOf(result).size).toBe(Object.keys(result.exchanges).length);
});

test('of many, all that show a failure, and a part of the others', () => {
  const result = manyExchanges(10_000);
  const shown = shownOf(result);
  expect(shown.size).toBeLessThan(1000);
  for (const { cases } of result.requirements)
    for (const { verdict, evidence } of cases)
      if (verdict === 'failed') expect([...shown]).toEqual(expect.arrayContaining([...evidence]));
});
