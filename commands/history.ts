/** `./gv history FOLDER`: a folder of results as one page. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, command, exitCodes } from './cli/command.ts';
import {
  keepResult,
  outdated,
  readFolder,
  NoResult,
  readResult,
  resultFile,
} from '../reports/files.ts';
import { harmless } from '../fixtures/output/sanitize.ts';
import { writeAll } from '../reports/write-reports.ts';
import { print, warn } from '../fixtures/output/wrap.ts';

export default command({
  about:
    'Keeps results in a folder, and makes history.html of them: the verdict of each night, and the response times of each route night after night. ./gv drift states what changed between two of them. Nothing is sent.',
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
  },
  examples: [
    ['./gv history nights --add reports/out --keep 90d', "keep tonight's result, drop old ones"],
  ],
  exitCodes: {
    0: 'the page was written',
    3: 'there is no result, or the page could not be written',
  },
  run: async ({ folder, add, keep }) => {
    const days = keep === undefined ? Infinity : Number(/^([1-9]\d{0,4})d$/.exec(keep)?.[1]);
    if (Number.isNaN(days)) throw new UsageError(`--keep ${keep} is no number of days, as in 90d.`);
    if (add !== undefined) print(`added ${keepResult(readResult(resultFile(add)), folder)}`);
    // Loaded here: the libraries of the page take half a second.
    const { nightOf, renderHistory } = await import('../reports/history/page.tsx');
    const { found, leftOut } = readFolder(folder, nightOf);
    const old = outdated(found, days, new Date());
    for (const { file, startedAt } of old) {
      rmSync(join(folder, file));
      print(harmless(`removed ${join(folder, file)}, from ${startedAt}`));
    }
    for (const line of leftOut) print(harmless(line));
    const nights = found.filter(each => !old.includes(each));
    const last = nights.at(-1);
    if (!last) throw new NoResult(`${folder} has no result of a run.`);
    const problems = await writeAll(folder, { 'history.html': () => renderHistory(nights, last) });
    for (const problem of problems) warn(problem);
    if (problems.length > 0) return exitCodes.error;
    print(`page: ${join(folder, 'history.html')}`);
    return 0;
  },
});
