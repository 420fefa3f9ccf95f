/** `./gv baseline`: the cases that the last run exercised are those that the next gate requires. */
import { join } from 'node:path';
import { command } from './cli/command.ts';
import { whyUnwritable, writeWhole } from '../fixtures/output/files.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { baselineFile, readResult } from '../reports/files.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';
import { exercised } from '../reports/result/run-verdict.ts';
import { print } from '../fixtures/output/wrap.ts';

export default command({
  about: `Writes ${baselineFile}: every case that the last run judged. A later gate that does not exercise one of them ends with 2. Commit it. Make it after a good run.`,
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [['./gv baseline', `${baselineFile}, of the result in GV_OUT`]],
  exitCodes: { 0: 'it was written', 3: 'there is no result, or it could not be written' },
  run: writeBaseline,
});

function writeBaseline(): number {
  const { requirements } = lastResult();
  const cases = exercised(requirements).toSorted((a, b) => a.localeCompare(b));
  try {
    writeWhole(baselineFile, `${JSON.stringify({ cases }, null, 2)}\n`);
  } catch (error) {
    throw new Error(whyUnwritable(baselineFile, error), { cause: error });
  }
  print(`A gate now requires ${cases.length} cases. Commit ${baselineFile}.`);
  return 0;
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
