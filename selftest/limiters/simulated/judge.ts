/** Probes simulated deployments: who is accused, and which intervals hold the configuration. */
import { probeTarget, routeIn } from '../../../load/limiter/testing/simulated.ts';
import type { Measured, Probed } from '../../../schemas/records/limiter.ts';
import { families } from './families.ts';
import { randomOf } from './random.ts';
import { respondThrough } from './target.ts';

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
export async function judgeSeed(seed: number): Promise<Judged> {
  const random = randomOf(seed);
  const family = names[seed % names.length]!;
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
