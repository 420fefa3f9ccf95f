import { test, expect } from '#test';
import type { Limiter } from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated } from './testing/probe-simulated.ts';

/** Windows whose counter looks, is away for `lag` ms, and counts only then: adding one, or writing what it saw and one. */
function racy(limit: number, window: number, lag: number, overwrites: boolean): Limiter {
  let end = -Infinity;
  let count = 0;
  let pending: { at: number; value: number }[] = [];
  return now => {
    for (const { value } of pending.filter(({ at }) => at <= now))
      count = overwrites ? value : count + 1;
    pending = pending.filter(({ at }) => at > now);
    if (now >= end) [end, count, pending] = [now + window, 0, []];
    const admitted = count < limit;
    if (admitted) pending.push({ at: now + lag, value: count + 1 });
    const remaining = Math.max(0, limit - count - 1);
    return { admitted, limit, remaining, retryAt: end, resetAt: end };
  };
}

for (const overwrites of [false, true])
  for (const limit of [8, 20, 75])
    test(`caught: ${limit} requests are counted late, ${overwrites ? 'some not at all' : 'all of them'}`, async () => {
      const limiter = racy(limit, 5000, 1.5, overwrites);
      const { claims } = await probeSimulated({ limiter, settings: { maxRequests: 3000 } });
      const claim = claims.find(({ claim: id }) => id === 'burst');
      expect(claim, JSON.stringify(claim)).toMatchObject({ verdict: 'failed' });
      expect(claim?.evidence.length).toBeGreaterThan(9);
    });
