import { expect, test } from '#test';
import fc from 'fast-check';
import type { Distribution } from '../../../schemas/records/traffic.ts';
import { toDistribution, trendStats, valueAt } from './distribution.ts';
import { combineDistributions } from './combine-distributions.ts';

/** Sorted samples; percentiles interpolated as k6 does it. */
function exact(samples: readonly number[], percent: number): number {
  const rank = (percent / 100) * (samples.length - 1);
  const low = samples[Math.floor(rank)] ?? 0;
  const high = samples[Math.ceil(rank)] ?? low;
  return low + (rank - Math.floor(rank)) * (high - low);
}

const ascending = (samples: readonly number[]) => samples.toSorted((a, b) => a - b);

/** What k6 computes of these samples. */
function measured(samples: readonly number[]): Distribution {
  const sorted = ascending(samples);
  const stats: Record<string, number> = {
    count: sorted.length,
    min: exact(sorted, 0),
    max: exact(sorted, 100),
  };
  for (const name of trendStats) stats[name] ??= exact(sorted, Number(/[\d.]+/.exec(name)?.[0]));
  return toDistribution(stats);
}

/** Milliseconds from a number between 0 and 1. */
const shapes = {
  skewed: (u: number) => 20 * (1 / (1 - u) - 1) ** 0.5 + 1,
  bimodal: (u: number) => (u < 0.85 ? 5 + u : 400 + 100 * u),
  heavy: (u: number) => 3 * (1 - u) ** (-1 / 1.3),
};

/** Repeats the same numbers for the same seed. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const segment = fc.record({
  shape: fc.constantFrom(...(Object.keys(shapes) as (keyof typeof shapes)[])),
  size: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 30, max: 5000 })),
  seed: fc.integer(),
});

const percents = [50, 90, 95, 99, 99.9, 100];

test('percentiles of four segments are within 1 % of those of all samples', () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 4, maxLength: 4 }), segments => {
      const parts = segments.map(({ shape, size, seed }) => {
        const numbers = uniform(seed);
        return Array.from({ length: size }, () => shapes[shape](numbers.next().value));
      });
      const all = ascending(parts.flat());
      const combined = combineDistributions(parts.map(measured));
      expect(combined.count).toBe(all.length);
      for (const percent of percents) {
        const value = valueAt(combined, percent);
        const right = exact(all, percent);
        // Where samples leap, to another mode or in a tail, a rank is right to a step between quantiles.
        const step = segments.some(({ shape }) => shape === 'bimodal') ? 0.1 : 0.02;
        const low = Math.min(0.99 * right, exact(all, Math.max(0, percent - step)));
        const high = Math.max(1.01 * right, exact(all, Math.min(100, percent + step)));
        expect(value, `p${percent}`).toBeGreaterThanOrEqual(low);
        expect(value, `p${percent}`).toBeLessThanOrEqual(high);
      }
    }),
    { numRuns: 25 },
  );
});

test('the average of percentiles is not the percentile of all', () => {
  const quick = Array.from({ length: 9000 }, (_, at) => 10 + at / 1000);
  const slow = Array.from({ length: 1000 }, (_, at) => 900 + at / 10);
  const parts = [measured(quick), measured(slow)];
  const all = ascending([...quick, ...slow]);
  const averaged = parts.reduce((sum, part) => sum + valueAt(part, 50), 0) / parts.length;
  expect(valueAt(combineDistributions(parts), 50) / exact(all, 50)).toBeCloseTo(1, 2);
  expect(averaged / exact(all, 50)).toBeGreaterThan(10);
});

test('segments without samples count for nothing', () => {
  const none: Distribution = { count: 0, min: 0, max: 0, quantiles: [] };
  const one = measured([7]);
  expect(combineDistributions([none, one, none])).toEqual(one);
  expect(combineDistributions([none, none])).toEqual(none);
  expect(valueAt(none, 50)).toBe(0);
});

test('a summary without the statistics is rejected by name', () => {
  expect(() => toDistribution({ avg: 1, 'p(90)': 2 })).toThrow('the summary lacks count');
});
