/** A result -> every file that is made from it, each whole or not at all. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';
import type { reportNames } from '../harness/output/folder.ts';
import { har } from './formats/har.ts';
import { junit } from './formats/junit.ts';
import { markdown } from './formats/markdown.ts';
import { metrics } from './formats/metrics.ts';

/** Loads the page, which takes a while: a run does it while something else goes on. */
export const loadReports = () => import('./page/page.tsx');

/** A text, or the parts of one that may be longer than the longest string. */
type Rendered = string | Iterable<string> | Promise<string>;
type Render = (result: ConformanceResult) => Rendered;

/** Name of the file -> what is in it. */
export const reports: Readonly<Record<(typeof reportNames)[number], Render>> = {
  'index.html': async result => (await loadReports()).renderPage(result),
  'junit.xml': junit,
  'evidence.har': har,
  'summary.md': markdown,
  'metrics.prom': metrics,
};

/** @returns a line for each file that could not be made; none of an earlier result is left in its place. */
export async function writeAll(
  out: string,
  renders: Readonly<Record<string, () => Rendered>>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, render] of Object.entries(renders)) {
    const file = join(out, name);
    try {
      rmSync(file, { force: true });
      writeWhole(file, await render());
    } catch (error) {
      problems.push(whyUnwritable(file, error));
    }
  }
  return problems;
}

/** @returns what `writeAll` returns. */
export const writeReports = (result: ConformanceResult, out: string): Promise<string[]> =>
  writeAll(
    out,
    Object.fromEntries(
      Object.entries(reports).map(([name, render]) => [name, () => render(result)]),
    ),
  );
