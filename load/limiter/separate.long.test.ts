import { expect, test } from '#test';
import fc from 'fast-check';
import {
  fixedWindow,
  type Limiter,
  replicas,
  shared,
  slidingLog,
  tokenBucket,
} from '../../fixtures/testing/simulated-limiters.ts';
import { probeAllSimulated } from './testing/simulated.ts';

const kinds = [
  (limit: number, window: number) => fixedWindow(limit, window, true),
  (limit: number, window: number) => fixedWindow(limit, window, false),
  slidingLog,
  tokenBucket,
];

/** A limiter that others use, at most up to a third of it. */
const limiter = fc
  .record({
    make: fc.constantFrom(...kinds),
    limit: fc.integer({ min: 2, max: 30 }),
    window: fc.constantFrom(1000, 2000, 10_000, 60_000),
    instances: fc.constantFrom(1, 1, 2, 3),
    share: fc.constantFrom(0, 0.1, 0.2, 0.33),
  })
  .map(({ make, limit, window, instances, share }) => {
    let turn = 0;
    const inner = replicas(
      Array.from({ length: instances }, () => make(limit, window)),
      () => turn++,
    );
    function* times() {
      let at = 1_700_000_000_000 - window;
      for (;;) yield (at += window / (limit * share));
    }
    const limits: Limiter = share === 0 ? inner : shared(inner, times());
    const kind = ['aligned', 'fixed', 'sliding', 'bucket'][kinds.indexOf(make)];
    return { limits, text: JSON.stringify({ kind, limit, window, instances, share }) };
  });

test('limiters that differ, have replicas and other clients are not accused of being one', async () => {
  const limiters = fc.record({ catalog: limiter, webhooks: limiter, wallet: limiter });
  await fc.assert(
    fc.asyncProperty(limiters, fc.boolean(), async (all, rateLimitHeaders) => {
      const [catalog, webhooks, wallet] = [all.catalog, all.webhooks, all.wallet].map(
        ({ limits }) => limits,
      );
      const limiters = { catalog: catalog!, webhooks: webhooks!, wallet: wallet! };
      const probes = await probeAllSimulated({ limiters, rateLimitHeaders });
      const failed = probes.flatMap(probe =>
        'skipped' in probe
          ? []
          : probe.findings.claims
              .filter(({ claim, verdict }) => claim === 'separate' && verdict === 'failed')
              .map(({ claim, actual }) => `${probe.name} ${claim}: ${actual}`),
      );
      const world = Object.values(all).map(({ text }) => text);
      expect(failed, world.join(' ')).toEqual([]);
    }),
    { numRuns: 400, seed: 8 },
  );
});
