/** @jsxRuntime automatic @jsxImportSource preact */
/** How much of the contract each night showed. */
import * as Plot from '@observablehq/plot';
import { Figure } from '../../page/charts/figure.tsx';
import { draw, type Width } from '../../page/charts/plot.ts';
import type { Night } from '../nights.ts';
import { moment } from '../../drift/facts.ts';

type Count = (night: Night) => number;

/** From the bottom of the chart. */
const kinds: readonly (readonly [name: string, colour: string, className: string, of: Count])[] = [
  ['failed', 'var(--failed)', 'bar wrong', ({ coverage }) => coverage.failed],
  ['error', 'var(--error)', 'bar broken', ({ coverage }) => coverage.errors],
  ['waived', 'var(--not-exercised)', 'bar waiting', ({ coverage }) => coverage.waived],
  [
    'passed',
    'var(--passed)',
    'bar right',
    ({ coverage: { shown, failed, waived } }) => shown - failed - waived,
  ],
  ['not exercised', 'var(--line)', 'bar empty', ({ coverage }) => coverage.notExercised],
];

export function CoverageFigure({ nights }: { nights: readonly Night[] }) {
  const used = kinds.filter(([, , , of]) => nights.some(night => of(night) > 0));
  const points = used.flatMap(([kind, , , of]) =>
    nights.map(night => ({ at: new Date(night.startedAt), number: of(night), kind })),
  );
  const shown = nights.map(({ coverage }) => coverage.shown);
  const drawn = (width: Width) =>
    draw(width, {
      height: 150,
      marginLeft: 40,
      x: { type: 'utc', label: null, ticks: width === 'wide' ? 8 : 4 },
      y: { label: 'requirements', grid: true, ticks: 3 },
      color: { domain: used.map(([kind]) => kind), range: used.map(([, colour]) => colour) },
      marks: [
        Plot.areaY(points, {
          x: 'at',
          y: 'number',
          fill: 'kind',
          order: used.map(([kind]) => kind),
          curve: 'step-after',
        }),
      ],
    });
  return (
    <Figure
      title="Requirements"
      says={`Shown each night: ${Math.min(...shown)} to ${Math.max(...shown)}, the last one ${shown.at(-1) ?? 0}.`}
      draw={drawn}
      legend={used.map(([kind, , className]) => [className, kind])}
      columns={['Night', ...used.map(([kind]) => kind)]}
      rows={nights
        .toReversed()
        .map(night => [moment(night.startedAt), ...used.map(([, , , of]) => of(night))])}
    />
  );
}
