/**
 * `npm run matrix`: which faults the suite detects, and whether it accuses a conformant variant. A whole run writes the
 * committed table. `-- <part> ...` judges the faults and variants with a part in their ids, and the faults of such a
 * requirement; `--list` prints their ids, `--check` reports whether the table is stale: both run nothing.
 */
import { join } from 'node:path';
import { writeWhole } from '../output/whole.ts';
import { renderMatrix } from '../calibration/matrix/render.ts';
import { runMatrix } from '../calibration/matrix/run.ts';
import { subjects } from '../calibration/matrix/subjects.ts';
import { renderTable, staleness } from '../calibration/matrix/table.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { readGenerated, writeGenerated } from './shared/generated.ts';

const table = 'calibration/MATRIX.md';

/** @returns the exit code. */
function check(): number {
  const stale = staleness(readGenerated(table));
  if (stale.length > 0)
    console.error([`${table} is stale. Run: npm run matrix`, ...stale].join('\n  '));
  return stale.length > 0 ? 1 : 0;
}

/** Ids of the faults and variants with one of the parts in their id, or in that of the requirement that they break. */
function choose(parts: readonly string[]): ReadonlySet<string> {
  const chosen = subjects.filter(({ id, breaks = '' }) =>
    parts.some(part => id.includes(part) || breaks.includes(part)),
  );
  return new Set((parts.length === 0 ? subjects : chosen).map(({ id }) => id));
}

/** @returns the exit code. */
async function run(ids: ReadonlySet<string>): Promise<number> {
  const whole = ids.size === subjects.length;
  const startedAt = Date.now();
  const matrix = await runMatrix(
    id => ids.has(id),
    'whole',
    done => {
      if (done % 50 === 0) console.error(`${done} judged`);
    },
  );
  const problems = matrix.problems.filter(each => whole || !each.startsWith('no fault breaks'));
  const file = join(outputFolder(), 'matrix.md');
  writeWhole(file, renderMatrix({ ...matrix, problems }));
  if (whole) await writeGenerated(table, renderTable(matrix));
  for (const problem of problems) console.log(problem);
  if (matrix.remeasured.length > 0) console.log(`measured again: ${matrix.remeasured.join(', ')}`);
  console.log(
    `${matrix.faults.length} faults, ${matrix.variants.length} variants, ${problems.length} problems in ${Math.round((Date.now() - startedAt) / 1000)} s: ${file}`,
  );
  return problems.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
const parts = args.filter(each => !each.startsWith('--'));
const ids = choose(parts);
if (args.includes('--check')) process.exitCode = check();
else if (ids.size === 0) {
  console.error(`No fault, variant or broken requirement has ${parts.join(' or ')} in its id.`);
  process.exitCode = 1;
} else if (args.includes('--list')) console.log([...ids].join('\n'));
else process.exitCode = await run(ids);
