import { expect, test } from '#test';
import { ownK6 } from '../../load/k6/testing.ts';
import { probeAll } from './all.ts';
import { describe } from './render.ts';
import { verdictOf } from './verdict.ts';

test('no finding about third-party limiters with short windows is wrong', async () => {
  test.setTimeout(600_000);
  const k6 = await ownK6();
  const lanes = [{ windowSeconds: 2, limits: [5, 60], atOnce: 6 }];
  const { rows, missing } = await probeAll(k6, lanes);
  expect(rows).toHaveLength(missing === undefined ? 18 : 12);
  for (const row of rows) expect.soft(verdictOf(row).wrong, describe(row)).toEqual([]);
});
