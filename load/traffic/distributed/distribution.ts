/** Distributions of one machine's samples, as k6 computes them. */
import type { Distribution } from '../../../schemas/records/traffic.ts';

/** From one percent to another, in equal steps; the first is left out. */
const grid = (from: number, to: number, stepsAPercent: number) =>
  Array.from(
    { length: (to - from) * stepsAPercent },
    (_, step) => from + (step + 1) / stepsAPercent,
  ).map(percent => Number(percent.toFixed(2)));

/** Finer where fewer samples decide. */
const percents: readonly number[] = [
  ...grid(0, 90, 10),
  ...grid(90, 99, 50),
  ...grid(99, 100, 100).slice(0, -1),
];

/** For k6's option `summaryTrendStats`: k6 keeps every sample, so these numbers are exact. */
export const trendStats: string[] = [
  'count',
  'min',
  'avg',
  'med',
  'max',
  ...percents.map(percent => `p(${percent})`),
];

/**
 * The distribution of one Trend.
 *
 * @param values of the metric in the data of `handleSummary`, in the unit of the Trend.
 * @throws Error where the script does not set `summaryTrendStats`.
 */
export function toDistribution(values: Readonly<Record<string, number>>): Distribution {
  const stat = (name: string): number => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`the summary lacks ${name}: set options.summaryTrendStats to trendStats`);
    return value;
  };
  const [count, min, max] = [stat('count'), stat('min'), stat('max')];
  const inner = percents.map(percent => [percent, stat(`p(${percent})`)] as const);
  return { count, min, max, quantiles: [[0, min], ...inner, [100, max]] };
}

/** The value below which `percent` of the samples lie; 0 where there are none. */
export function valueAt({ quantiles }: Distribution, percent: number): number {
  let [low, high] = [0, quantiles.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((quantiles[middle]?.[0] ?? 0) <= percent) low = middle;
    else high = middle;
  }
  const [from, below] = quantiles[low] ?? [0, 0];
  const [to, above] = quantiles[high] ?? [from, below];
  return to === from ? below : below + ((above - below) * (percent - from)) / (to - from);
}
