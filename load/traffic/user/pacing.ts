/** Decides when a virtual user sends, how long it waits, and which responses are sampled. Uses no modules of k6. */
import { retryAfterSeconds } from '../../../schemas/retry-after.ts';
import type { GuardedRequest } from '../../request.ts';
import type { LoadProfile } from '../../../harness/config/settings.ts';

/** Names of our own metrics. */
export const metrics = {
  late: 'traffic_late',
  skipped: 'traffic_skipped',
  exceptions: 'traffic_exceptions',
  open: 'traffic_open',
  queuedToDone: 'traffic_queued_to_done',
  unfinished: 'traffic_unfinished',
} as const;

/** Size of the table from which requests are picked by number. It is prime, so that every stride of numbers reaches all slots. */
export const slots = 997;

/** Sampled response as k6 prints it, without its body. */
export interface Sampled {
  /** Id of the route. */
  readonly route: string;
  readonly key: 'business' | 'automation';
  readonly method: string;
  readonly url: string;
  readonly sent: string | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Limits the length of a printed body, 200 kB in Base64. A longer body is not judged. */
export const longestBody = 270_000;

/** Samples responses under load for judging. */
export class Sampler {
  /** Samples iterations below `first`, and then every `stride`th. */
  readonly first: number;
  readonly stride: number;
  /** Remaining samples of this virtual user, in case there are more iterations than planned. */
  #left: number;

  /** @param planned Number of iterations, of which about `samples` are sampled. */
  constructor(samples: number, planned: number) {
    this.first = Math.floor(samples / 4);
    this.stride = primeFrom(Math.floor(planned / Math.max(samples - this.first, 1)));
    this.#left = samples === 0 ? 0 : Math.ceil(samples / 4) + 20;
  }

  /** Returns true if an iteration is sampled: one of the first, or every `stride`th. */
  wants(number: number): boolean {
    return (
      (number < this.first || number % this.stride === 0) && this.#left > 0 && this.#left-- > 0
    );
  }
}

/** Returns the first prime from a number on. A prime stride meets responses that repeat at any other interval. */
function primeFrom(number: number): number {
  for (let prime = Math.max(number, 1); ; prime++) {
    let factor = 2;
    while (factor * factor <= prime && prime % factor !== 0) factor++;
    if (factor * factor > prime && prime !== slots) return prime;
  }
}

/**
 * Formats a sample as a line for the run with this id.
 *
 * @param body Bytes as Base64. k6 makes Base64 at once, while texts with letters beyond ASCII, and JSON.stringify of long texts, are slow.
 */
export const toLine = (run: string, sampled: Sampled, body: string): string =>
  `${run} ${JSON.stringify(sampled)}\t${body}`;

/** Waits out 429s. Remembers when each gate opens for a virtual user. */
export class Patience {
  readonly #until = new Map<string, number>();

  /** Returns true if a request may pass the gate at `now`, in milliseconds. */
  allows(gate: string, now: number): boolean {
    const until = this.#until.get(gate);
    return until === undefined || now >= until;
  }

  /** @param retryAfter Header of a 429. */
  hold(gate: string, retryAfter: string | undefined, now: number): void {
    this.#until.set(gate, now + waitMs(retryAfter, now));
  }
}

/** Returns the announced wait of a 429 in milliseconds, or a second if none is announced. */
export const waitMs = (retryAfter: string | undefined, now: number): number =>
  (retryAfterSeconds(retryAfter, now) ?? 1) * 1000;

/** Changes the rate to `rate` per second within `ms` milliseconds. */
interface Stage {
  readonly ms: number;
  readonly rate: number;
}

/** Rates over time of one of k6's types of load tests. */
export interface Shape {
  readonly startRate: number;
  readonly stages: readonly Stage[];
}

/** Default durations of the profiles in milliseconds. */
export const defaultDurations: Readonly<Record<LoadProfile, number>> = {
  smoke: 20_000,
  average: 30_000,
  stress: 30_000,
  spike: 30_000,
  soak: 600_000,
  breakpoint: 60_000,
};

/** Builds stages from shares of the duration and rates. */
const shape = (
  ms: number,
  startRate: number,
  ...parts: readonly (readonly [share: number, rate: number])[]
): Shape => ({ startRate, stages: parts.map(([share, rate]) => ({ ms: ms * share, rate })) });

/**
 * Returns the rates of a profile.
 *
 * @param rate Requests per second on an average day.
 * @param most Maximum of requests per second.
 * @param ms Total duration.
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
 * Returns the number of iterations that are due at a time. An iteration is due when the sum of the rates reaches it, as in k6. Virtual users
 * call this all the time, so it is written for speed.
 *
 * @param ms Time since the start.
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

/** Delay in milliseconds from which an iteration counts as late. */
const lateMs = 100;
/** Limits how many iterations wait for the lag to fall. After a drop of iterations, it never falls. */
const mostBehind = 20;

/**
 * Counts the iterations of a virtual user that began late. The lag is the number of due iterations that have no number yet. An iteration was
 * late if the lag falls afterwards by what is due in `lateMs`. Dropped iterations take no number, so their lag stays.
 */
export class Lateness {
  readonly #shape: Shape;
  /** Lags beyond what is due in `lateMs`. */
  #behind: number[] = [];

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /**
   * Takes the start of an iteration, and returns the number of earlier iterations that are now known to be late.
   *
   * @param ms Time since the start of the load.
   */
  starts(number: number, ms: number): number {
    const beyond = dueBy(this.#shape, ms - lateMs) - number;
    if (beyond <= 0 && this.#behind.length === 0) return 0;
    const lag = dueBy(this.#shape, ms) - number;
    const waiting = this.#behind.filter(each => each <= lag);
    const late = this.#behind.length - waiting.length;
    this.#behind = [...waiting, ...(beyond > 0 ? [beyond] : [])].slice(-mostBehind);
    return late;
  }
}

/** Returns the number of planned iterations of a shape. */
export const planned = (shape: Shape): number => dueBy(shape, Infinity);

/** Returns the highest rate of a shape in requests per second. */
export const peakOf = ({ startRate, stages }: Shape): number =>
  Math.max(startRate, ...stages.map(({ rate }) => rate));

/** Replaces the id at the end of the URL when the guard checks it. */
export const placeholder = 'ID';

/**
 * Returns the request that polls an order request.
 *
 * @returns undefined if the id would lead to another route. All other ids stay in their path segment once they are encoded.
 */
export const pollOf = <Poll extends GuardedRequest>(poll: Poll, id: string): Poll | undefined =>
  ['', '.', '..'].includes(id)
    ? undefined
    : { ...poll, url: poll.url.slice(0, -placeholder.length) + encodeURIComponent(id) };
