/** @jsxRuntime automatic @jsxImportSource preact */
/**
 * Renders measurements: the timeline of each limiter, response times by route, and the load. Widths of drawings are percentages, so that they
 * fit any screen.
 */
import type { ComponentChildren } from 'preact';
import {
  driverNames,
  integerHeader,
  isRejected,
  type LimiterResult,
  type Note,
  type Numbers,
} from '../../../schemas/records/limiter.ts';
import { notesOf } from '../../../schemas/records/texts.ts';
import type { Page } from '../page.tsx';
import { visible, duration } from '../parts/marks.tsx';
import { counted } from '../../../schemas/counted.ts';
import { measuredText } from '../../summary/words.ts';
import { durations, quantile } from '../../summary/statistics.ts';
import type { LoadResult } from '../../../schemas/records/result.ts';

export function Limiter({ page, limiter }: { page: Page; limiter: LimiterResult }) {
  const [id, title] = [`limiter-${limiter.name}`, `Limiter ${limiter.name}`];
  if ('skipped' in limiter)
    return <Figure id={id} title={title} says={`Not measured: ${limiter.skipped}`} />;
  const points = pointsOf(notesOf(limiter, page.result.texts));
  const says = `${numbers(limiter)} ${counted(limiter.requests, 'request')}, sent by ${driverNames[limiter.driver]}.`;
  // Without a rejection, each dot would only say that its request was admitted.
  if (!points.some(({ rejected }) => rejected)) return <Figure id={id} title={title} says={says} />;
  return (
    <Figure id={id} title={title} says={says}>
      <Timeline title={title} points={points} numbers={limiter} />
    </Figure>
  );
}

interface Point {
  readonly note: Note;
  readonly seconds: number;
  readonly remaining: number | undefined;
  readonly rejected: boolean;
  /** Stated remaining requests. If not stated, the number of requests admitted since the last rejection. */
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

/** Height of a timeline in pixels. */
const tall = 150;
const mostPoints = 250;

interface TimelineProps {
  readonly title: string;
  readonly points: readonly Point[];
  readonly numbers: Numbers;
}

/** Draws each response by time: dots were admitted, crosses were rejected. The measured window is drawn above. */
function Timeline({ title, points, numbers: { windowSeconds } }: TimelineProps) {
  const isStated = points.some(each => each.remaining !== undefined);
  const first = points.find(each => !each.rejected)?.seconds ?? 0;
  const window = 'inconclusive' in windowSeconds ? undefined : windowSeconds.value;
  const last = Math.max(1, points.at(-1)?.seconds ?? 0, first + (window ?? 0));
  const highest = Math.max(1, ...points.map(each => each.height));
  const x = (seconds: number) => `${((seconds / last) * 100).toFixed(2)}%`;
  const y = (height: number) => tall - (tall * Math.max(0, height)) / highest;
  // Thousands of dots would cover each other.
  const step = Math.ceil(points.length / mostPoints);
  return (
    <div class="chart">
      <svg width="100%" height={tall} role="img" aria-label={`${title}: requests by time`}>
        {ticks(highest, 4).map(each => (
          <>
            <line class="grid" x2="100%" y1={y(each)} y2={y(each)} />
            <text x="-8" y={y(each) + 4} text-anchor="end">
              {each}
            </text>
          </>
        ))}
        {ticks(last, 5).map(each => (
          <text x={x(each)} y={tall + 18} text-anchor="middle">
            {`${each.toLocaleString('en')} s`}
          </text>
        ))}
        {window !== undefined && (
          <line class="window" x1={x(first)} x2={x(first + window)} y1="-12" y2="-12" />
        )}
        {points
          .filter((_, at) => at % step === 0)
          .map(({ seconds, height, rejected }) =>
            rejected ? (
              <text class="cross" x={x(seconds)} y={y(height) + 4} text-anchor="middle">
                ✕
              </text>
            ) : (
              <circle cx={x(seconds)} cy={y(height)} r="2.5" />
            ),
          )}
      </svg>
      <ul class="legend">
        <li class="dot">admitted</li>
        <li class="cross">rejected</li>
        {window !== undefined && <li class="line">{`the window, ${window} s`}</li>}
        <li>{`x: time, y: ${isStated ? 'requests remaining' : 'requests admitted in a row'}`}</li>
      </ul>
    </div>
  );
}

/** Returns round numbers from 0 to the highest value, at most as many as wanted. */
function ticks(highest: number, wanted: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / wanted));
  const steps = [1, 2, 5, 10].map(each => each * power);
  const step = steps.find(each => each >= highest / wanted) ?? highest;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step);
}

function numbers({ limit, windowSeconds, algorithm }: Numbers): string {
  const kind =
    algorithm.name === 'inconclusive'
      ? 'Algorithm unclear'
      : `A ${algorithm.name.replace('-', ' ')}, confidence ${algorithm.confidence}`;
  return `${kind}: limit ${measuredText(limit)}, window ${measuredText(windowSeconds, ' s')}.`;
}

/** Renders a table of routes, slowest median first. */
export function Latency({ page }: { page: Page }) {
  const times = [...durations(page.result)]
    .map(([route, sorted]) => {
      const at = (share: number) => Math.round(quantile(sorted, share));
      return [route, at(0.5), at(0.95), at(1), sorted.length] as const;
    })
    .toSorted(([, a], [, b]) => b - a);
  if (times.length === 0) return null;
  const title = 'Response times by route';
  return (
    <Figure title={title} says="Milliseconds of successful responses.">
      <div class="numbers" tabIndex={0} role="group" aria-label={title}>
        <table>
          <thead>
            <tr>
              {['Route', 'Median', '95th percentile', 'Slowest', 'Responses'].map(each => (
                <th scope="col">{each}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map(([route, ...values]) => (
              <tr>
                <th scope="row">{visible(route)}</th>
                {values.map(each => (
                  <td>{each}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Figure>
  );
}

export function Load({ load: { summary, samples, outcomes } }: { load: LoadResult }) {
  const { durationMs, requests, thresholds, unfinished, notExercised, notes, withheld } = summary;
  const { sent, limited, failed } = requests;
  const missed = thresholds.filter(({ ok }) => !ok);
  const wrong = outcomes.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  const remarks = [
    `${counted(thresholds.length, 'threshold')}, ${missed.length} missed${missed.map(each => `; ${each.metric} ${each.condition}`).join('')}`,
    `${counted(samples, 'response')} judged: ${wrong.length > 0 ? `failed ${wrong.join(', ')}` : 'nothing failed'}`,
    ...(unfinished > 0 ? [`${counted(unfinished, 'order request')} did not end`] : []),
    ...Object.entries(notExercised).map(([part, why]) => `${part} not exercised: ${why}`),
    ...(withheld === undefined ? [] : [withheld]),
    ...notes,
  ];
  return (
    <Figure
      title="Load"
      says={`${counted(sent, 'request')} in ${duration(durationMs)}, ${(sent / (durationMs / 1000)).toFixed(1)} a second: ${limited} limited, ${failed} failed.`}
    >
      <ul class="remarks">
        {remarks.map(each => (
          <li>{visible(each)}</li>
        ))}
      </ul>
    </Figure>
  );
}

interface FigureProps {
  readonly id?: string;
  readonly title: string;
  /** Says in a sentence what the figure shows. */
  readonly says: string;
  readonly children?: ComponentChildren;
}

const Figure = ({ id, title, says, children }: FigureProps) => (
  <figure id={id}>
    <figcaption>
      <h3>{title}</h3>
      <p class="dim">{visible(says)}</p>
    </figcaption>
    {children}
  </figure>
);
