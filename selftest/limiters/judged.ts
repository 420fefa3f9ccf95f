/** Probes simulated deployments, honest and faulty ones: who is accused, and which intervals hold the configuration. */
import type { Limiter } from '../../fixtures/testing/simulated-limiters.ts';
import type { ClaimId, Measured, Probed } from '../../schemas/records/limiter.ts';
import { limiterNames, type LimiterName } from '../../schemas/routes.ts';
import { plainKinds } from './deployments.ts';
import { families } from './families.ts';
import { type Random, type Layer, randomOf, respondThrough, serveLayers } from './simulated.ts';
import { probeTarget, routeIn } from '../../load/limiter/testing/simulated.ts';
import { compareDrivers, type Comparison, probeAt } from './compare.ts';

interface Fault {
  readonly claim: ClaimId;
  readonly layers: (make: (name: LimiterName) => Limiter) => readonly Layer[];
}

const layer = (of: LimiterName, limiter: Limiter, states?: Layer['states']): Layer => ({
  limiter,
  of,
  body: JSON.stringify({ error: `Too many ${of} requests` }),
  ...(states ? { states } : {}),
});

/** The same on these limiters. */
const stating = (
  claim: ClaimId,
  names: readonly LimiterName[],
  states: NonNullable<Layer['states']>,
): Fault => ({
  claim,
  layers: make =>
    limiterNames.map(name => layer(name, make(name), names.includes(name) ? states : undefined)),
});

const limitOff = (by: number, names: readonly LimiterName[] = limiterNames): Fault =>
  stating('limit-admitted', names, each => ({ ...each, limit: each.limit + by }));

const aSecondShort = (names: readonly LimiterName[] = limiterNames): Fault =>
  stating('retry-after-kept', names, each => ({ ...each, retryAt: each.retryAt - 1000 }));

const sharing = (one: LimiterName, other: LimiterName): Fault => ({
  claim: 'separate',
  layers: make => {
    const shared = make(one);
    return limiterNames.map(name =>
      layer(name, name === one || name === other ? shared : make(name)),
    );
  },
});

export const faults: Readonly<Record<string, Fault>> = {
  'limit one too high': limitOff(1),
  'limit one too low': limitOff(-1),
  'limit one too high, on the catalog': limitOff(1, ['catalog']),
  'limit one too low, on the wallet': limitOff(-1, ['wallet']),
  'retry-after a second short': aSecondShort(),
  'retry-after a second short, on the webhooks': aSecondShort(['webhooks']),
  'catalog and wallet share': sharing('catalog', 'wallet'),
  'webhooks and wallet share': sharing('webhooks', 'wallet'),
};

/** A deployment of one kind with a fault. */
export function faulty(fault: string, kind: string, random: Random): readonly Layer[] {
  return faults[fault]!.layers(() =>
    plainKinds[kind]!(random.between(6, 100), random.pick([2000, 5000, 10_000, 60_000])),
  );
}

export interface Judged {
  readonly family: string;
  readonly seed: number;
  /** Its numbers. */
  readonly text: string;
  /** Claims that failed: `wallet separate: ...`. */
  readonly accused: readonly string[];
  /** Stated with high confidence: how many limits and windows, and those whose interval excludes the configured one. */
  readonly stated: number;
  readonly missed: readonly string[];
  /** The same of all intervals. */
  readonly statedAtAll: number;
  readonly missedAtAll: readonly string[];
  readonly requests: number;
}

const names = Object.keys(families);

/** Builds and probes the deployment of a seed. */
export async function judgeSeed(
  seed: number,
  family = names[seed % names.length]!,
): Promise<Judged> {
  const random = randomOf(seed);
  const { layers, truths, text, takes = 1 } = families[family]!(random);
  const [least, more] = [random.between(takes, 80), random.between(0, 20)];
  const network = randomOf(seed + 1_000_000);
  const probes = await probeTarget(
    (request, now) => respondThrough(layers, routeIn(request), now),
    () => least + more * network.next(),
  );
  const probed = probes.filter((probe): probe is typeof probe & Probed => 'findings' in probe);
  const accused = probed.flatMap(({ name, findings }) =>
    findings.claims
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ claim, actual }) => `${name} ${claim}: ${actual}`),
  );
  const intervals = probed.flatMap(({ name, findings }) => {
    const high = findings.algorithm.confidence === 'high';
    const { limit, windowSeconds, algorithm } = findings;
    const of = truths[name] ?? [];
    const row = (
      what: string,
      measured: Measured,
      holds: (low: number, high: number) => boolean,
    ) =>
      'inconclusive' in measured
        ? []
        : {
            high,
            text: `${name} ${what}: ${measured.value} (${measured.low} to ${measured.high}), ${algorithm.name} ${algorithm.confidence}`,
            holds: of.length === 0 || holds(measured.low, measured.high),
          };
    return [
      row('limit', limit, (low, most) => of.some(t => t.limit[1] >= low && t.limit[0] <= most)),
      row('window', windowSeconds, (low, most) =>
        of.some(({ windowSeconds: truth }) => truth >= low && truth <= most),
      ),
    ].flat();
  });
  const missed = intervals.filter(({ holds }) => !holds);
  return {
    family,
    seed,
    text: `${text}; ${least} to ${least + more} ms`,
    accused,
    stated: intervals.filter(({ high }) => high).length,
    missed: missed.filter(({ high }) => high).map(each => each.text),
    statedAtAll: intervals.length,
    missedAtAll: missed.map(each => each.text),
    requests: Math.max(0, ...probed.map(({ findings }) => findings.requests)),
  };
}

