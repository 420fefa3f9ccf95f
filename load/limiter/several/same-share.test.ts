import { expect, test } from '#test';
import { fixedWindow, type Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type { LimiterName } from '../../../schemas/routes.ts';
import { probeAllSimulated } from './testing.ts';

const limit = 20;

/** Others are rejected with us, wait for the next window, and take the same share of it as soon as it opens. */
function sharedAtOpening(share: number): Limiter {
  const inner = fixedWindow(limit, 10_000, false);
  // Before we came, somebody else had used a window up.
  let rejected = true;
  return now => {
    const decision = inner(now);
    if (!decision.admitted) rejected = true;
    if (decision.remaining !== limit - 1 || !rejected) return decision;
    rejected = false;
    let used = decision;
    for (let others = 0; others < share; others++) used = inner(now);
    return used;
  };
}

/** States another limit than it keeps. */
const stating =
  (stated: number): (() => Limiter) =>
  () => {
    const inner = fixedWindow(limit, 10_000, false);
    return now => ({ ...inner(now), limit: stated });
  };

async function accused(limiters: Readonly<Record<LimiterName, Limiter>>): Promise<string[]> {
  const probes = await probeAllSimulated({ limiters });
  return probes.flatMap(probe =>
    'findings' in probe &&
    probe.findings.claims.some(
      ({ claim, verdict }) => claim === 'limit-admitted' && verdict === 'failed',
    )
      ? [probe.name]
      : [],
  );
}

test('clients that take the same share of each window as it opens are no limit that is too high', async () => {
  for (const share of [1, 3, 10]) {
    const webhooks = fixedWindow(limit, 10_000, false);
    const limiters = { catalog: sharedAtOpening(share), webhooks, wallet: sharedAtOpening(share) };
    expect(await accused(limiters), `${share} of ${limit}`).toEqual([]);
  }
});

test('a limit that is too high is caught on all limiters, on that of the webhooks, and far beyond what others could take', async () => {
  const [honest, higher, absurd] = [stating(limit), stating(limit + 1), stating(100 * limit)];
  expect(await accused({ catalog: higher(), webhooks: higher(), wallet: higher() })).toEqual([
    'catalog',
    'webhooks',
    'wallet',
  ]);
  expect(await accused({ catalog: honest(), webhooks: higher(), wallet: honest() })).toEqual([
    'webhooks',
  ]);
  expect(await accused({ catalog: higher(), webhooks: honest(), wallet: honest() })).toEqual([
    'catalog',
  ]);
  expect(await accused({ catalog: absurd(), webhooks: honest(), wallet: honest() })).toEqual([
    'catalog',
  ]);
});

test('a limit that is too low is caught on any limiter', async () => {
  const [honest, lower] = [stating(limit), stating(limit - 1)];
  expect(await accused({ catalog: lower(), webhooks: honest(), wallet: honest() })).toEqual([
    'catalog',
  ]);
});
