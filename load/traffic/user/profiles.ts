/** k6's types of load tests as rates over time, and when each of their iterations is due. */
import type { LoadProfile } from '../../../fixtures/config/settings.ts';

/** From the rate before it to `rate` (a second), in `ms` milliseconds. */
interface Stage {
  readonly ms: number;
  readonly rate: number;
}

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

export const peakOf = ({ startRate, stages }: Shape): number =>
  Math.max(startRate, ...stages.map(({ rate }) => rate));

/** Returns the number of machines that share the load: `1/4:1/2` is one of four. */
export function machinesOf(segment: string | undefined): number {
  if (segment === undefined) return 0;
  const [from = 0, to = 1] = segment.split(':').map(text => {
    const [above = 0, below = 1] = text.split('/').map(Number);
    return above / below;
  });
  return Math.ceil(1 / Math.max(to - from, 0.001) - 1e-9);
}
