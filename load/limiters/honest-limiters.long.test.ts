import type { Findings } from '../../schemas/records/limiter.ts';
import fc from 'fast-check';
import { test, expect } from '#test';
import {
  fixedWindow,
  shared,
  slidingCounter,
  slidingLog,
  tokenBucket,
  type Limiter,
} from '../../fixtures/testing/simulated-limiters.ts';
import { probeSimulated } from './testing/simulated.ts';

const kinds = {
  'fixed-window': (limit: number, window: number) => fixedWindow(limit, window, true),
  'fixed-window by first request': (limit: number, window: number) =>
    fixedWindow(limit, window, false),
  'sliding-window': slidingLog,
  'token-bucket': tokenBucket,
} satisfies Record<string, (limit: number, window: number) => Limiter>;

type Kind = keyof typeof kinds;
const kind = fc.constantFrom(...(Object.keys(kinds) as Kind[]));
const algorithm = (name: Kind) => name.replace(' by first request', '');

const network = fc.record({
  skew: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  latency: fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 })),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  rateLimitHeaders: fc.boolean(),
  startAt: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_100_000 }),
});

/** Returns a seeded random number generator for [0, 1), so that a simulated network is reproducible. */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function world(of: { latency: [number, number]; seed: number }) {
  const random = lehmer(of.seed);
  return { ...of, latency: () => of.latency[0] + random() * of.latency[1] };
}

/** Returns the claims that failed, except the claims of statements with a doubt, which only warn. */
function accusations(findings: Findings): string[] {
  return findings.claims
    .filter(
      ({ claim, verdict }) => verdict === 'failed' && !['retry-after-end', 'burst'].includes(claim),
    )
    .map(claim => `${claim.claim}: ${claim.actual}`);
}

function holds(measured: Findings['limit'], truth: number): boolean {
  return 'inconclusive' in measured || (measured.low <= truth && truth <= measured.high);
}

const limit = fc.integer({ min: 1, max: 120 });
const window = fc.constantFrom(500, 1000, 2000, 5000, 10_000, 45_500, 60_000);

test('an unshared limiter is measured correctly or not at all, and is not accused', async () => {
  await fc.assert(
    fc.asyncProperty(kind, limit, window, network, async (name, n, ms, net) => {
      const findings = await probeSimulated({ ...world(net), limiter: kinds[name](n, ms) });
      expect(accusations(findings)).toEqual([]);
      expect([algorithm(name), 'inconclusive']).toContain(findings.algorithm.name);
      expect(holds(findings.limit, n), JSON.stringify(findings.limit)).toBe(true);
      expect(holds(findings.windowSeconds, ms / 1000), JSON.stringify(findings)).toBe(true);
    }),
    { numRuns: 400, seed: 8 },
  );
});

for (const name of Object.keys(kinds) as Kind[])
  for (const [n, ms] of [
    [20, 1000],
    [30, 10_000],
    [100, 60_000],
  ] as const)
    test(`${name}, ${n} in ${ms / 1000} s is recognised`, async () => {
      const findings = await probeSimulated({ limiter: kinds[name](n, ms) });
      expect(findings).toMatchObject({ algorithm: { name: algorithm(name) } });
      expect(holds(findings.limit, n)).toBe(true);
      expect(findings.limit).toHaveProperty('value');
      const seconds = findings.windowSeconds;
      expect(seconds).toHaveProperty('value');
      expect(holds(seconds, ms / 1000), JSON.stringify(seconds)).toBe(true);
      expect(findings.requests).toBeLessThan(4 * n + 120);
      expect(accusations(findings)).toEqual([]);
    });

test('a sliding counter is not measured and not accused', async () => {
  for (const [n, ms] of [
    [20, 2000],
    [60, 10_000],
    [600, 60_000],
  ] as const) {
    const limiter = slidingCounter(n, ms, 1_700_000_000_123 - ms / 3);
    const settings = { maxRequests: 5000, maxWaitMs: 2 * ms };
    const findings = await probeSimulated({ limiter, settings });
    expect(findings).toMatchObject({ algorithm: { name: 'inconclusive' }, limit: { value: n } });
    expect(accusations(findings)).toEqual([]);
  }
});

test('a limiter is not accused if other clients use half of it at random', async () => {
  const gap = fc.integer({ min: 40, max: 8000 });
  await fc.assert(
    fc.asyncProperty(kind, limit, window, network, gap, async (name, n, ms, net, every) => {
      fc.pre(2 * ms <= every * n);
      const random = lehmer(net.seed);
      function* times() {
        let at = net.startAt + net.skew - 2 * ms;
        for (;;) yield (at += random() * 2 * every);
      }
      const limiter = shared(kinds[name](n, ms), times());
      const findings = await probeSimulated({ ...world(net), limiter });
      expect(accusations(findings)).toEqual([]);
      if (!('inconclusive' in findings.limit))
        expect(findings.limit.low).toBeLessThanOrEqual(1.1 * n + 1);
    }),
    { numRuns: 400, seed: 8 },
  );
});
