/**
 * Commands that make something of results that are there, and send nothing: `./gv report FILE`, every report of a run again;
 * `./gv baseline`, the cases that the next gate demands; `./gv history FOLDER`, a folder of results as one page.
 */
import { counted } from '../schemas/counted.ts';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputFolder } from '../harness/config/environment.ts';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';
import { expectFree } from '../harness/output/folder.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { print, warn } from '../harness/output/wrap.ts';
import {
  baselineFile,
  keepResult,
  NoResult,
  outdated,
  readFolder,
  readResult,
  resultFile,
} from '../reports/files.ts';
import { demandable, idOf, readBaseline, warningsIn } from '../reports/result/run-verdict.ts';
import { isSelected } from '../reports/summary/requirements.ts';
import { reports, writeReports } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { command, days, exitCodes, parsed } from './cli/command.ts';

export const report = command({
  about: `Makes the reports of a run again, from its result alone: ${Object.keys(reports).join(', ')}. Nothing is sent.`,
  arguments: { file: { about: 'the conformance.json of a run, or the folder that holds it' } },
  options: {
    out: { value: 'folder', about: 'where the reports go; the folder of the result without it' },
  },
  examples: [['./gv report reports/out --out pages', 'the reports of the last run, in pages/']],
  exitCodes: {
    0: 'all were written',
    3: 'the file is no result that this version reads, or a report could not be written',
  },
  run: async given => {
    const file = resultFile(given.file);
    const out = given.out ?? dirname(file);
    await expectFree(out);
    const problems = await writeReports(readResult(file), out);
    for (const problem of problems) warn(problem);
    if (problems.length > 0) return exitCodes.error;
    print(`${out}: ${Object.keys(reports).join(', ')}`);
    return 0;
  },
});

export const baseline = command({
  about: `Writes ${baselineFile}: every case that the last run judged, and its warnings. A later gate that does not exercise one of the cases ends with 2, and one with another warning ends with 1. Commit it. Make it after a good run.`,
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [['./gv baseline', `${baselineFile}, of the result in GV_OUT`]],
  exitCodes: { 0: 'it was written', 3: 'there is no result, or it could not be written' },
  run: writeBaseline,
});

function writeBaseline(): number {
  const result = lastResult();
  const cases = demandable(result.requirements).toSorted((a, b) => a.localeCompare(b));
  const why = unfit(result, cases.length);
  if (why !== undefined)
    throw new NoResult(`The last run ${why}: no baseline was written. Make it after a good run.`);
  const warnings = warningsIn(result.requirements).toSorted((a, b) => a.localeCompare(b));
  const gone = demandedBefore().filter(
    each => !cases.includes(each) && !cases.includes(idOf(each)),
  );
  const left = result.requirements.filter(each => !isSelected(each)).length;
  try {
    writeWhole(baselineFile, `${JSON.stringify({ cases, warnings }, null, 2)}\n`);
  } catch (error) {
    throw new Error(whyUnwritable(baselineFile, error), { cause: error });
  }
  const accepted = counted(warnings.length, 'warning');
  print(
    `A gate now demands ${cases.length} cases and accepts ${accepted}. Commit ${baselineFile}.`,
  );
  if (left > 0)
    warn(`The last run did not select ${left} requirements: none of their cases is demanded.`);
  if (gone.length > 0)
    warn(
      `Before, ${gone.length} more were demanded: ${gone.slice(0, 3).join(', ')}${gone.length > 3 ? ', ...' : ''}`,
    );
  return 0;
}

/** Returns the cases of the existing baseline; no cases if it cannot be read, because it will be replaced. */
function demandedBefore(): readonly string[] {
  try {
    return existsSync(baselineFile) ? readBaseline().cases : [];
  } catch {
    return [];
  }
}

/** Returns why a later gate that demands what the run showed would demand too little; undefined if it would not. */
function unfit({ verdict, shard }: ConformanceResult, cases: number): string | undefined {
  if (shard) return `is shard ${shard.current} of ${shard.total}, and ./gv merge makes one of all`;
  if (verdict === 'error') return 'ended in an error and may have shown less than it can';
  return cases === 0 ? 'exercised nothing' : undefined;
}

function lastResult(): ConformanceResult {
  try {
    return readResult(join(outputFolder(), 'conformance.json'));
  } catch (error) {
    throw new Error(
      `${(error as Error).message} A baseline is made of the last run: ./gv conformance.`,
      { cause: error },
    );
  }
}

export const history = command({
  about:
    'Keeps results in a folder, and removes old ones. ./gv drift states what changed between two of them. Nothing is sent.',
  arguments: {
    folder: { about: 'every .json file directly in it that is the conformance.json of a run' },
  },
  options: {
    add: {
      value: 'result',
      about:
        'first copy a conformance.json, given by file or folder, into it, named by the time at which its run began',
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
    0: 'the folder has a result',
    3: 'there is no result, or it could not be kept',
  },
  run: ({ folder, add, keep }) => {
    const kept = parsed('keep', keep, days) ?? Infinity;
    if (add !== undefined) print(`added ${keepResult(readResult(resultFile(add)), folder)}`);
    const { found, leftOut } = readFolder(folder, ({ startedAt }, file) => ({ startedAt, file }));
    const old = outdated(found, kept, new Date());
    for (const { file, startedAt } of old) {
      rmSync(join(folder, file));
      print(harmless(`removed ${join(folder, file)}, from ${startedAt}`));
    }
    for (const line of leftOut) print(harmless(line));
    const left = found.length - old.length;
    if (left === 0) throw new NoResult(`${folder} has no result of a run.`);
    print(`${folder} has ${counted(left, 'result')}`);
    return 0;
  },
});
