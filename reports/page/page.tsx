/** @jsxRuntime automatic @jsxImportSource preact */
/** The page of a run: one file that loads nothing, made from the result alone. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import type { ConformanceResult, RunVerdict } from '../../schemas/records/result.ts';
import { gapsOf } from '../summary/gaps.ts';
import { Contract } from './sections/contract.tsx';
import { Failures } from './sections/failures.tsx';
import { Gaps } from './sections/gaps.tsx';
import { Headline, verdictWords } from './sections/headline.tsx';
import { Measured } from './charts/measured.tsx';
import { stateOf } from './parts/marks.tsx';
import { pageOf, type Page } from './model.ts';
import { Observations } from './sections/observations.tsx';
import { Requests } from './sections/requests.tsx';
import { Settings } from './sections/settings.tsx';
import { visible } from './parts/text.ts';
import { Waived } from './sections/waived.tsx';

const beside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const style = ['base', 'top', 'rows', 'failures', 'charts', 'media']
  .map(name => beside(`style/${name}.css`))
  .join('\n');
const script = beside('page.js');

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but the style and the script of this file: whatever a target answered can load and run nothing. */
const policy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const colours: Readonly<Record<RunVerdict, string>> = {
  conformant: '1a7f37',
  passed: '1a7f37',
  'non-conformant': 'cf222e',
  incomplete: '9a6700',
  error: '8250df',
};

const icon = (verdict: RunVerdict) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='%23${colours[verdict]}'/></svg>`;

export function renderPage(result: ConformanceResult): string {
  const page = pageOf(result);
  return `<!doctype html>\n${renderToString(<Document page={page} />)}\n`;
}

function Document({ page }: { page: Page }) {
  const { verdict, target } = page.result;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${verdictWords[verdict]}: ${visible(target.baseUrl, 200)}`}</title>
        <link rel="icon" href={icon(verdict)} />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#contract">
          To the contract
        </a>
        <Headline page={page} />
        <Contents page={page} />
        <main>
          <Failures page={page} />
          <Waived page={page} />
          <Gaps page={page} />
          <Settings page={page} />
          <Contract page={page} />
          <Observations page={page} />
          <Measured page={page} />
          <Requests page={page} />
        </main>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
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
