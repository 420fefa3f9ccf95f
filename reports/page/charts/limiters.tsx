/** @jsxRuntime automatic @jsxImportSource preact */
/** The timeline of each limiter's probe: what it admitted, what it rejected, what it stated as remaining. */
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
import { count, visible } from '../parts/text.ts';
import { Figure, draw, type Width } from './figure.tsx';

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
