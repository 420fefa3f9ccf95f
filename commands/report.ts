/** `npm run report -- FILE`: every report of a run, made again from its result. */
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { expectFree } from '../output/claim.ts';
import { NoResult, readResult, resultFile } from '../reports/read-result.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';
import { reports, writeReports } from '../reports/write-reports.ts';

const usage = `npm run report -- FILE [--out FOLDER]

Makes the reports of a run again, from its result alone. Nothing is sent.

FILE   the conformance.json of a run, or the folder that holds it
--out  where the reports go; the folder of FILE if it is not given

Written: ${Object.keys(reports).join(', ')}.
Exit codes: 0 all were written, 3 the file is no result that this version reads, or a report could not be written.`;

interface Arguments {
  readonly file: string;
  readonly out: string;
}

/** @returns undefined where help was wanted. */
function readArguments(): Arguments | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new NoResult('Name one file: npm run report -- FILE (--help explains it).');
  const result = resultFile(file);
  return { file: result, out: values.out ?? dirname(result) };
}

async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    console.log(usage);
    return 0;
  }
  await expectFree(given.out);
  const problems = await writeReports(readResult(given.file), given.out);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return exitCodes.error;
  console.log(`${given.out}: ${Object.keys(reports).join(', ')}`);
  return 0;
}

process.exitCode = await main().catch((error: Error) => {
  console.error(harmless(error.message));
  return exitCodes.error;
});
