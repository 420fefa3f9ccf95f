/** When a virtual user sends, how long it waits, and which of its responses are judged: without k6's modules. */
import { retryAfterSeconds } from '../../../schemas/rejection.ts';
import type { LoadProfile } from '../../../harness/config/settings.ts';

/** Names of the metrics that k6 does not have. */
export const metrics = {
  late: 'traffic_late',
  skipped: 'traffic_skipped',
  exceptions: 'traffic_exceptions',
  open: 'traffic_open',
  queuedToDone: 'traffic_queued_to_done',
  unfinished: 'traffic_unfinished',
} as const;

/** Size of the table that requests are picked from by number. A prime, so that no stride of numbers misses any. */
export const slots = 997;

/** One response as k6 prints it, keys masked. */
export interface Sampled {
  /** Id of the route. */
  readonly route: string;
  readonly key: 'business' | 'automation';
  readonly method: string;
  readonly url: string;
  readonly sent: string | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Characters of a body that is printed; a longer one is not judged. */
export const longestBody = 200_000;
/** Samples that one virtual user takes after odd responses, by route. */
const mostCloser = 3;

/** Samples responses under load for the run that judges them: a bounded share, and more after odd ones. */
export class Sampler {
  /** Iterations below `first`, and every `stride`th of all, are sampled. */
  readonly first: number;
  readonly stride: number;
  /** Samples that this virtual user has left, in case there are more iterations than planned. */
  #left: number;
  readonly #closer = new Set<string>();
  readonly #used = new Map<string, number>();

  /** @param planned iterations; about `samples` of them are sampled. */
  constructor(samples: number, planned: number) {
    this.first = Math.floor(samples / 4);
    this.stride = primeFrom(Math.floor(planned / Math.max(samples - this.first, 1)));
    this.#left = samples === 0 ? 0 : Math.ceil(samples / 4) + 20;
  }

  /** True if iteration `number` is sampled: the first ones, every `stride`th, and those after an odd response. */
  wants(number: number, name: string): boolean {
    if (number < this.first || number % this.stride === 0)
      return this.#left > 0 && this.#left-- > 0;
    return this.#closer.size > 0 && this.#closer.delete(name);
  }

  /** A response of this part was odd: the next one is sampled, a few times. */
  odd(name: string): void {
    const used = this.#used.get(name) ?? 0;
    if (this.#left === 0 || used >= mostCloser) return;
    this.#used.set(name, used + 1);
    this.#closer.add(name);
  }
}

/** The first prime from a number on: a stride of it meets whatever is repeated at another interval. */
function primeFrom(number: number): number {
  for (let prime = Math.max(number, 1); ; prime++) {
    let factor = 2;
    while (factor * factor <= prime && prime % factor !== 0) factor++;
    if (factor * factor > prime && prime !== slots) return prime;
  }
}

/** A sample as a line for the run of that id. */
export const toLine = (run: string, sampled: Sampled, keys: readonly string[]): string =>
  keys.reduce((text, key) => text.replaceAll(key, '(key)'), `${run} ${JSON.stringify(sampled)}`);

/** Returns the sample in a line; undefined if it is any other output of k6. */
export function fromLine(run: string, line: string): Sampled | undefined {
  if (!line.startsWith(`${run} `)) return undefined;
  return JSON.parse(line.slice(run.length + 1)) as Sampled;
}

/** Waits out a 429: what a virtual user knows of limiters, by the name of the gate. */
export class Patience {
  readonly #until = new Map<string, number>();

  /** True if requests may go through a gate, at `now` in milliseconds. */
  allows(gate: string, now: number): boolean {
    const until = this.#until.get(gate);
    return until === undefined || now >= until;
  }

  /** @param retryAfter the header of a 429. */
  hold(gate: string, retryAfter: string | undefined, now: number): void {
    this.#until.set(gate, now + waitMs(retryAfter, now));
  }
}

/** Returns the wait that a 429 announces, milliseconds; a second if it announces none. */
export const waitMs = (retryAfter: string | undefined, now: number): number =>
  (retryAfterSeconds(retryAfter, now) ?? 1) * 1000;

/** From the rate before it to `rate` (a second), in `ms` milliseconds. */
interface Stage {
  readonly ms: number;
  readonly rate: number;
}

/** One of k6's types of load tests as rates over time. */
export interface Shape {
  readonly startRate: number;
  readonly stages: readonly Stage[];
}

/** Duration of a profile if none is given, milliseconds. */
export const defaultDurations: Readonly<Record<LoadProfile, number>> = {
  smoke: 20_000,
  average: 30_000,
  stress: 30_000,
  spike: 30_000,
  soak: 600_000,
  breakpoint: 60_000,
};

/** Stages from shares of the duration and rates. */
const shape = (
  ms: number,
  startRate: number,
  ...parts: readonly (readonly [share: number, rate: number])[]
): Shape => ({ startRate, stages: parts.map(([share, rate]) => ({ ms: ms * share, rate })) });

/**
 * The rates of a profile.
 *
 * @param rate of an average day, requests a second.
 * @param most that no stage exceeds, requests a second.
 * @param ms duration of the whole.
 */
export function shapeOf(profile: LoadProfile, rate: number, most: number, ms: number): Shape {
  const average = Math.min(rate, most);
  const times = (factor: number) => Math.min(rate * factor, most);
  switch (profile) {
    case 'smoke':
      return shape(ms, Math.min(2, average), [1, Math.min(2, average)]);
    case 'average':
    case 'soak':
      return shape(ms, 0, [0.1, average], [0.8, average], [0.1, 0]);
    case 'stress':
      return shape(ms, 0, [0.2, times(2)], [0.6, times(2)], [0.2, 0]);
    case 'spike':
      return shape(ms, average, [0.4, average], [0.1, times(5)], [0.1, average], [0.4, average]);
    default:
      return shape(ms, average, [1, most]);
  }
}

/**
 * Returns the number of iterations that are due by a moment: an iteration is due once the rates so far add up to it,
 * which is how k6 counts. Virtual users call it all the time: it is written for speed.
 *
 * @param ms from the start.
 */
export function dueBy({ startRate, stages }: Shape, ms: number): number {
  let rate = startRate;
  let left = Math.max(0, ms / 1000);
  let due = 0;
  for (let index = 0; index < stages.length && left > 0; index++) {
    const stage = stages[index]!;
    const length = stage.ms / 1000;
    const time = left < length ? left : length;
    due += time * rate + ((stage.rate - rate) * time * time) / (2 * length);
    left -= time;
    rate = stage.rate;
  }
  return Math.floor(due);
}

/** Returns the number of iterations that a shape plans. */
export const planned = (shape: Shape): number => dueBy(shape, Infinity);

/** Returns the highest rate of a shape, requests a second. */
export const peakOf = ({ startRate, stages }: Shape): number =>
  Math.max(startRate, ...stages.map(({ rate }) => rate));
