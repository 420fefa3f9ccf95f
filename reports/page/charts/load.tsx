/** @jsxRuntime automatic @jsxImportSource preact */
/** The load run: how much was sent, what went wrong, how long it took. */
import * as Plot from '@observablehq/plot';
import type { LoadResult } from '../../../schemas/records/result.ts';
import { count, duration, visible } from '../parts/text.ts';
import { Figure } from './figure.tsx';
import { LatencyFigure } from './latency.tsx';
import { drawRows, type Width } from './plot.ts';

export function Load({ load: result }: { load: LoadResult }) {
  const { summary: load } = result;
  const routes = Object.entries(load.byRoute).toSorted(([, a], [, b]) => b.sent - a.sent);
  const seconds = load.durationMs / 1000;
  const parts = routes.flatMap(([route, { sent, limited, failed }]) => [
    { route, number: (sent - limited - failed) / seconds, kind: 'answered' },
    { route, number: limited / seconds, kind: 'limited' },
    { route, number: failed / seconds, kind: 'failed' },
  ]);
  const draw = (width: Width) =>
    drawRows(width, {
      x: { label: 'requests a second', grid: true },
      names: routes.map(([route]) => route),
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
    durations ? [{ route, number: durations.count, ...durations }] : [],
  );
  return (
    <>
      <Figure
        title="Load: rate and errors"
        says={`${count(sent, 'request')} in ${duration(load.durationMs)}, ${(sent / seconds).toFixed(1)} a second: ${limited} limited, ${failed} failed.`}
        draw={draw}
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
      <Remarks load={result} />
    </>
  );
}

/** Thresholds, verdicts on responses, and what the load did not exercise. */
function Remarks({ load: { summary, samples, outcomes } }: { load: LoadResult }) {
  const missed = summary.thresholds.filter(({ ok }) => !ok);
  const failed = outcomes.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  const remarks = [
    `${count(summary.thresholds.length, 'threshold')}, ${missed.length} missed${missed.map(each => `; ${each.metric} ${each.condition}`).join('')}`,
    `${count(samples, 'response')} judged: ${failed.length > 0 ? `failed ${failed.join(', ')}` : 'nothing failed'}`,
    ...(summary.unfinished > 0
      ? [`${count(summary.unfinished, 'order request')} did not end`]
      : []),
    ...Object.entries(summary.notExercised).map(([part, why]) => `${part} not exercised: ${why}`),
    ...summary.notes,
  ];
  return (
    <ul class="remarks">
      {remarks.map(each => (
        <li>{visible(each)}</li>
      ))}
    </ul>
  );
}
