/** @jsxImportSource preact */
/** The load run: how much was sent, what went wrong, how long it took. */
import * as Plot from '@observablehq/plot';
import type { Distribution, TrafficSummary } from '../../../schemas/records/traffic.ts';
import { count, duration } from '../text.ts';
import { Figure } from './figure.tsx';
import { LatencyFigure, type RouteTimes } from './latency.tsx';
import { draw } from './plot.ts';

export function Load({ load }: { load: TrafficSummary }) {
  const routes = Object.entries(load.byRoute).toSorted(([, a], [, b]) => b.sent - a.sent);
  const seconds = load.durationMs / 1000;
  const parts = routes.flatMap(([route, { sent, limited, failed }]) => [
    { route, number: (sent - limited - failed) / seconds, kind: 'answered' },
    { route, number: limited / seconds, kind: 'limited' },
    { route, number: failed / seconds, kind: 'failed' },
  ]);
  const svg = draw({
    height: 40 + routes.length * 20,
    marginLeft: 250,
    x: { label: 'requests a second', grid: true },
    y: { label: null, domain: routes.map(([route]) => route), tickSize: 0 },
    color: {
      domain: ['answered', 'limited', 'failed'],
      range: ['var(--chart)', 'var(--chart-2)', 'var(--failed)'],
    },
    marks: [
      Plot.barX(parts, { y: 'route', x: 'number', fill: 'kind', insetTop: 3, insetBottom: 3 }),
    ],
  });
  const { sent, limited, failed } = load.requests;
  const times = routes.flatMap(([route, { durations }]) =>
    durations ? [timesOf(route, durations)] : [],
  );
  return (
    <>
      <Figure
        title="Load: rate and errors"
        says={`${count(sent, 'request')} in ${duration(load.durationMs)}, ${(sent / seconds).toFixed(1)} a second: ${limited} limited, ${failed} failed.`}
        svg={svg}
        legend={[
          ['bar', 'answered'],
          ['bar second', 'limited (429)'],
          ['bar wrong', 'failed'],
        ]}
        columns={['Route', 'Sent', 'Limited', 'Failed']}
        rows={routes.map(([route, each]) => [route, each.sent, each.limited, each.failed])}
      />
      {times.length > 0 && (
        <LatencyFigure
          title="Load: response times by route"
          says={`Of the successful responses of ${count(load.virtualUsers, 'virtual user')}.`}
          times={times}
        />
      )}
    </>
  );
}

function timesOf(route: string, { count: number, min, max, quantiles }: Distribution): RouteTimes {
  const at = (percent: number): number => {
    const next = quantiles.findIndex(([each]) => each >= percent);
    const [highAt, high] = quantiles[next] ?? [100, max];
    const [lowAt, low] = quantiles[next - 1] ?? [highAt, high];
    return highAt === lowAt ? high : low + ((high - low) * (percent - lowAt)) / (highAt - lowAt);
  };
  return { route, number, min, p50: at(50), p95: at(95), max };
}
