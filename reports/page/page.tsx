/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the page of a run from its result, as one file that loads nothing. Its script filters failures and requirements. */
import type { CaseResult, ConformanceResult } from '../../schemas/records/result.ts';
import { areaOf } from '../../contract/statements.ts';
import { countStates, failuresOf, gapsOf, warningsOf } from '../summary/requirements.ts';
import { Contract, Observations } from './sections/contract.tsx';
import { Failures, Gaps, Settings, Warnings } from './sections/open-points.tsx';
import { Facts, Headline, verdictWords } from './sections/headline.tsx';
import { Latency, Limiter, Load } from './sections/measurements.tsx';
import { renderDocument } from './parts/document.tsx';
import { visible, longestBody } from './parts/marks.tsx';
import { Requests } from './sections/requests.tsx';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';

export const renderPage = (result: ConformanceResult): string =>
  renderDocument(
    `${verdictWords[result.verdict]}: ${visible(result.target.baseUrl, 200)}`,
    <Body page={pageOf(result)} />,
    true,
  );

const Body = ({ page }: { page: Page }) => (
  <>
    <a class="skip" href="#contract">
      To the contract
    </a>
    <Headline page={page} />
    <div class="bar">
      <Contents page={page} />
      <Filter page={page} />
    </div>
    <main>
      <Failures page={page} />
      <Warnings page={page} />
      <Gaps page={page} />
      <Settings page={page} />
      <Contract page={page} />
      <Observations page={page} />
      <section id="measured" aria-labelledby="measured-title">
        <h2 id="measured-title">Measurements</h2>
        {page.result.limiters.map(each => (
          <Limiter page={page} limiter={each} />
        ))}
        <Latency page={page} />
        {page.result.load && <Load load={page.result.load} />}
      </section>
      <Facts page={page} />
      <Requests page={page} />
    </main>
  </>
);

function Contents({ page }: { page: Page }) {
  const sections: readonly (readonly [string, string, boolean])[] = [
    ['failures', 'Failures', failuresOf(page.result).length > 0],
    ['warnings', 'Warnings', warningsOf(page.result).length > 0],
    ['gaps', 'Not exercised', gapsOf(page.result).length > 0],
    ['contract', 'Contract', true],
    ['observations', 'Observations', page.result.observations.length > 0],
    ['measured', 'Measurements', true],
    ['requests', 'Requests', true],
  ];
  return (
    <nav aria-label="Sections">
      {sections.map(([id, name, shown]) => shown && <a href={`#${id}`}>{name}</a>)}
    </nav>
  );
}

/** Renders the filter of failures and requirements. It stays hidden unless the script runs. */
function Filter({ page: { result } }: { page: Page }) {
  const { requirements } = result;
  const areas = new Set(requirements.map(({ id }) => areaOf(id)));
  return (
    <form class="filter" role="search" hidden data-of={requirements.length}>
      <input type="search" name="text" aria-label="Text" placeholder="Filter" />
      <select name="area" aria-label="Area">
        <option value="">all areas</option>
        {[...areas].map(area => (
          <option>{area}</option>
        ))}
      </select>
      <select name="status" aria-label="Status">
        <option value="">any status</option>
        {countStates(requirements).map(({ state }) => (
          <option value={state}>{state.replace('-', ' ')}</option>
        ))}
      </select>
      <button type="reset">Reset</button>
      <output />
    </form>
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
    mostCases: cases > manyCases ? 10 : 100,
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
