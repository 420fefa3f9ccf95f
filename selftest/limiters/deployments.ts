/** Honest deployments (§8): three separate limiters (§8.1), of a plain kind unless a family makes others. */
import {
  fixedWindow,
  slidingCounter,
  slidingLog,
  tokenBucket,
  type Limiter,
} from '../../fixtures/testing/simulated-limiters.ts';
import { limiterNames, type LimiterName } from '../../schemas/routes.ts';
import type { Layer, Random } from './simulated.ts';

/** A configuration as intervals: several nodes admit between the limit of one and that of all. */
export interface Truth {
  readonly limit: readonly [low: number, high: number];
  readonly windowSeconds: number;
}

export interface Deployment {
  readonly layers: readonly Layer[];
  /** The findings of each limiter that are right. */
  readonly truths: Readonly<Partial<Record<LimiterName, readonly Truth[]>>>;
  /** A response takes as long, ms. */
  readonly takes?: number;
  /** Its numbers, to reproduce it by hand. */
  readonly text: string;
}

export const windows = [1000, 2000, 5000, 10_000, 30_000, 60_000];

export interface Made {
  readonly limiter: Limiter;
  readonly truth: Truth;
  readonly text: string;
}

/** A limiter with the numbers that a probe has to find; `window` in milliseconds, `most` of all nodes. */
export const made = (
  kind: string,
  limiter: Limiter,
  limit: number,
  window: number,
  most = limit,
): Made => ({
  limiter,
  truth: { limit: [limit, most], windowSeconds: window / 1000 },
  text: `${kind} ${limit}/${window / 1000}s`,
});

export const plainKinds: Readonly<Record<string, (limit: number, window: number) => Limiter>> = {
  aligned: (limit, window) => fixedWindow(limit, window, true),
  'by first request': (limit, window) => fixedWindow(limit, window, false),
  log: slidingLog,
  bucket: tokenBucket,
  counter: (limit, window) => slidingCounter(limit, window, 0),
};

/** Makes a limiter of a random kind. */
export function plain(
  random: Random,
  limit = random.between(5, 120),
  window = random.pick(windows),
): Made {
  const kind = random.pick(Object.keys(plainKinds));
  return made(kind, plainKinds[kind]!(limit, window), limit, window);
}

/** Three limiters of a kind, and further layers around them. */
export function three(
  random: Random,
  make: (random: Random, name: LimiterName) => Made = each => plain(each),
  around: { before?: readonly Layer[]; behind?: readonly Layer[]; text?: string } = {},
): Deployment {
  const rateLimit = random.chance(0.7) ? 'all' : 'retry-after';
  const sameText = random.chance(0.3);
  const each = limiterNames.map(name => [name, make(random, name)] as const);
  const layers = each.map(([of, { limiter }]): Layer => {
    const error = sameText ? 'Too many requests' : `Too many ${of} requests`;
    return { limiter, of, headers: rateLimit, body: JSON.stringify({ error }) };
  });
  const text = each.map(([name, { text: of }]) => `${name} ${of}`).join(', ');
  return {
    layers: [...(around.before ?? []), ...layers, ...(around.behind ?? [])],
    truths: Object.fromEntries(each.map(([name, { truth }]) => [name, [truth]])),
    text: `${text}, headers ${rateLimit}${sameText ? ', one text' : ''}; ${around.text ?? ''}`,
  };
}
