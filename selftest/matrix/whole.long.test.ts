import { expect, test } from '#test';
import { judgeSubjects, problemsOf, subjectsOf } from './run.ts';

test('every check turns red as listed for each fault, and no variant is accused, with all settings or two keys', async () => {
  const shares = await judgeSubjects(subjectsOf('whole'), { depth: 'whole' });
  expect(shares).toHaveLength(subjectsOf('whole').length);
  expect(problemsOf(shares)).toEqual([]);
});
