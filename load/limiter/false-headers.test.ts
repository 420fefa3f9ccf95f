import { test, expect } from '#test';
import { fixedWindow } from '../../fixtures/testing/simulated-limiters.ts';
import { headerLies } from './testing/header-lies.ts';
import { rejectionLies } from './testing/rejection-lies.ts';
import { probeSimulated } from './testing/probe-simulated.ts';

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
