/** Renders every report from a result and writes each file atomically. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';
import type { reportNames } from '../harness/output/folder.ts';
import { warn } from '../harness/output/wrap.ts';
import { har } from './formats/har.ts';
import { junit } from './formats/junit.ts';
import { markdown, reportToGitHub } from './formats/markdown.ts';
import { metrics } from './formats/metrics.ts';

/** Text of a report, or parts of a text that may be longer than the longest string. */
type Rendered = string | Iterable<string> | Promise<string>;
type Render = (result: ConformanceResult) => Rendered;

/** Renderers by file name. */
export const reports: Readonly<Record<(typeof reportNames)[number], Render>> = {
  // Loading the page takes a while.
  'index.html': async result => (await import('./page/page.tsx')).renderPage(result),
  'junit.xml': junit,
  'evidence.har': har,
  'summary.md': markdown,
  'metrics.prom': metrics,
};

/** Writes the reports. Removes the old version of a report that cannot be written. @returns a line for each such report. */
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

/**
 * Writes the reports of a result, and names each report that could not be written. In GitHub Actions, writes annotations and the summary,
 * too.
 *
 * @returns true if nothing is missing.
 */
export async function leaveReports(result: ConformanceResult, out: string): Promise<boolean> {
  const problems = await writeReports(result, out);
  problems.push(...reportToGitHub(result, process.env, line => console.log(line)));
  for (const problem of problems) warn(problem);
  return problems.length === 0;
}

/** @returns the lines of `writeAll`. */
export const writeReports = (result: ConformanceResult, out: string): Promise<string[]> =>
  writeAll(
    out,
    Object.fromEntries(
      Object.entries(reports).map(([name, render]) => [name, () => render(result)]),
    ),
  );
