/**
 * Reads existing results. `./gv report FILE` writes the reports again, `./gv baseline` writes the cases that later gates demand, and
 * `./gv history FOLDER` keeps results in a folder.
 */
import { counted } from '../schemas/counted.ts';
import { rmSync } from 'node:fs';
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
import { makeBaseline } from '../reports/result/baseline.ts';
import { isSelected } from '../reports/summary/requirements.ts';
import { summarizeNight } from '../reports/drift/nights.ts';
import { renderTrend } from '../reports/page/trend.tsx';
import { reports, writeReports } from '../reports/write-reports.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { command, days, exitCodes, parsed } from './cli/command.ts';

export const report = command({
  about: `Writes the reports of a run again, from its result alone: ${Object.keys(reports).join(', ')}. Sends nothing.`,
  arguments: { file: { about: 'the conformance.json of a run, or the folder that holds it' } },
  options: {
    out: { value: 'folder', about: 'where the reports go (the folder of the result)' },
  },
  examples: [
    ['./gv report reports/out --out pages', 'write the reports of the last run to pages/'],
  ],
  exitCodes: {
    0: 'all reports were written',
    3: 'this version cannot read the file, or a report could not be written',
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
  about: `Writes ${baselineFile} to the current folder, with what the last run judged, and the requirements that warned. A later gate in this folder demands this as well, and ends with 2 if it does not exercise a part of it. Of a requirement whose cases depend on the data of the day, it demands any case. It ends with 1 if another requirement warns. Make the file after a good run, and commit it.`,
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [['./gv baseline', `write ${baselineFile} from the result in GV_OUT`]],
  exitCodes: {
    0: 'the file was written',
    3: 'there is no result, or the file could not be written',
  },
  run: writeBaseline,
});

function writeBaseline(): number {
  const result = lastResult();
  const made = makeBaseline(result);
  const why = whyUnfit(result, made.cases.length);
  if (why !== undefined)
    throw new NoResult(
      `The last run ${why}. No baseline was written. Make a baseline after a good run.`,
    );
  const left = result.requirements.filter(each => !isSelected(each)).length;
  try {
    writeWhole(baselineFile, `${JSON.stringify(made, null, 2)}\n`);
  } catch (error) {
    throw new Error(whyUnwritable(baselineFile, error), { cause: error });
  }
  const accepted = result.requirements.filter(({ id }) => made.warnings.includes(id));
  print(
    `A gate now demands ${counted(made.cases.length, 'case')} and accepts ${counted(accepted.length, 'warning')}. Commit ${baselineFile} in the folder in which the gate runs.`,
  );
  for (const { id, text, doubt } of accepted)
    print(harmless(`  accepted: ${id}: ${text}. Doubt: ${doubt ?? 'none'}`));
  if (left > 0)
    warn(`The last run did not select ${left} requirements. No case of them is demanded.`);
  return 0;
}

/** Returns why the run is unfit for a baseline, or undefined. */
function whyUnfit({ verdict }: ConformanceResult, cases: number): string | undefined {
  if (verdict === 'error') return 'ended in an error and may have shown less than it can';
  return cases === 0 ? 'exercised nothing' : undefined;
}

function lastResult(): ConformanceResult {
  try {
    return readResult(join(outputFolder(), 'conformance.json'));
  } catch (error) {
    throw new Error(
      `${(error as Error).message} A baseline needs the result of a run: ./gv conformance.`,
      { cause: error },
    );
  }
}

export const history = command({
  about:
    'Keeps results in a folder, removes old results, and writes trend.html: verdicts, requirements, limits and response times by night. ./gv drift compares two results. Sends nothing.',
  arguments: {
    folder: { about: 'the folder with the results, as .json files' },
  },
  options: {
    add: {
      value: 'result',
      about: 'first copy this result into the folder (a conformance.json, or its folder)',
    },
    keep: {
      value: 'days',
      about: 'remove older results, like 90d. The newest result and other files stay',
    },
  },
  examples: [
    [
      './gv history nights --add reports/out --keep 90d',
      "keep tonight's result, and remove old results",
    ],
  ],
  exitCodes: {
    0: 'the folder has a result',
    3: 'the folder has no result, or a result could not be kept',
  },
  run: ({ folder, add, keep }) => {
    const kept = parsed('keep', keep, days) ?? Infinity;
    if (add !== undefined) print(`added ${keepResult(readResult(resultFile(add)), folder)}`);
    const { found, leftOut } = readFolder(folder, (result, file) => ({
      ...summarizeNight(result),
      file,
    }));
    const old = outdated(found, kept, new Date());
    for (const { file, startedAt } of old) {
      rmSync(join(folder, file));
      print(harmless(`removed ${join(folder, file)}, from ${startedAt}`));
    }
    for (const line of leftOut) print(harmless(line));
    const left = found.slice(old.length);
    if (left.length === 0) throw new NoResult(`${folder} has no result of a run.`);
    const trend = join(folder, 'trend.html');
    writeWhole(trend, renderTrend(left));
    print(`${folder} has ${counted(left.length, 'result')}: ${trend}`);
    return 0;
  },
});
