import { expect, test } from '#test';
import { fixedWindow, replicas, type Limiter } from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated } from './testing/probe-simulated.ts';

/** Others use half of each window as soon as it opens. */
function halfUsed(limit: number, window: number): Limiter {
  const inner = fixedWindow(limit, window, false);
  return now => {
    const decision = inner(now);
    if (decision.remaining !== limit - 1) return decision;
    let used = decision;
    for (let others = 0; others < Math.floor(limit / 2); others++) used = inner(now);
    return { ...used, admitted: true };
  };
}

test('a Remaining that others make fall faster is not accused, whatever replicas make of it', async () => {
  for (const instances of [1, 2, 3])
    for (const limit of [4, 7, 10, 12, 20, 30, 60]) {
      let turn = 0;
      const limiter = replicas(
        Array.from({ length: instances }, () => halfUsed(limit, 10_000)),
        () => turn++,
      );
      const { claims } = await probeSimulated({ limiter });
      const claim = claims.find(({ claim: id }) => id === 'remaining-falls');
      expect(claim?.verdict, `limit ${limit}, ${instances} replicas`).not.toBe('failed');
    }
});
