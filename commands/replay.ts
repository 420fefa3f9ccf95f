/** `npm run replay -- FILE`: the verdicts of a run, judged again from what it recorded. Nothing is sent. */
import { parseArgs } from 'node:util';
import { NoResult, readResult, resultFile } from '../reports/read-result.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';
import { judgeAgain } from './shared/judge-again.ts';
import { version } from '../reports/files.ts';

const usage = `npm run replay -- FILE

Runs the checks of a run again on the responses that its result holds, and compares the verdicts. Nothing is sent. It shows
that the verdicts follow from the exchanges, not that the exchanges happened.

FILE   the conformance.json of a run, or the folder that holds it

Exit codes: 0 every verdict is the same, 1 something differs, 3 the file is no result that this version can judge again.`;

/** Differences that are shown: one edit shows in many places. */
const shown = 20;

/** @returns undefined where help was wanted. */
function readArguments(): string | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new NoResult('Name one file: npm run replay -- FILE (--help explains it).');
  return resultFile(file);
}

async function main(): Promise<number> {
  const file = readArguments();
  if (file === undefined) {
    console.log(usage);
    return 0;
  }
  const result = readResult(file);
  const { suite, requirements, exchanges } = result;
  if (suite.version !== version())
    throw new NoResult(
      `${file} is of version ${suite.version} of the suite, and this is ${version()}: only the same version judges the same.`,
    );
  const differences = await judgeAgain(result);
  const judged = requirements.filter(({ cases }) => cases.length > 0).length;
  if (differences.length === 0) {
    const count = Object.keys(exchanges).length;
    console.log(
      `Judged again: ${judged} requirements from ${count} exchanges, every verdict the same.`,
    );
    return 0;
  }
  const more = differences.length - shown;
  const lines = [...differences.slice(0, shown), ...(more > 0 ? [`and ${more} more`] : [])];
  console.log(
    harmless([`Judged again: ${differences.length} differences.`, ...lines].join('\n  ')),
  );
  return exitCodes['non-conformant'];
}

process.exitCode = await main().catch((error: Error) => {
  console.error(harmless(error.message));
  return exitCodes.error;
});
