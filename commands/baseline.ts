/** `npm run baseline`: the cases that the last run exercised are those that the next gate requires. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../output/whole.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { baselineFile, exercised } from '../reports/result/run-verdict.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

const file = join(outputFolder(), 'conformance.json');
if (!existsSync(file)) {
  console.error(`${file} does not exist. Run npm run conformance first.`);
  process.exitCode = 3;
} else {
  const result = JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  const cases = exercised(result.requirements).toSorted((a, b) => a.localeCompare(b));
  writeWhole(baselineFile, `${JSON.stringify({ cases }, null, 2)}\n`);
  console.log(`A gate now requires ${cases.length} cases. Commit ${baselineFile}.`);
}
