/** @jsxRuntime automatic @jsxImportSource preact */
/** The page of a history: verdicts, coverage, latency and limiters night after night, and what changed when. */
import { readFileSync } from 'node:fs';
import { renderDocument } from '../../page/document.tsx';
import { count, visible } from '../../page/parts/text.ts';
import { verdictColours, verdictWords } from '../../page/sections/headline.tsx';
import type { LeftOut } from '../folder.ts';
import type { ComparedNight, History } from '../nights.ts';
import { latencySeries, limiterSeries } from '../series.ts';
import { CoverageFigure } from './coverage.tsx';
import { HistoryHeadline } from './headline.tsx';
import { Nights } from './nights.tsx';
import { Sparklines } from './sparkline.tsx';

const style = readFileSync(new URL('history.css', import.meta.url), 'utf8');

/** @param last of the nights. */
export const renderHistory = (history: History, last: ComparedNight): string =>
  renderDocument({
    title: `History: ${verdictWords[last.verdict]}: ${visible(last.target, 200)}`,
    colour: verdictColours[last.verdict],
    skip: ['nights', 'the nights'],
    styles: [style],
    body: (
      <>
        <HistoryHeadline history={history} last={last} />
        <main>
          {history.nights.length > 1 && <Charts nights={history.nights} />}
          <Nights nights={history.nights} />
          <LeftOutFiles files={history.leftOut} />
        </main>
      </>
    ),
  });

function Charts({ nights }: { nights: readonly ComparedNight[] }) {
  const times = nights.map(({ startedAt }) => Date.parse(startedAt));
  const span = [Math.min(...times), Math.max(...times)] as const;
  const [latency, limiters] = [latencySeries(nights), limiterSeries(nights)];
  return (
    <section id="charts" aria-labelledby="charts-title">
      <h2 id="charts-title">Night after night</h2>
      <CoverageFigure nights={nights} />
      {latency.length > 0 && (
        <Sparklines
          title="Response times by route"
          says="The 95th percentile of the successful responses of each night; of few responses it is about the slowest. Each line has a scale of its own, from 0."
          series={latency}
          span={span}
        />
      )}
      {limiters.length > 0 && (
        <Sparklines
          title="Limiters"
          says="What the probes measured, with what the measurement leaves open."
          series={limiters}
          span={span}
        />
      )}
    </section>
  );
}

function LeftOutFiles({ files }: { files: readonly LeftOut[] }) {
  if (files.length === 0) return null;
  return (
    <section id="left-out" aria-labelledby="left-out-title">
      <h2 id="left-out-title">
        Left out <span class="counts">{count(files.length, 'file')}</span>
      </h2>
      <ul class="rows">
        {files.map(({ file, reason }) => (
          <li>
            <span class="id">{visible(file)}</span>
            <span>{visible(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
