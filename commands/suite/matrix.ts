/** `./gv matrix`: which faults the suite detects, and whether it accuses a conformant variant. */
import { join } from 'node:path';
import { writeWhole } from '../../output/whole.ts';
import { renderMatrix } from '../../calibration/matrix/render.ts';
import { runMatrix } from '../../calibration/matrix/run.ts';
import { subjects } from '../../calibration/matrix/subjects.ts';
import { renderTable, staleness } from '../../calibration/matrix/table.ts';
import { outputFolder } from '../../fixtures/config/environment.ts';
import { UsageError, command } from '../cli/command.ts';
import { readGenerated, writeGenerated } from './generated.ts';

const table = 'calibration/MATRIX.md';
const ids = (): Promise<readonly string[]> => Promise.resolve(subjects.map(({ id }) => id));

export default command({
  about: `Judges faults and conformant variants of the reference: a fault that turns no requirement red has survived, a variant that turns one red is accused falsely. The list of every fault goes to GV_OUT/matrix.md. A whole run takes about twelve minutes and writes ${table}.`,
  arguments: {
    part: {
      about:
        'a part of the ids of faults, variants or requirements that are broken; all without it',
      many: true,
      known: ids,
    },
  },
  options: {
    list: { about: 'print the ids, and run nothing' },
    check: { about: `report whether ${table} is stale, and run nothing` },
  },
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [
    ['./gv matrix wallet.one-per-currency', 'the faults of one requirement'],
    ['./gv matrix --list wallet', 'the ids with wallet in them'],
  ],
  exitCodes: {
    0: 'every fault is detected, no variant accused',
    1: 'one survived, was accused, or nobody explained a red; or the table is stale',
    3: 'an error, or no such id',
  },
  run: given => {
    if (given.check) return check();
    const chosen = choose(given.part);
    if (chosen.size === 0)
      throw new UsageError(
        `No fault, variant or broken requirement has ${given.part.join(' or ')} in its id.`,
      );
    if (!given.list) return run(chosen);
    console.log([...chosen].join('\n'));
    return 0;
  },
});

/** @returns the exit code. */
function check(): number {
  const stale = staleness(readGenerated(table));
  if (stale.length > 0)
    console.error([`${table} is stale. Run: ./gv matrix`, ...stale].join('\n  '));
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
