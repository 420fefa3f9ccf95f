/** Faults of §8 in a deployment of three limiters: what the numbers of its responses state is not what it does. */
import type { Decision, Limiter } from '../../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId } from '../../../schemas/records/limiter.ts';
import { limiterNames, type LimiterName } from '../../../schemas/routes.ts';
import { plainKinds } from './build.ts';
import type { Random } from './random.ts';
import type { Layer } from './target.ts';

interface Fault {
  readonly claim: ClaimId;
  readonly layers: (random: Random, make: (name: LimiterName) => Limiter) => readonly Layer[];
}

const layer = (of: LimiterName, limiter: Limiter, states?: Layer['states']): Layer => ({
  limiter,
  of,
  body: JSON.stringify({ error: `Too many ${of} requests` }),
  ...(states ? { states } : {}),
});

/** The same on these limiters. */
const stating =
  (names: readonly LimiterName[], states: (decision: Decision, now: number) => Decision) =>
  (_: Random, make: (name: LimiterName) => Limiter): readonly Layer[] =>
    limiterNames.map(name => layer(name, make(name), names.includes(name) ? states : undefined));

const sharing =
  (one: LimiterName, other: LimiterName): Fault['layers'] =>
  (_, make) => {
    const shared = make(one);
    return limiterNames.map(name =>
      layer(name, name === one || name === other ? shared : make(name)),
    );
  };

const earlier = (ms: number) => (decision: Decision) => ({
  ...decision,
  retryAt: decision.retryAt - ms,
});

export const faults: Readonly<Record<string, Fault>> = {
  'limit one too high': {
    claim: 'limit-admitted',
    layers: stating(limiterNames, d => ({ ...d, limit: d.limit + 1 })),
  },
  'limit one too low': {
    claim: 'limit-admitted',
    layers: stating(limiterNames, d => ({ ...d, limit: d.limit - 1 })),
  },
  'limit one too high, on the catalog': {
    claim: 'limit-admitted',
    layers: stating(['catalog'], d => ({ ...d, limit: d.limit + 1 })),
  },
  'limit one too low, on the wallet': {
    claim: 'limit-admitted',
    layers: stating(['wallet'], d => ({ ...d, limit: d.limit - 1 })),
  },
  'retry-after a second short': {
    claim: 'retry-after-kept',
    layers: stating(limiterNames, earlier(1000)),
  },
  'retry-after a second short, on the webhooks': {
    claim: 'retry-after-kept',
    layers: stating(['webhooks'], earlier(1000)),
  },
  'catalog and wallet share': { claim: 'separate', layers: sharing('catalog', 'wallet') },
  'webhooks and wallet share': { claim: 'separate', layers: sharing('webhooks', 'wallet') },
};

/** A deployment of one kind with a fault. */
export function faulty(fault: string, kind: string, random: Random): readonly Layer[] {
  return faults[fault]!.layers(random, () =>
    plainKinds[kind]!(random.between(6, 100), random.pick([2000, 5000, 10_000, 60_000])),
  );
}
