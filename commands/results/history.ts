/** `./gv history FOLDER`: a folder of results as one page. */
import { join } from 'node:path';
import { UsageError, command } from '../cli/command.ts';
import { keepResult, outdated, prune } from '../../reports/history/folder.ts';
import { historyLines } from '../../reports/history/lines.ts';
import { compareNights, readNights, type History } from '../../reports/history/nights.ts';
import { NoResult, readResult, resultFile } from '../../reports/read-result.ts';
import { exitCodes } from '../../reports/result/exit-codes.ts';
import { harmless } from '../../output/sanitize.ts';
import { writeAll } from '../../reports/write-reports.ts';

export default command({
  about:
    'Makes history.html of a folder of results: verdict, coverage, latency and limiters night after night, and what changed when. Nothing is sent.',
  arguments: {
    folder: { about: 'every .json file directly in it that is the conformance.json of a run' },
  },
  options: {
    add: {
      value: 'result',
      about:
        'copy a conformance.json, or that of a folder, into it first, named by the time at which its run began',
    },
    keep: {
      value: 'days',
      about:
        'remove results whose run began longer ago, as in 90d; the newest stays, and nothing else is removed',
    },
    out: {
      value: 'folder',
      about: 'where history.html goes; the folder of the results without it',
    },
  },
  examples: [
    ['./gv history nights --add reports/out --keep 90d', "keep tonight's result, drop old ones"],
  ],
  exitCodes: {
    0: 'the page was written',
    3: 'there is no result, or the page could not be written',
  },
  run: ({ folder, add, keep, out }) =>
    makePage({ folder, add, keepDays: daysIn(keep), out: out ?? folder }),
});

interface Arguments {
  readonly folder: string;
  readonly add: string | undefined;
  readonly keepDays: number | undefined;
  readonly out: string;
}

function daysIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const days = Number(/^([1-9]\d{0,4})d$/.exec(given)?.[1]);
  if (Number.isNaN(days)) throw new UsageError(`--keep ${given} is no number of days, as in 90d.`);
  return days;
}

/** Adds and removes what was asked for. */
function update({ folder, add, keepDays }: Arguments): History {
  if (add !== undefined) {
    const result = readResult(resultFile(add));
    console.log(`added ${join(folder, keepResult(result, folder))}`);
  }
  const { nights, leftOut } = readNights(folder);
  const old = keepDays === undefined ? [] : outdated(nights, keepDays, new Date());
  prune(folder, old);
  for (const { file, startedAt } of old)
    console.log(harmless(`removed ${join(folder, file)}, from ${startedAt}`));
  const kept = nights.filter(each => !old.includes(each));
  return { nights: compareNights(folder, kept), leftOut };
}

async function makePage(given: Arguments): Promise<number> {
  const history = update(given);
  for (const line of historyLines(history)) console.log(line);
  const last = history.nights.at(-1);
  if (!last) throw new NoResult(`${given.folder} has no result of a run.`);
  const problems = await writeAll(given.out, {
    // Loaded here: the libraries of the page take half a second.
    'history.html': async () =>
      (await import('../../reports/history/page/page.tsx')).renderHistory(history, last),
  });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return exitCodes.error;
  console.log(`page: ${join(given.out, 'history.html')}`);
  return 0;
}
