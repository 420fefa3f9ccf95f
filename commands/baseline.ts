/** `npm run baseline`: what the last run exercised is what the next gate demands. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from '../fixtures/config/environment.ts';
import { baselineFile, exercised } from '../reports/decide.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

const file = join(outputFolder(), 'conformance.json');
if (!existsSync(file)) {
  console.error(`There is no ${file}: run npm run conformance first.`);
  process.exitCode = 3;
} else {
  const result = JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  const cases = exercised(result.requirements).toSorted((a, b) => a.localeCompare(b));
  writeFileSync(baselineFile, `${JSON.stringify({ cases }, null, 2)}\n`);
  console.log(`${cases.length} cases are demanded from now on: ${baselineFile}, to be committed.`);
}
