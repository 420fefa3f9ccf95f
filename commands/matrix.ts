/**
 * `npm run matrix [part of an id ...]`: which faults the suite detects, and whether it accuses a conformant variant. A whole run writes the
 * committed table; `-- --check` reports whether that is stale, and runs nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMatrix } from '../calibration/matrix/render.ts';
import { runMatrix } from '../calibration/matrix/run.ts';
import { renderTable, staleness } from '../calibration/matrix/table.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { readGenerated, writeGenerated } from './generated.ts';

const table = 'calibration/MATRIX.md';

/** @returns the exit code. */
function check(): number {
  const stale = staleness(readGenerated(table));
  if (stale.length > 0)
    console.error([`${table} is stale. Run: npm run matrix`, ...stale].join('\n  '));
  return stale.length > 0 ? 1 : 0;
}

/**
 * @param parts of the ids to judge; none: all.
 * @returns the exit code.
 */
async function run(parts: readonly string[]): Promise<number> {
  const whole = parts.length === 0;
  const startedAt = Date.now();
  const matrix = await runMatrix(
    id => whole || parts.some(part => id.includes(part)),
    done => {
      if (done % 50 === 0) console.error(`${done} judged`);
    },
  );
  const problems = matrix.problems.filter(each => whole || !each.startsWith('no fault breaks'));
  const file = join(outputFolder(), 'matrix.md');
  mkdirSync(outputFolder(), { recursive: true });
  writeFileSync(file, renderMatrix({ ...matrix, problems }));
  if (whole) await writeGenerated(table, renderTable(matrix));
  for (const problem of problems) console.log(problem);
  if (matrix.remeasured.length > 0) console.log(`measured again: ${matrix.remeasured.join(', ')}`);
  console.log(
    `${matrix.faults.length} faults, ${matrix.variants.length} variants, ${problems.length} problems in ${Math.round((Date.now() - startedAt) / 1000)} s: ${file}`,
  );
  return problems.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
process.exitCode = args.includes('--check') ? check() : await run(args);
