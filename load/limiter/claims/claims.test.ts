import { expect, test } from '#test';
import {
  fixedWindow,
  type Limiter,
  replicas,
} from '../../../fixtures/testing/simulated-limiters.ts';
import { headerLies, rejectionLies } from '../testing/lies.ts';
import { probeSimulated } from '../testing/simulated.ts';

for (const [title, claim, lie, only] of [...headerLies, ...rejectionLies])
  test(`caught: ${title}`, async () => {
    for (const window of [2000, 5000]) {
      const settings = title.includes('milliseconds') ? { maxWaitMs: 6000 } : {};
      const limiter = fixedWindow(20, window, false);
      const findings = await probeSimulated({ limiter, lie, settings, ...only });
      const failed = findings.claims.filter(({ verdict }) => verdict === 'failed');
      expect(
        failed.map(({ claim: id }) => id),
        JSON.stringify({ window, stopped: findings.stopped, algorithm: findings.algorithm }),
      ).toContain(claim);
      for (const { expected, actual, evidence } of failed) {
        expect(expected && actual).toBeTruthy();
        expect(evidence.length).toBeGreaterThan(0);
        expect(Math.min(...evidence)).toBeGreaterThanOrEqual(0);
      }
    }
  });

test('a limiter shared with another one is caught, and an open one passes', async () => {
  const settings = { others: ['wallet', 'webhooks'] };
  const claim = async (sendOther: (ownRefuses: boolean) => number) => {
    const findings = await probeSimulated({
      limiter: fixedWindow(20, 2000, true),
      settings,
      sendOther,
    });
    return findings.claims.find(({ claim: id }) => id === 'separate');
  };
  expect(await claim(rejects => (rejects ? 429 : 200))).toMatchObject({ verdict: 'failed' });
  expect(await claim(() => 404)).toMatchObject({ verdict: 'passed' });
  expect(await claim(() => 429)).toMatchObject({ verdict: 'not-exercised' });
});

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
