/** @jsxRuntime automatic @jsxImportSource preact */
/** One number night after night as a line of its own scale, with what it is now. */
import * as Plot from '@observablehq/plot';
import { drawAt } from '../../page/charts/plot.ts';
import { visible } from '../../page/parts/text.ts';
import { quantile } from '../../summary/quantile.ts';
import type { Point, Series } from '../series.ts';

const size = { width: 560, height: 34, margin: 4 };

interface SparklinesProps {
  readonly title: string;
  readonly says: string;
  readonly series: readonly Series[];
  /** Of all nights, so that the lines stand above each other. */
  readonly span: readonly [number, number];
}

export const Sparklines = ({ title, says, series, span }: SparklinesProps) => (
  <div class="figure">
    <h3>{title}</h3>
    <p>{says}</p>
    <ul class="sparks">
      {series.map(each => (
        <Sparkline series={each} span={span} />
      ))}
    </ul>
  </div>
);

function Sparkline({ series, span }: { series: Series; span: readonly [number, number] }) {
  const { name, points, unit } = series;
  const known = points.filter(({ value }) => !Number.isNaN(value));
  const sorted = known.map(({ value }) => value).toSorted((a, b) => a - b);
  const last = known.at(-1);
  const isNow = last !== undefined && last === points.at(-1);
  const show = (value: number) => `${shown(value)}${unit}`;
  const numbers = `median ${show(quantile(sorted, 0.5))}, ${show(sorted[0] ?? 0)} to ${show(sorted.at(-1) ?? 0)}`;
  return (
    <li>
      <span class="id">{visible(name)}</span>
      <span
        class="spark"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: lineOf(points, span) }}
      />
      <span class="numbers">
        <b>{isNow && last ? show(last.value) : '–'}</b> <span class="dim">{numbers}</span>
      </span>
    </li>
  );
}

const shown = (value: number): string =>
  (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('en');

function lineOf(points: readonly Point[], span: readonly [number, number]): string {
  const known = points.filter(({ value }) => !Number.isNaN(value));
  const top = Math.max(...known.map(({ high }) => high));
  const ranges = known.filter(({ low, high }) => high > low);
  const { margin, ...rest } = size;
  return drawAt(size.width, {
    ...rest,
    margin,
    x: { axis: null, domain: [...span] },
    y: { axis: null, domain: [0, top * 1.1] },
    marks: [
      Plot.ruleX(ranges, { x: 'at', y1: 'low', y2: 'high', stroke: 'var(--line)', strokeWidth: 3 }),
      Plot.lineY(points, { x: 'at', y: 'value', stroke: 'var(--chart)', strokeWidth: 1.5 }),
      Plot.dot(known.slice(-1), { x: 'at', y: 'value', fill: 'var(--chart)', r: 3 }),
    ],
  });
}
