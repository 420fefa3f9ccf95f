import { expect, test } from '#test';
import { ownK6 } from '../../load/k6/testing.ts';
import { compareOn, honest, withFault } from './judged.ts';

for (const [title, deployed] of [
  ['an honest limiter', honest('by first request')],
  ['one that states a limit too high', withFault('limit one too high', 'by first request')],
] as const)
  test(`k6 and Node find the same: ${title}`, async () => {
    const k6 = await ownK6({ build: false });
    const { listed, different } = await compareOn(k6, deployed, 1000, ['wallet']);
    expect(different, listed.join('\n')).toEqual([]);
  });
