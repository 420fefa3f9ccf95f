import type { Measured } from '../../schemas/records/limiter.ts';
import fc from 'fast-check';
import { test, expect } from '#test';
import {
  doubling,
  replicas,
  shared,
  slidingCounter,
} from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated } from './testing/simulated.ts';

const limit = fc.integer({ min: 1, max: 120 });
/** In one second, waits of whole seconds do not distinguish a trickle of tokens from a window that weighs the last one. */
const window = fc.constantFrom(2000, 5000, 10_000, 60_000);
const begin = fc.integer({ min: 0, max: 60_000 }).map(ms => 1_699_999_900_000 + ms);
const latency = fc.integer({ min: 1, max: 40 });

function holds(measured: Measured, truth: number): boolean {
  return (
    'inconclusive' in measured || (0.99 * measured.low <= truth && truth <= 1.01 * measured.high)
  );
}

test('a sliding-window counter gets its true numbers or none, and no accusation', async () => {
  await fc.assert(
    fc.asyncProperty(limit, window, begin, latency, async (n, ms, from, delay) => {
      const limiter = slidingCounter(n, ms, from);
      const findings = await probeSimulated({ limiter, latency: () => delay });
      const { algorithm, limit: found, windowSeconds, claims } = findings;
      expect(claims.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
      expect(['sliding-window', 'inconclusive']).toContain(algorithm.name);
      expect(holds(found, n), JSON.stringify(found)).toBe(true);
      expect(holds(windowSeconds, ms / 1000), JSON.stringify(windowSeconds)).toBe(true);
    }),
    { numRuns: 300, seed: 8 },
  );
});

for (const [n, ms] of [
  [20, 2000],
  [60, 10_000],
  [600, 60_000],
] as const)
  test(`a sliding-window counter, ${n} in ${ms / 1000} s, is recognised`, async () => {
    const limiter = slidingCounter(n, ms, 1_700_000_000_123 - ms / 3);
    const settings = { maxRequests: 5000, maxWaitMs: 2 * ms };
    const findings = await probeSimulated({ limiter, settings });
    expect(findings).toMatchObject({ algorithm: { name: 'sliding-window' }, limit: { value: n } });
    expect(findings.windowSeconds).toHaveProperty('value');
    expect(holds(findings.windowSeconds, ms / 1000)).toBe(true);
  });

test('a shared or replicated sliding-window counter is not accused', async () => {
  await fc.assert(
    fc.asyncProperty(limit, window, begin, fc.boolean(), async (n, ms, from, alone) => {
      function* times() {
        for (let at = from; ; at += ms / 7) yield at;
      }
      let turn = 0;
      const each = () => slidingCounter(n, ms, from);
      const limiter = alone ? replicas([each(), each()], () => turn++) : shared(each(), times());
      const { claims } = await probeSimulated({ limiter });
      expect(claims.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    }),
    { numRuns: 200, seed: 8 },
  );
});

test('a wait that rejections have doubled is noticed, and not accused', async () => {
  for (const n of [5, 60, 120])
    for (const ms of [2000, 10_000]) {
      const {
        claims,
        observations,
        limit: found,
      } = await probeSimulated({ limiter: doubling(n, ms) });
      expect(claims.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
      expect(found).toMatchObject({ value: n });
      expect(observations).toContainEqual(
        expect.objectContaining({ id: 'retry-after-longer-than-needed', marked: true }),
      );
    }
});
