/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the page of a run from its result, as one file that loads nothing. */
import { readFileSync } from 'node:fs';
import type { CaseResult, ConformanceResult } from '../../schemas/records/result.ts';
import { renderDocument } from './document.tsx';
import { gapsOf, warningsOf } from '../summary/requirements.ts';
import { Contract, Observations } from './sections/contract.tsx';
import { Failures, Gaps, Settings, Warnings } from './sections/open-points.tsx';
import { Headline, verdictColours, verdictWords } from './sections/headline.tsx';
import { Latency, Limiter, Load } from './sections/measurements.tsx';
import { stateOf, visible, longestBody } from './parts/marks.tsx';
import { Requests } from './sections/requests.tsx';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';

const script = readFileSync(new URL('in-browser.js', import.meta.url), 'utf8');

export function renderPage(result: ConformanceResult): string {
  const page = pageOf(result);
  const { verdict, target } = result;
  return renderDocument({
    title: `${verdictWords[verdict]}: ${visible(target.baseUrl, 200)}`,
    colour: verdictColours[verdict],
    skip: ['contract', 'the contract'],
    script,
    body: (
      <>
        <Headline page={page} />
        <Contents page={page} />
        <main>
          <Failures page={page} />
          <Warnings page={page} />
          <Gaps page={page} />
          <Settings page={page} />
          <Contract page={page} />
          <Observations page={page} />
          <section id="measured" aria-labelledby="measured-title">
            <h2 id="measured-title">Measurements</h2>
            {result.limiters.map(each => (
              <Limiter page={page} limiter={each} />
            ))}
            <Latency page={page} />
            {result.load && <Load load={result.load} />}
          </section>
          <Requests page={page} />
        </main>
      </>
    ),
  });
}

function Contents({ page }: { page: Page }) {
  const { requirements, observations } = page.result;
  const isWrong = requirements.some(each => ['failed', 'error'].includes(stateOf(each)));
  const sections: readonly (readonly [string, string, boolean])[] = [
    ['failures', 'Failures', isWrong],
    ['warnings', 'Warnings', warningsOf(page.result).length > 0],
    ['gaps', 'Not exercised', gapsOf(page.result).length > 0],
    ['contract', 'Contract', true],
    ['observations', 'Observations', observations.length > 0],
    ['measured', 'Measurements', true],
    ['requests', 'Requests', true],
  ];
  return (
    <nav aria-label="Sections">
      {sections.map(([id, name, shown]) => shown && <a href={`#${id}`}>{name}</a>)}
    </nav>
  );
}

export interface Page {
  readonly result: ConformanceResult;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  /** Ids of the exchanges on the page. The other exchanges are only in the result and the HAR. */
  readonly shown: ReadonlySet<string>;
  /** Limits the cases listed per requirement. */
  readonly mostCases: number;
}

/** Above this number, fewer cases are listed. A run on the reference has half as many. */
const manyCases = 3000;

export function pageOf(result: ConformanceResult): Page {
  const exchanges = exchangesOf(result);
  const cases = result.requirements.reduce((sum, each) => sum + each.cases.length, 0);
  return {
    result,
    exchanges,
    shown: shownExchanges(result, exchanges),
    mostCases: cases > manyCases ? 12 : 100,
  };
}

/** Limits the characters of exchanges, so that a page stays under 2 MB and opens at once even after ten thousand exchanges. */
const room = 900_000;

/** Returns the exchanges that fit: of failures first, then errors, warnings, marked observations, and the rest. */
export function shownExchanges(
  { requirements, observations }: ConformanceResult,
  exchanges: ReadonlyMap<string, Exchange>,
): ReadonlySet<string> {
  const cases = requirements.flatMap(each => each.cases);
  const [failed, errors, warnings] = (['failed', 'error', 'warning'] as const).map(verdict =>
    cases.filter(each => each.verdict === verdict),
  ) as [CaseResult[], CaseResult[], CaseResult[]];
  const wanted = new Set([
    ...failed.flatMap(each => each.exchange ?? []),
    ...failed.flatMap(each => each.compared ?? []),
    ...[...failed, ...errors, ...warnings].flatMap(each => each.evidence),
    ...observations.filter(each => each.marked).flatMap(each => each.evidence),
    ...exchanges.keys(),
  ]);
  const shown = new Set<string>();
  let used = 0;
  for (const id of wanted) {
    const exchange = exchanges.get(id);
    if (!exchange) continue;
    used += size(exchange);
    if (used > room) break;
    shown.add(id);
  }
  return shown;
}

/**
 * Estimates the characters that an exchange adds to the page: markup, texts (the URL appears three times), `&quot;` for each quotation
 * mark, and the lines of indented JSON.
 */
function size({ request, response }: Exchange): number {
  const { url, body = '' } = request;
  const texts = [url, url, url, body, response.body, ...response.headers.flat()];
  const all = texts.map(each => each.slice(0, longestBody)).join('');
  const marks = all.match(/["&<]/g)?.length ?? 0;
  const lines = all.match(/[,{[]/g)?.length ?? 0;
  return 700 + all.length + 5 * marks + 4 * lines;
}