/** The least part of the intervals stated with high confidence that hold what is configured. */
const leastHeld = 0.99;

/** Adds up what was found of all deployments, in the order of the columns. */
export function totals(judged: readonly Judged[]) {
  const sum = (of: (each: Judged) => number) => judged.reduce((n, each) => n + of(each), 0);
  return {
    deployments: judged.length,
    accused: judged.filter(({ accused }) => accused.length > 0).length,
    stated: sum(each => each.stated),
    missed: sum(each => each.missed.length),
    statedAtAll: sum(each => each.statedAtAll),
    missedAtAll: sum(each => each.missedAtAll.length),
    mostRequests: Math.max(0, ...judged.map(({ requests }) => requests)),
  };
}

/** True if nobody is accused, and the intervals hold. */
export function isRight(judged: readonly Judged[]): boolean {
  const { accused, stated, missed } = totals(judged);
  return accused === 0 && stated > 0 && stated - missed >= leastHeld * stated;
}

const head = `## Simulated deployments

Random honest deployments on a virtual clock, each with three limiters of §8.1 and what stands beside them, probed by the code
that probes any deployment. Seeds are 1 to the number of deployments; the round trip is 1 to 80 ms, up to 20 ms more at random.
An interval is stated with high confidence if the algorithm is. It holds if the configured number lies in it; with nodes
that count alone any number from the limit of one to that of all, with several limiters in a row that of one of them.
`;

const columns = [
  'family',
  'deployments',
  'accused',
  'intervals, high confidence',
  'without the configured number',
  'all intervals',
  'without the configured number',
  'most requests of a probe',
];

/** Returns a line for each accusation, and for each interval without the configured number. */
export const wrongIn = (judged: readonly Judged[]): readonly string[] =>
  judged.flatMap(({ family, seed, text, accused, missed }) =>
    [...accused, ...missed].map(what => `${family}, seed ${seed} (${text}): ${what}`),
  );

export function renderSimulated(judged: readonly Judged[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const row = (name: string, of: readonly Judged[]) => line([name, ...Object.values(totals(of))]);
  const names = [...new Set(judged.map(({ family }) => family))].toSorted();
  const wrong = wrongIn(judged).map(each => `- ${each}`);
  return [
    head,
    line(columns),
    line(columns.map(() => '---')),
    ...names.map(name =>
      row(
        name,
        judged.filter(({ family }) => family === name),
      ),
    ),
    row('all', judged),
    ...(wrong.length === 0 ? [] : ['', ...wrong]),
  ].join('\n');
}

/** Makes the layers of a deployment whose windows have this length, ms. */
export type Deployed = (window: number) => readonly Layer[];

const limits = { catalog: 12, webhooks: 7, wallet: 20 } as const;

/** Three separate limiters of one kind. */
export const honest =
  (kind: string): Deployed =>
  window =>
    limiterNames.map(name => layer(name, plainKinds[kind]!(limits[name], window)));

/** The same with a fault of §8. */
export const withFault =
  (fault: string, kind: string): Deployed =>
  window =>
    faults[fault]!.layers(name => plainKinds[kind]!(limits[name], window));

const settings = {
  GV_WEBHOOK_UNKNOWN: 'unknown',
  GV_ALLOW: 'write,exhaust',
  GV_PROBE_MAX_REQUESTS: '500',
};

/**
 * Compares the drivers on a deployment.
 *
 * @param probed the limiters to probe, as GV_PROBE names them.
 */
export const compareOn = (
  k6: string,
  deployed: Deployed,
  windowMs: number,
  probed: readonly string[] = limiterNames,
): Promise<Comparison> =>
  compareDrivers(async factor => {
    const given = { ...settings, GV_PROBE: probed.join() };
    const layers = deployed(factor * windowMs);
    const node = await probeTarget(
      (request, now) => respondThrough(layers, routeIn(request), now),
      () => 3,
      given,
    );
    const { baseUrl, close } = await serveLayers(deployed(factor * windowMs));
    try {
      const found = await probeAt(baseUrl, k6, given);
      return { k6: found, node };
    } finally {
      await close();
    }
  });
