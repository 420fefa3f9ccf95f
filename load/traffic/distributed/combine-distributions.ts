/** Distributions of several machines -> the distribution of all their samples. The average of percentiles is not one. */
import { build, type Histogram } from 'hdr-histogram-js';
import type { Distribution, Quantile } from '../../../schemas/records/traffic.ts';
import { valueAt } from './distribution.ts';

/** A histogram counts whole numbers: nanoseconds for milliseconds, with three significant digits. */
const scale = 1e6;

/** @returns the distribution of all samples; percentiles are as close to the exact ones as three digits allow. */
export function combineDistributions(parts: readonly Distribution[]): Distribution {
  const [first, ...others] = parts.filter(({ count }) => count > 0);
  if (!first) return { count: 0, min: 0, max: 0, quantiles: [] };
  if (others.length === 0) return first;
  const all = [first, ...others];
  const min = Math.min(...all.map(each => each.min));
  const max = Math.max(...all.map(each => each.max));
  const histogram = build({
    bitBucketSize: 32,
    autoResize: true,
    numberOfSignificantValueDigits: 3,
    highestTrackableValue: Math.max(2, Math.ceil(max * scale)),
  });
  for (const each of all) record(histogram, each);
  const count = histogram.totalCount;
  const quantiles = first.quantiles.map(([percent]) => {
    const value = percent === 0 ? min : percent === 100 ? max : percentile(histogram, percent);
    return [percent, Math.min(max, Math.max(min, value))] as const;
  });
  return { count, min, max, quantiles };
}

/**
 * Restores the samples: the n-th of them lies at the percent of its rank. From one sample to the next the quantiles lie
 * on a line, so that two of them show where it ends; where fewer lie between two samples, the samples are close together.
 */
function record(histogram: Histogram, part: Distribution): void {
  const { count, quantiles } = part;
  const step = 100 / Math.max(1, count - 1);
  let at = 0;
  for (let rank = 0; rank < count; rank++) {
    const percent = rank * step;
    while ((quantiles[at + 1]?.[0] ?? Infinity) <= percent) at++;
    const [before, last] = [quantiles[at - 1], quantiles[at]];
    const onLine = before && last && before[0] >= percent - step;
    const value = onLine ? extend(before, last, percent) : valueAt(part, percent);
    histogram.recordValue(Math.round(Math.max(0, value) * scale));
  }
}

const extend = ([from, below]: Quantile, [to, above]: Quantile, percent: number): number =>
  above + ((above - below) * (percent - to)) / (to - from);

/** Interpolated between the two samples around the rank, as k6 does it. */
function percentile(histogram: Histogram, percent: number): number {
  const { totalCount } = histogram;
  const sample = (rank: number) =>
    histogram.getValueAtPercentile((100 * (rank + 1)) / totalCount) / scale;
  const rank = (percent / 100) * (totalCount - 1);
  const below = Math.floor(rank);
  const low = sample(below);
  return below === rank ? low : low + (rank - below) * (sample(below + 1) - low);
}
