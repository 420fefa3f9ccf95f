/** `npm run drift -- OLD NEW`: what changed from one result to another. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { expectFree } from '../output/claim.ts';
import { compare } from '../reports/drift/compare.ts';
import type { Drift } from '../reports/drift/facts.ts';
import { driftLines } from '../reports/drift/lines.ts';
import { driftMarkdown } from '../reports/drift/markdown.ts';
import { lastBefore } from '../reports/history/folder.ts';
import { addToSummary } from '../reports/github.ts';
import { NoResult, readResult, resultFile } from '../reports/read-result.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';
import { writeAll } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

const usage = `npm run drift -- OLD NEW [--out FOLDER]

States what changed from one result to another: verdicts, what the spec leaves open, limiters, latency, fields of
responses. For one night after another, and for a sandbox against production. Nothing is sent.

OLD, NEW  a conformance.json, or the folder that holds it; OLD can be a folder of npm run history: of its results, the last
          one that began before NEW
--out     where drift.html and drift.md go; the folder of NEW if it is not given

Where GITHUB_STEP_SUMMARY names a file, drift.md is added to it.
Exit codes: 0 no verdict got worse, 1 one did, 3 no results, wrong usage, or a file could not be written.`;

interface Arguments {
  readonly old: string;
  readonly fresh: string;
  readonly out: string | undefined;
}

/** @returns undefined where help was wanted. */
function readArguments(): Arguments | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return undefined;
  const [old, fresh, ...more] = positionals;
  if (old === undefined || fresh === undefined || more.length > 0)
    throw new NoResult('Name two results: npm run drift -- OLD NEW (--help explains it).');
  return { old, fresh, out: values.out };
}

/** @throws NoResult where a history has none from before. */
function readOld(path: string, fresh: ConformanceResult): ConformanceResult {
  const file = resultFile(path);
  if (file === path || existsSync(file)) return readResult(file);
  const last = lastBefore(path, fresh);
  if (last === undefined)
    throw new NoResult(
      `${path} has no result of a run that began before ${fresh.startedAt}: on the first night there is nothing to compare.`,
    );
  return readResult(last);
}

/** @returns a line for each file that could not be written. */
async function leave(drift: Drift, out: string): Promise<string[]> {
  const text = driftMarkdown(drift);
  const problems = await writeAll(out, {
    // Loaded here: the libraries of the page take half a second.
    'drift.html': async () => (await import('../reports/drift/page/page.tsx')).renderDrift(drift),
    'drift.md': () => text,
  });
  try {
    addToSummary(text, process.env);
  } catch (error) {
    problems.push(`the summary of the step could not be written: ${(error as Error).message}`);
  }
  return problems;
}

async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    console.log(usage);
    return 0;
  }
  const fresh = resultFile(given.fresh);
  const after = readResult(fresh);
  const before = readOld(given.old, after);
  const out = given.out ?? dirname(fresh);
  await expectFree(out);
  const changes = compare(before, after);
  console.log(driftLines(before, after, changes).join('\n'));
  const problems = await leave({ before, after, changes }, out);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`pages: ${out}/drift.html, drift.md`);
  if (changes.some(({ worse }) => worse)) return exitCodes['non-conformant'];
  return problems.length > 0 ? exitCodes.error : 0;
}

process.exitCode = await main().catch((error: Error) => {
  console.error(harmless(error.message));
  return exitCodes.error;
});
