/** @jsxRuntime automatic @jsxImportSource preact */
/** The page of a run: one file that loads nothing, made from the result alone. */
import { readFileSync } from 'node:fs';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { renderDocument } from './document.tsx';
import { gapsOf } from '../summary/coverage.ts';
import { Contract, Observations } from './sections/contract.tsx';
import { Failures, Gaps, Waived, Settings } from './sections/open-points.tsx';
import { Headline, verdictColours, verdictWords } from './sections/headline.tsx';
import { Latency, Limiters, Load } from './sections/measurements.tsx';
import { stateOf, visible } from './parts/marks.tsx';
import { pageOf, type Page } from './model.ts';
import { Requests } from './sections/requests.tsx';

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
          <Waived page={page} />
          <Gaps page={page} />
          <Settings page={page} />
          <Contract page={page} />
          <Observations page={page} />
          <section id="measured" aria-labelledby="measured-title">
            <h2 id="measured-title">Measurements</h2>
            <Limiters page={page} />
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
