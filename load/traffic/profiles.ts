/** k6's types of load tests as rates over time, and when each of their iterations is due. */
import type { LoadProfile } from '../../fixtures/words.ts';

/** From the rate before it to `rate` (a second), in `ms` milliseconds. */
interface Stage {
  readonly ms: number;
  readonly rate: number;
}

export interface Shape {
  readonly startRate: number;
  readonly stages: readonly Stage[];
}

/** How long a profile lasts where no duration is given, milliseconds. */
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

/** How many iterations a shape plans. */
export function planned({ startRate, stages }: Shape): number {
  let [before, total] = [startRate, 0];
  for (const { ms, rate } of stages) {
    total += (ms / 1000) * ((before + rate) / 2);
    before = rate;
  }
  return Math.floor(total);
}

export const peakOf = ({ startRate, stages }: Shape): number =>
  Math.max(startRate, ...stages.map(({ rate }) => rate));

/** A stretch of a shape in which the rate grows evenly. */
interface Leg {
  /** Milliseconds from the start, and iterations that are due by then. */
  readonly ms: number;
  readonly done: number;
  /** Iterations a second at its beginning, and how many more of them each second brings. */
  readonly rate: number;
  readonly growth: number;
  /** Iterations that are due at its end. */
  readonly end: number;
}

export function legsOf({ startRate, stages }: Shape): readonly Leg[] {
  let [before, ms, done] = [startRate, 0, 0];
  return stages.map(stage => {
    const seconds = stage.ms / 1000;
    const end = done + seconds * ((before + stage.rate) / 2);
    const leg = { ms, done, rate: before, growth: (stage.rate - before) / seconds, end };
    [before, ms, done] = [stage.rate, ms + stage.ms, end];
    return leg;
  });
}

/**
 * When an iteration is due, milliseconds from the start: as soon as the rates so far add up to its number and one, which
 * is how k6 counts. Infinity for what is not planned. Every iteration asks: it is written for speed.
 *
 * @param number of the iteration, from 0.
 */
export function dueAfter(legs: readonly Leg[], number: number): number {
  for (let index = 0; index < legs.length; index++) {
    const leg = legs[index]!;
    if (number + 1 > leg.end) continue;
    const left = number + 1 - leg.done;
    // rate * t + growth * t^2 / 2 = left
    const root = Math.sqrt(Math.max(0, leg.rate * leg.rate + 2 * leg.growth * left));
    return leg.ms + (2000 * left) / (leg.rate + root);
  }
  return Infinity;
}

/** How many machines share the load: `1/4:1/2` is one of four. */
export function machinesOf(segment: string | undefined): number {
  if (segment === undefined) return 0;
  const [from = 0, to = 1] = segment.split(':').map(text => {
    const [above = 0, below = 1] = text.split('/').map(Number);
    return above / below;
  });
  return Math.ceil(1 / Math.max(to - from, 0.001) - 1e-9);
}
