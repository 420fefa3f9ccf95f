/** @jsxRuntime automatic @jsxImportSource preact */
/** How long each route took to respond. */
import * as Plot from '@observablehq/plot';
import { group } from '../../group.ts';
import { quantile } from '../../summary/quantile.ts';
import type { Page } from '../model.ts';
import { count } from '../parts/text.ts';
import { Figure } from './figure.tsx';
import { drawRows, type Width } from './plot.ts';

interface RouteTimes {
  readonly route: string;
  readonly number: number;
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Slowest first, by the median. */
function timesByRoute({ exchanges }: Page): RouteTimes[] {
  const timed = [...exchanges.values()].filter(each => !each.unrecorded?.includes('times'));
  return [...group(timed, each => each.route)]
    .map(([route, each]) => {
      const sorted = each.map(({ times }) => times.durationMs).toSorted((a, b) => a - b);
      const at = (share: number) => quantile(sorted, share);
      return { route, number: each.length, min: at(0), p50: at(0.5), p95: at(0.95), max: at(1) };
    })
    .toSorted((a, b) => b.p50 - a.p50);
}

export function Latency({ page }: { page: Page }) {
  const times = timesByRoute(page);
  if (times.length === 0) return null;
  const [slowest] = times;
  return (
    <LatencyFigure
      title="Response times by route"
      says={`${count(page.exchanges.size, 'exchange')} of this run. The slowest median: ${slowest?.route ?? ''}, ${Math.round(slowest?.p50 ?? 0)} ms.`}
      times={times}
    />
  );
}

interface LatencyProps {
  readonly title: string;
  readonly says: string;
  readonly times: readonly RouteTimes[];
}

export function LatencyFigure({ title, says, times }: LatencyProps) {
  const from = (each: RouteTimes) => Math.max(each.min, 0.1);
  const draw = (width: Width) =>
    drawRows(width, {
      x: { type: 'log', label: 'milliseconds', grid: true, tickFormat: ',', ticks: 6 },
      names: times.map(each => each.route),
      marks: [
        Plot.ruleY(times, {
          y: 'route',
          x1: from,
          x2: 'max',
          stroke: 'var(--line)',
          strokeWidth: 3,
        }),
        Plot.ruleY(times, {
          y: 'route',
          x1: 'p50',
          x2: 'p95',
          stroke: 'var(--chart)',
          strokeWidth: 3,
        }),
        Plot.dot(times, { y: 'route', x: 'p50', fill: 'var(--chart)', r: 4 }),
        Plot.tickX(times, {
          y: 'route',
          x: 'p95',
          stroke: 'var(--chart)',
          strokeWidth: 2,
          inset: 5,
        }),
      ],
    });
  return (
    <Figure
      title={title}
      says={says}
      draw={draw}
      legend={[
        ['dot', 'median'],
        ['bar', 'to the 95th percentile'],
        ['line', 'fastest to slowest'],
      ]}
      columns={['Route', 'Exchanges', 'Median, ms', '95th percentile, ms', 'Slowest, ms']}
      rows={times.map(each => [
        each.route,
        each.number,
        ...[each.p50, each.p95, each.max].map(Math.round),
      ])}
    />
  );
}
