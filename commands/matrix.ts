/** `./gv matrix`: which faults the suite detects, and whether it accuses a conformant variant. */
import { readFileSync } from 'node:fs';
import {
  gaps,
  judgeSubjects,
  problemsOf,
  redsOf,
  renderTable,
  subjectOf,
} from '../selftest/matrix/run.ts';
import { readReds, redsFile, renderReds } from '../selftest/matrix/reds.ts';
import { allVariants, faults, randomSubjects, subjects } from '../selftest/matrix/subjects.ts';
import type { Subject } from '../selftest/matrix/host.ts';
import { writeWhole } from '../fixtures/output/files.ts';
import { UsageError, command, parsed, range } from './cli/command.ts';
import { generate, inClone, writeGenerated } from './generated.ts';
import { print, warn } from '../fixtures/output/wrap.ts';

const table = 'selftest/MATRIX.md';

export default command({
  about: `Judges faults and conformant variants of the reference by every check: a fault that makes its requirement neither fail nor warn has survived, a variant on which one fails is accused falsely, and what turns red or warns is compared with the committed list, selftest/matrix/reds.json. A whole run takes about a quarter of an hour.`,
  arguments: {
    part: {
      about:
        'a part of the ids of faults, variants or requirements that are broken; all without it',
      many: true,
      known: () => subjects.map(({ id }) => id),
    },
  },
  options: {
    list: { about: 'print the ids, and run nothing' },
    seeds: {
      about: 'judge random mixtures of variants in their place, one or two a seed',
      value: 'from-to',
    },
    check: { about: `report if ${table} or the list is stale, and run nothing` },
    write: {
      about: `write what turns red or warns to the list, and from it ${table} and the numbers in README.md`,
    },
  },
  examples: [
    ['./gv matrix wallet.one-per-currency', 'the faults of one requirement'],
    ['./gv matrix --write my-new-fault', 'add what turns red for a fault to the committed list'],
    ['./gv matrix --list wallet', 'the ids with wallet in them'],
    ['./gv matrix --seeds 100-160', 'conformant deployments that nobody has seen'],
  ],
  exitCodes: {
    0: 'every fault is detected, no variant accused',
    1: 'one survived or was accused, or the list differs; with --check: the table or the list is stale',
    3: 'an error, or no such id',
  },
  run: given => {
    if (given.check) return check();
    const seeds = parsed('seeds', given.seeds, range);
    if (seeds && (given.write || given.part.length > 0))
      throw new UsageError('--seeds judges random mixtures: give neither a part nor --write.');
    const chosen = seeds ? randomSubjects(seeds) : choose(given.part);
    if (chosen.length === 0)
      throw new UsageError(
        `No fault, variant or broken requirement has ${given.part.join(' or ')} in its id.`,
      );
    if (!given.list) return run(chosen, given.write);
    print(chosen.map(({ id, freedom }) => (seeds ? `${id}: ${freedom}` : id)).join('\n'));
    return 0;
  },
});

/** @returns the exit code. */
function check(): Promise<number> {
  const missing = gaps();
  if (missing.length > 0)
    warn(['The list is stale. Run: ./gv matrix --write', ...missing].join('\n  '));
  return missing.length > 0
    ? Promise.resolve(1)
    : generate(table, renderTable(readReds()), { command: './gv matrix --write', check: true });
}

/** Faults and variants with one of the parts in their id, or in that of the requirement that they break. */
const choose = (parts: readonly string[]): readonly Subject[] =>
  parts.length === 0
    ? subjects
    : subjects.filter(({ id, breaks = '' }) =>
        parts.some(part => id.includes(part) || breaks.includes(part)),
      );

/** The README states how many faults and variants there are. */
const withCounts = (readme: string): string =>
  readme.replace(
    /\d+ faults and \d+ conformant variants/,
    `${faults.length} faults and ${allVariants.length} conformant variants`,
  );

/** @returns the exit code. */
async function run(chosen: readonly Subject[], write: boolean): Promise<number> {
  const whole = chosen === subjects;
  const startedAt = Date.now();
  const shares = await judgeSubjects(chosen, 'whole', done => {
    if (done % 50 === 0) warn(`${done} judged`);
  });
  const isJudged = (id: string) => chosen.some(each => each.id === id);
  const others = Object.entries(readReds()).filter(
    ([id]) => subjects.some(each => each.id === id) && !isJudged(id),
  );
  const reds = write ? { ...Object.fromEntries(others), ...redsOf(shares) } : readReds();
  if (write) {
    writeWhole(redsFile, renderReds(reds));
    writeWhole(inClone('README.md'), withCounts(readFileSync(inClone('README.md'), 'utf8')));
    await writeGenerated(table, renderTable(reds));
  }
  const problems = [...(whole ? gaps(reds) : []), ...problemsOf(shares, reds)];
  for (const problem of problems) print(problem);
  const broken = shares.filter(each => subjectOf(each).breaks !== undefined).length;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  print(
    `${broken} faults, ${shares.length - broken} variants, ${problems.length} problems in ${seconds} s`,
  );
  return problems.length === 0 ? 0 : 1;
}
