/** `./gv replay FILE`: judges the exchanges of a run again, and compares the verdicts. Nothing is sent. */
import { counted } from '../schemas/counted.ts';
import { command, exitCodes } from './cli/command.ts';
import { NoResult, readResult, resultFile, version } from '../reports/files.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import { print } from '../harness/output/wrap.ts';
import { contract, loadChecks } from '../contract/contract.ts';
import { replayRun } from '../harness/run/hosts/replay.ts';
import { judgedAgain } from '../load/limiters/findings.ts';
import { differences } from '../reports/replay/differences.ts';
import { upTo } from '../reports/terminal/screen.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

export default command({
  about:
    'Runs the checks of a run again on the responses that its result holds, and compares the verdicts. Nothing is sent. It shows that the verdicts follow from the exchanges, not that the exchanges happened.',
  arguments: { file: { about: 'the conformance.json of a run, or the folder that holds it' } },
  examples: [['./gv replay reports/out', 'the last run']],
  exitCodes: {
    0: 'every verdict is the same',
    1: 'something differs',
    3: 'the file is no result that this version can judge again',
  },
  run: ({ file }) => replay(resultFile(file)),
});

/** Differences that are shown, one a line, because one edit shows in many places. */
const shown = 20;
const longest = 2000;

async function replay(file: string): Promise<number> {
  const result = readResult(file);
  const { suite, requirements, exchanges } = result;
  if (suite.version !== version())
    throw new NoResult(
      `${file} is of version ${harmlessLine(suite.version, 40)} of the suite, and this is ${version()}: only the same version judges the same.`,
    );
  const differences = await judgeAgain(result);
  const judged = requirements.filter(({ cases }) => cases.length > 0).length;
  if (differences.length === 0) {
    const count = Object.keys(exchanges).length;
    print(`Judged again: ${judged} requirements from ${count} exchanges, every verdict the same.`);
    return 0;
  }
  const lines = upTo(shown, differences).map(line => harmlessLine(line, longest));
  print([`Judged again: ${counted(differences.length, 'difference')}.`, ...lines].join('\n  '));
  return exitCodes['non-conformant'];
}

/**
 * Judges the exchanges of a result again.
 *
 * @returns one sentence for each difference; none if every verdict follows from what was recorded.
 * @throws Error if the result does not record what its run was given: it is of several machines, or of other tools.
 */
export async function judgeAgain(result: ConformanceResult): Promise<readonly string[]> {
  const checks = await loadChecks();
  const replayed = await replayRun(contract, result, checks, judgedAgain(result));
  return [...replayed.problems, ...differences(result, replayed)];
}
