/** Numbers of one thing, night after night. */
import type { Measured } from '../../schemas/records/limiter.ts';
import { routes } from '../../schemas/routes.ts';
import type { Night } from './nights.ts';

export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** NaN where the night has none: the line is interrupted. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly Point[];
}

const has = ({ points }: Series): boolean => points.some(({ value }) => !Number.isNaN(value));

/** One for each route that responded, in the order of the contract. */
export function latencySeries(nights: readonly Night[]): Series[] {
  const known = new Set([
    ...routes.all.map(({ id }) => id),
    ...nights.flatMap(each => [...each.p95.keys()]),
  ]);
  const series = [...known].map(name => ({
    name,
    unit: ' ms',
    points: nights.map(({ startedAt, p95 }) => exactly(startedAt, p95.get(name) ?? NaN)),
  }));
  return series.filter(has);
}

/** Limit and window of each limiter that was measured. */
export function limiterSeries(nights: readonly Night[]): Series[] {
  const names = new Set(nights.flatMap(({ limiters }) => limiters.map(({ name }) => name)));
  const kinds = [
    ['limit', 'limit', ''],
    ['windowSeconds', 'window', ' s'],
  ] as const;
  const series = [...names].flatMap(name =>
    kinds.map(([kind, said, unit]) => ({
      name: `${name}: ${said}`,
      unit,
      points: nights.map(({ startedAt, limiters }) =>
        measured(startedAt, limiters.find(each => each.name === name)?.[kind]),
      ),
    })),
  );
  return series.filter(has);
}

function measured(startedAt: string, found: Measured | undefined): Point {
  if (!found || 'inconclusive' in found) return exactly(startedAt, NaN);
  const { value, low, high } = found;
  return { at: Date.parse(startedAt), value, low, high };
}

const exactly = (startedAt: string, value: number): Point => ({
  at: Date.parse(startedAt),
  value,
  low: value,
  high: value,
});
