import { existsSync } from 'node:fs';
import { expect, test } from '#test';
import { examples } from './examples.ts';
import { allJudgements, judgements } from './judgements.ts';
import { areaOf } from './statements.ts';

test('every judgement has examples that pass, that fail, and that show nothing', () => {
  const lacking = allJudgements.flatMap(([id]) => {
    const { passes = {}, fails = {}, inconclusive = {}, ignores = {} } = examples[id] ?? {};
    const counts = [passes, fails, { ...inconclusive, ...ignores }].map(
      each => Object.keys(each).length,
    );
    return counts.includes(0) ? [id] : [];
  });
  expect(lacking, 'examples.ts of the area has too few for').toEqual([]);
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(judgements).toSorted());
});

test('each area with judgements has a file that tests them', () => {
  const areas = [...new Set(allJudgements.map(([id]) => areaOf(id)))];
  const isThere = (area: string) =>
    existsSync(new URL(`${area}/judgements.test.ts`, import.meta.url));
  expect(areas.filter(area => !isThere(area))).toEqual([]);
});
