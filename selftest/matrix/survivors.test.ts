import { expect, test } from '#test';
import { groupSurvivors, idsIn, readSurvivors } from './survivors.ts';

test('a survivor keeps its committed reason, and a new survivor has none yet', () => {
  const committed = { 'free text': ['b', 'c'], 'no second source': ['a'] };
  expect(groupSurvivors(['d', 'b', 'a'], committed)).toEqual({
    'free text': ['b'],
    'no second source': ['a'],
    'not yet': ['d'],
  });
  expect(groupSurvivors(idsIn(readSurvivors()))).toEqual(readSurvivors());
});
