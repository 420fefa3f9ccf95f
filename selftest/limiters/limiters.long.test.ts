import { expect, test } from '#test';
import { ownK6 } from '../../load/k6/testing.ts';
import { ofEach, describe, sideBySide } from './table.ts';
import { compareDrivers, byNode, probe, verdictOf, type Row } from './compare.ts';
import { plainKinds } from './deployments.ts';
import { faults, compareOn, honest, withFault } from './judged.ts';

test('k6 and Node find the same of third-party limiters, and nothing that is wrong', async () => {
  test.setTimeout(1_800_000);
  const k6 = await ownK6();
  const lanes = [{ windowSeconds: 2, limits: [5, 60], atOnce: 3 }];
  const { results, missing } = await ofEach(lanes, async (limiter, configured) => {
    const rows: Row[] = [];
    const comparison = await compareDrivers(async factor => {
      const windowSeconds = factor * configured.windowSeconds;
      const [one, other] = await Promise.all(
        [k6, byNode].map(driver => probe(driver, limiter, { ...configured, windowSeconds })),
      );
      rows.push(one!, other!);
      const [ofK6, ofNode] = [one!, other!].map(({ probed }) => [
        { name: 'wallet' as const, ...probed },
      ]);
      return { k6: ofK6!, node: ofNode! };
    });
    return { rows, ...comparison, title: `${limiter.name}, ${configured.limit}` };
  });
  expect(results).toHaveLength(missing === undefined ? 18 : 12);
  for (const { rows, title, listed, different } of results) {
    expect.soft(different, `${title}\n${listed.join('\n')}`).toEqual([]);
    for (const row of rows) expect.soft(verdictOf(row).wrong, describe(row)).toEqual([]);
  }
});

test('k6 and Node find the same of simulated deployments, honest and faulty', async () => {
  test.setTimeout(1_800_000);
  const k6 = await ownK6();
  const deployments = [
    ...Object.keys(plainKinds).map(kind => [kind, honest(kind)] as const),
    ...Object.keys(faults).map(fault => [fault, withFault(fault, 'by first request')] as const),
  ];
  const compared = await sideBySide(deployments, 4, async ([title, deployed]) => ({
    title,
    ...(await compareOn(k6, deployed, 2000)),
  }));
  for (const { title, listed, different } of compared)
    expect.soft(different, `${title}\n${listed.join('\n')}`).toEqual([]);
});
