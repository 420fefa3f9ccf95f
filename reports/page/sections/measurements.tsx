/** @jsxRuntime automatic @jsxImportSource preact */
/** Measurements: the timeline of each limiter, the response times by route, the load. */
import * as Plot from '@observablehq/plot';
import {
  driverNames,
  integerHeader,
  isRejected,
  type LimiterResult,
  type Measured,
  type Note,
  type Numbers,
} from '../../../schemas/records/limiter.ts';
import { notesOf } from '../../../schemas/records/texts.ts';
import type { Page } from '../model.ts';
import { count, visible, duration } from '../parts/marks.tsx';
import { Figure, draw, type Width } from '../parts/figure.tsx';
import { group, quantile } from '../../summary/statistics.ts';
import type { LoadResult } from '../../../schemas/records/result.ts';

export const Limiters = ({ page }: { page: Page }) => (
  <>
    {page.result.limiters.map(each => (
      <Limiter page={page} limiter={each} />
    ))}
  </>
);

function Limiter({ page, limiter }: { page: Page; limiter: LimiterResult }) {
  const title = `Limiter ${limiter.name}`;
  if ('skipped' in limiter)
    return <Unmeasured title={title} says={`Not measured: ${limiter.skipped}`} />;
  const points = pointsOf(notesOf(limiter, page.result.texts));
  const says = `${numbers(limiter)} ${count(limiter.requests, 'request')}, sent by ${driverNames[limiter.driver]}.`;
  if (points.length === 0) return <Unmeasured title={title} says={says} />;
  return (
    <Figure
      title={title}
      says={says}
      draw={width => timeline(width, points, limiter)}
      legend={[
        ['dot', 'admitted'],
        ['cross', 'rejected'],
        ...('inconclusive' in limiter.windowSeconds
          ? []
          : [['line strong', 'the window found'] as const]),
      ]}
      columns={['Seconds', 'Phase', 'Status', 'RateLimit-Remaining', 'retry-after']}
      rows={points.map(({ seconds, note, remaining }) => [
        seconds.toFixed(2),
        note.phase,
        note.status,
        remaining ?? '',
        note.headers['retry-after'] ?? '',
      ])}
    />
  );
}

const Unmeasured = ({ title, says }: { title: string; says: string }) => (
  <div class="figure">
    <h3>{title}</h3>
    <p>{visible(says)}</p>
  </div>
);

interface Point {
  readonly note: Note;
  readonly seconds: number;
  readonly remaining: number | undefined;
  readonly rejected: boolean;
  /** Remaining as stated; where nothing is stated, how many were admitted since the last rejection. */
  readonly height: number;
}

function pointsOf(notes: readonly Note[]): Point[] {
  const own = notes
    .filter(note => note.to === undefined && note.status !== 0)
    .toSorted((a, b) => a.receivedAt - b.receivedAt);
  const start = own[0]?.sentAt ?? 0;
  let admitted = 0;
  return own.map(note => {
    const rejected = isRejected(note);
    admitted = rejected ? 0 : admitted + 1;
    const remaining = integerHeader(note, 'ratelimit-remaining');
    const seconds = (note.receivedAt - start) / 1000;
    return { note, seconds, remaining, rejected, height: remaining ?? admitted };
  });
}

function timeline(width: Width, points: readonly Point[], { windowSeconds }: Numbers): string {
  const states = points.some(each => each.remaining !== undefined);
  const top = Math.max(...points.map(each => each.height));
  const first = points.find(each => !each.rejected)?.seconds ?? 0;
  const window =
    'inconclusive' in windowSeconds
      ? []
      : [{ from: first, to: first + windowSeconds.value, text: `window ${windowSeconds.value} s` }];
  const admitted = points.filter(each => !each.rejected);
  const rejected = points.filter(each => each.rejected);
  return draw(width, {
    height: 210,
    marginTop: 30,
    x: { label: 'seconds', grid: true },
    y: {
      label: states ? 'remaining' : 'admitted in a row',
      grid: true,
      domain: [0, top],
      ticks: 4,
    },
    marks: [
      Plot.ruleY(window, {
        y: top * 1.08,
        x1: 'from',
        x2: 'to',
        stroke: 'currentColor',
        strokeWidth: 2,
      }),
      Plot.text(window, { y: top * 1.08, x: 'to', text: 'text', textAnchor: 'start', dx: 6 }),
      Plot.dot(thinned(admitted, width), { x: 'seconds', y: 'height', fill: 'var(--chart)', r: 2 }),
      Plot.dot(thinned(rejected, width), {
        x: 'seconds',
        y: 'height',
        stroke: 'var(--failed)',
        symbol: 'times',
        r: 4,
      }),
    ],
  });
}

const most: Readonly<Record<Width, number>> = { wide: 300, narrow: 120 };

/** A dot for each would be a line of dots over each other. */
const thinned = (points: readonly Point[], width: Width): Point[] => {
  const step = Math.ceil(points.length / most[width]);
  return points.filter((_, at) => at % step === 0);
};

function numbers({ limit, windowSeconds, algorithm }: Numbers): string {
  const kind =
    algorithm.name === 'inconclusive'
      ? 'Algorithm unclear'
      : `A ${algorithm.name.replace('-', ' ')}, confidence ${algorithm.confidence}`;
  return `${kind}: limit ${said(limit, '')}, window ${said(windowSeconds, ' s')}.`;
}

function said(measured: Measured, unit: string): string {
  if ('inconclusive' in measured) return `unclear (${measured.reason})`;
  const { value, low, high } = measured;
  return low === high ? `${value}${unit}` : `${value}${unit} (${low} to ${high})`;
}

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

export function Load({ load: { summary, samples, outcomes } }: { load: LoadResult }) {
  const { durationMs, requests, thresholds, unfinished, notExercised, notes } = summary;
  const { sent, limited, failed } = requests;
  const missed = thresholds.filter(({ ok }) => !ok);
  const wrong = outcomes.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  const remarks = [
    `${count(thresholds.length, 'threshold')}, ${missed.length} missed${missed.map(each => `; ${each.metric} ${each.condition}`).join('')}`,
    `${count(samples, 'response')} judged: ${wrong.length > 0 ? `failed ${wrong.join(', ')}` : 'nothing failed'}`,
    ...(unfinished > 0 ? [`${count(unfinished, 'order request')} did not end`] : []),
    ...Object.entries(notExercised).map(([part, why]) => `${part} not exercised: ${why}`),
    ...notes,
  ];
  return (
    <div class="figure">
      <h3>Load</h3>
      <p>
        {`${count(sent, 'request')} in ${duration(durationMs)}, ${(sent / (durationMs / 1000)).toFixed(1)} a second: ${limited} limited, ${failed} failed.`}
      </p>
      <ul class="remarks">
        {remarks.map(each => (
          <li>{visible(each)}</li>
        ))}
      </ul>
    </div>
  );
}
