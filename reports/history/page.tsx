/** @jsxRuntime automatic @jsxImportSource preact */
/** The page of a history: the verdict of each night, and a line of response times for each route. */
import * as Plot from '@observablehq/plot';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { routes } from '../../schemas/routes.ts';
import { moment } from '../drift/change.ts';
import { Figure, draw } from '../page/parts/figure.tsx';
import { renderDocument } from '../page/document.tsx';
import { count, visible } from '../page/parts/marks.tsx';
import { verdictColours, verdictWords } from '../page/sections/headline.tsx';
import { coverageLine } from '../summary/coverage.ts';
import { durations, quantile } from '../summary/statistics.ts';

export type Night = ReturnType<typeof nightOf>;

/** Returns the part of a result that the page shows: small enough to have a year of them in memory. */
export const nightOf = (result: ConformanceResult, file: string) => ({
  file,
  startedAt: result.startedAt,
  target: result.target.baseUrl,
  verdict: result.verdict,
  /** The coverage of the contract, and the ids of the requirements that failed. */
  shown: [
    coverageLine(result),
    ...result.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
  ].join(', '),
  /** By route: the 95th percentile of the successful responses in milliseconds. */
  p95: new Map([...durations(result)].map(([route, sorted]) => [route, quantile(sorted, 0.95)])),
});

const day = 24 * 60 * 60 * 1000;

/** Adds the time that a night stands for: until the next one began, or as long as usual before a gap. */
function withSpans(nights: readonly Night[]) {
  const starts = nights.map(({ startedAt }) => Date.parse(startedAt));
  const lengths = starts.slice(1).map((next, at) => next - starts[at]!);
  const sorted = lengths.toSorted((a, b) => a - b);
  const usual = sorted[(sorted.length - 1) >> 1] || day;
  return nights.map((night, at) => {
    const [from, length] = [starts[at]!, lengths[at] ?? usual];
    return { ...night, from, to: from + (length > 1.5 * usual ? usual : length) };
  });
}

/** @param nights in the order in which they began, of which `last` is the last one. */
export const renderHistory = (nights: readonly Night[], last: Night): string =>
  renderDocument({
    title: `History: ${verdictWords[last.verdict]}: ${visible(last.target, 200)}`,
    colour: verdictColours[last.verdict],
    body: (
      <>
        <header class={`headline ${last.verdict}`}>
          <p class="suite">Gift Voucher Business API: history</p>
          <h1>
            {verdictWords[last.verdict]} <span class="target">{visible(last.target)}</span>
          </h1>
          <p class="coverage">
            {count(nights.length, 'night')}, the last one {moment(last.startedAt)}
          </p>
        </header>
        <main>
          <h2>Night after night</h2>
          <Chart nights={nights} />
          <h2>Nights</h2>
          <ul class="rows">
            {nights.toReversed().map(({ startedAt, verdict, shown }) => (
              <li>
                <span>{moment(startedAt)}</span>
                <span>
                  <b class={`mark ${verdict}`}>{verdictWords[verdict]}</b>
                </span>
                <span>{visible(shown, 400)}</span>
              </li>
            ))}
          </ul>
        </main>
      </>
    ),
  });

/** A row of verdicts, then a line for each route; nights without a response and gaps between nights interrupt it. */
function Chart({ nights }: { nights: readonly Night[] }) {
  const spans = withSpans(nights);
  const lines = routes.all.flatMap(({ id }) => {
    const known = nights.flatMap(({ p95 }) => p95.get(id) ?? []).toSorted((a, b) => a - b);
    const highest = known.at(-1);
    if (highest === undefined) return [];
    const points = spans.flatMap(({ p95, from, to }, at) => [
      { id, at: from, share: (p95.get(id) ?? NaN) / highest },
      ...(to === spans[at + 1]?.from ? [] : [{ id, at: to, share: NaN }]),
    ]);
    return [{ id, points, numbers: [nights.at(-1)?.p95.get(id), quantile(known, 0.5), highest] }];
  });
  const rows = ['verdict', ...lines.map(({ id }) => id)];
  return (
    <Figure
      title="Verdicts and response times"
      says="The verdict of each night, and by route the 95th percentile of its successful responses: each line has a scale of its own, from 0."
      draw={width =>
        draw(width, {
          height: 70 + 44 * rows.length,
          marginTop: 24,
          x: { type: 'utc', label: null },
          y: { axis: null, domain: [0, 1] },
          fy: { axis: null, domain: rows, padding: 0.4 },
          marks: [
            Plot.text(rows, { fy: row => row, text: row => row, frameAnchor: 'top-left', dy: -13 }),
            Plot.rect(spans, {
              fy: () => 'verdict',
              x1: 'from',
              x2: 'to',
              fill: spans.map(({ verdict }) => `#${verdictColours[verdict]}`),
            }),
            Plot.lineY(
              lines.flatMap(({ points }) => points),
              { x: 'at', y: 'share', fy: 'id', stroke: 'var(--chart)', strokeLinecap: 'round' },
            ),
          ],
        })
      }
      columns={['Route', 'Last night, ms', 'Median, ms', 'Slowest, ms']}
      rows={lines.map(({ id, numbers }) => [
        id,
        ...numbers.map(each => (each === undefined ? '–' : Math.round(each))),
      ])}
    />
  );
}
