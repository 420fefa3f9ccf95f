/** `./gv report FILE`: every report of a run, made again from its result. */
import { dirname } from 'node:path';
import { command, exitCodes } from './cli/command.ts';
import { expectFree } from '../fixtures/output/folder.ts';
import { readResult, resultFile } from '../reports/files.ts';
import { reports, writeReports } from '../reports/write-reports.ts';
import { print, warn } from '../fixtures/output/wrap.ts';

export default command({
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
  run: makeReports,
});

async function makeReports(given: { file: string; out: string | undefined }): Promise<number> {
  const file = resultFile(given.file);
  const out = given.out ?? dirname(file);
  await expectFree(out);
  const problems = await writeReports(readResult(file), out);
  for (const problem of problems) warn(problem);
  if (problems.length > 0) return exitCodes.error;
  print(`${out}: ${Object.keys(reports).join(', ')}`);
  return 0;
}
