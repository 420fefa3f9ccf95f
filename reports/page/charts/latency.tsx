/** @jsxRuntime automatic @jsxImportSource preact */
/** Draws the time that each route took to respond. */
import * as Plot from '@observablehq/plot';
import { group, quantile } from '../../summary/statistics.ts';
import type { Page } from '../model.ts';
import { count } from '../parts/text.ts';
import { Figure, draw, type Width } from './figure.tsx';

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
  const [slowest] = times;
  if (!slowest) return null;
  return (
    <Figure
      title="Response times by route"
      says={`${count(page.exchanges.size, 'exchange')} of this run. The slowest median: ${slowest.route}, ${Math.round(slowest.p50)} ms.`}
      draw={width => rows(width, times)}
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

/** A row for each route, whose name stands before its row where there is room, and else above it. */
function rows(width: Width, times: readonly RouteTimes[]): string {
  const domain = times.map(({ route }) => route);
  const longest = Math.max(10, ...times.map(({ max }) => max));
  const scale = { type: 'log', domain: [1, longest], clamp: true, tickFormat: ',' } as const;
  const x = { ...scale, label: 'milliseconds', grid: true };
  const chart = { y: 'route', stroke: 'var(--chart)' } as const;
  const marks = [
    Plot.ruleY(times, { y: 'route', x1: 'min', x2: 'max', stroke: 'var(--line)', strokeWidth: 3 }),
    Plot.ruleY(times, { ...chart, x1: 'p50', x2: 'p95', strokeWidth: 3 }),
    Plot.dot(times, { y: 'route', x: 'p50', fill: 'var(--chart)', r: 4 }),
    Plot.tickX(times, { ...chart, x: 'p95', strokeWidth: 2, inset: 5 }),
  ];
  if (width === 'wide')
    return draw(width, {
      height: 62 + domain.length * 20,
      marginLeft: 260,
      marginRight: 20,
      x: { ...x, ticks: 6 },
      y: { label: null, domain, tickSize: 0 },
      marks,
    });
  const above = Plot.text(domain, {
    y: name => name,
    text: name => name,
    frameAnchor: 'left',
    dy: -13,
  });
  return draw(width, {
    height: 70 + domain.length * 32,
    marginLeft: 8,
    marginRight: 16,
    x: { ...x, ticks: 4, axis: domain.length > 8 ? 'both' : 'bottom' },
    y: { axis: null, domain, padding: 0.5 },
    marks: [...marks, above],
  });
}
