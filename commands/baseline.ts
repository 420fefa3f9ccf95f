/** `npm run baseline`: the cases that the last run exercised are those that the next gate requires. */
import { join } from 'node:path';
import { whyUnwritable } from '../output/problem.ts';
import { writeWhole } from '../output/whole.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { baselineFile } from '../reports/files.ts';
import { readResult } from '../reports/read-result.ts';
import { exercised, exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../output/sanitize.ts';

function main(): void {
  const { requirements } = readResult(join(outputFolder(), 'conformance.json'));
  const cases = exercised(requirements).toSorted((a, b) => a.localeCompare(b));
  try {
    writeWhole(baselineFile, `${JSON.stringify({ cases }, null, 2)}\n`);
  } catch (error) {
    throw new Error(whyUnwritable(baselineFile, error), { cause: error });
  }
  console.log(`A gate now requires ${cases.length} cases. Commit ${baselineFile}.`);
}

try {
  main();
} catch (error) {
  console.error(
    harmless(
      `${(error as Error).message} A baseline is made of the last run: npm run conformance.`,
    ),
  );
  process.exitCode = exitCodes.error;
}
