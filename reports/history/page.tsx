/** @jsxRuntime automatic @jsxImportSource preact */
/** The page of a history: the verdict of each night, and a line of response times for each route. */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { routes } from '../../schemas/routes.ts';
import { moment } from '../drift/change.ts';
import { dayMs } from '../files.ts';
import { Figure, Numbers } from '../page/parts/figure.tsx';
import { renderDocument } from '../page/document.tsx';
import { count, visible } from '../page/parts/marks.tsx';
import { verdictColours, verdictWords } from '../page/sections/headline.tsx';
import { coverageLine } from '../summary/requirements.ts';
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

/** Adds the time that a night stands for: until the next one began, or as long as usual before a gap. */
function withSpans(nights: readonly Night[]) {
  const starts = nights.map(({ startedAt }) => Date.parse(startedAt));
  const lengths = starts.slice(1).map((next, at) => next - starts[at]!);
  const sorted = lengths.toSorted((a, b) => a - b);
  const usual = sorted[(sorted.length - 1) >> 1] || dayMs;
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
  const [start, end] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const x = (time: number) => Number((((time - start) / (end - start)) * 100).toFixed(2));
  const verdicts = spans.map(({ verdict, from, to }) => (
    <rect
      x={x(from)}
      width={x(to) - x(from)}
      height={tall}
      fill={`#${verdictColours[verdict]}`}
      stroke="none"
    />
  ));
  const rows = routes.all.flatMap(({ id }) => {
    const known = nights.flatMap(({ p95 }) => p95.get(id) ?? []).toSorted((a, b) => a - b);
    const highest = known.at(-1);
    if (highest === undefined) return [];
    const line = spans.map(({ p95, from, to }, at) => {
      const now = p95.get(id);
      if (now === undefined) return '';
      const y = tall - (tall * now) / (highest || 1);
      const before = spans[at - 1];
      const goesOn = before?.to === from && before.p95.has(id);
      return `${goesOn ? 'V' : `M${x(from)} `}${y.toFixed(1)}H${x(to)}`;
    });
    const numbers = [nights.at(-1)?.p95.get(id), quantile(known, 0.5), highest];
    return [
      [
        id,
        <Strip>
          <path d={line.join('')} />
        </Strip>,
        ...numbers.map(each => (each === undefined ? '–' : Math.round(each))),
      ],
    ];
  });
  const title = 'Verdicts and response times';
  return (
    <Figure
      title={title}
      says={`From ${moment(nights[0]!.startedAt)}: the verdict of each night, and by route the 95th percentile of its successful responses in milliseconds, each on a scale of its own, from 0.`}
    >
      <Numbers
        of={title}
        columns={['Line', 'Night after night', 'Last night', 'Median', 'Slowest']}
        rows={[['Verdict', <Strip>{verdicts}</Strip>, '', '', ''], ...rows]}
      />
    </Figure>
  );
}

const tall = 24;

/** A drawing as wide as its column. */
const Strip = ({ children }: { children: ComponentChildren }) => (
  <svg
    class="strip"
    viewBox={`0 -1 100 ${tall + 2}`}
    preserveAspectRatio="none"
    width="100%"
    height={tall}
    aria-hidden="true"
  >
    {children}
  </svg>
);
