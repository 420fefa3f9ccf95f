import { expect, test } from '#test';
import { ownK6 } from '../../../load/k6/testing.ts';
import { sideBySide } from '../all.ts';
import { plainKinds } from './build.ts';
import { faults } from './faults.ts';
import { compareOn, honest, withFault } from './served.ts';

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
