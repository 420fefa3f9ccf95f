/** `npm run matrix [part of an id ...]`: what the suite detects, and whom it accuses. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from '../fixtures/config/environment.ts';
import { renderMatrix } from '../calibration/matrix/render.ts';
import { runMatrix } from '../calibration/matrix/run.ts';

const wanted = process.argv.slice(2);
const startedAt = Date.now();
const matrix = await runMatrix(
  id => wanted.length === 0 || wanted.some(part => id.includes(part)),
  done => {
    if (done % 50 === 0) console.error(`${done} judged`);
  },
);
const found =
  wanted.length === 0
    ? matrix.problems
    : matrix.problems.filter(each => !each.startsWith('no fault breaks'));
const file = join(outputFolder(), 'matrix.md');
mkdirSync(outputFolder(), { recursive: true });
writeFileSync(file, renderMatrix({ ...matrix, problems: found }));
for (const problem of found) console.log(problem);
if (matrix.remeasured.length > 0) console.log(`measured again: ${matrix.remeasured.join(', ')}`);
console.log(
  `${matrix.faults.length} faults, ${matrix.variants.length} variants, ${found.length} problems in ${Math.round((Date.now() - startedAt) / 1000)} s: ${file}`,
);
process.exitCode = found.length === 0 ? 0 : 1;
