/** Judges the exchanges of a run again, and compares the verdicts (`./gv replay FILE`). Sends nothing. */
import { counted, upTo } from '../schemas/counted.ts';
import { command, exitCodes } from './cli/command.ts';
import { NoResult, readResult, resultFile } from '../reports/files.ts';
import { version } from '../reports/version.ts';
import { harmlessLine } from '../harness/output/sanitize.ts';
import { print } from '../harness/output/wrap.ts';
import { contract } from '../contract/contract.ts';
import { loadChecks } from '../contract/requirement.ts';
import { replayRun, type Replayed } from '../harness/run/hosts/replay.ts';
import { judgedAgain } from '../load/limiters/findings.ts';
import { differences } from '../reports/replay/differences.ts';
import { recordedRun, type RecordedRun } from '../schemas/records/recorded-run.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

export default command({
  about:
    'Runs the checks again on the responses in a result, and compares the verdicts. Sends nothing. A replay shows that the verdicts follow from the exchanges. It does not show that the exchanges happened.',
  arguments: { file: { about: 'the conformance.json of a run, or the folder that holds it' } },
  examples: [['./gv replay reports/out', 'repeat the last run']],
  exitCodes: {
    0: 'every verdict is the same',
    1: 'something differs',
    3: 'this version cannot replay the file',
  },
  run: ({ file }) => replay(resultFile(file)),
});

/** Most differences that are printed, because one edit shows in many places. */
const mostShown = 20;
const longest = 2000;

async function replay(file: string): Promise<number> {
  const result = readResult(file);
  const { suite, requirements, exchanges } = result;
  if (suite.version !== version())
    throw new NoResult(
      `${file} is of version ${harmlessLine(suite.version, 40)} of the suite, and this is ${version()}. A replay needs the same version.`,
    );
  const differences = await judgeAgain(result);
  const judged = requirements.filter(({ cases }) => cases.length > 0).length;
  if (differences.length === 0) {
    const count = Object.keys(exchanges).length;
    print(`Judged again: ${judged} requirements from ${count} exchanges, every verdict the same.`);
    return 0;
  }
  const lines = upTo(mostShown, differences).map(line => harmlessLine(line, longest));
  print([`Judged again: ${counted(differences.length, 'difference')}.`, ...lines].join('\n  '));
  return exitCodes['non-conformant'];
}

/**
 * Judges the exchanges of a result again.
 *
 * @returns one sentence for each difference. Empty if every verdict follows from the recorded exchanges.
 * @throws Error if the result has no record of its requests, because it is of recorded traffic.
 */
export async function judgeAgain(result: ConformanceResult): Promise<readonly string[]> {
  const replayed = await replayAgain(recordedRun(result));
  return [...replayed.problems, ...differences(result, replayed)];
}

/**
 * Judges a run again.
 *
 * @throws Error if the run cannot be replayed.
 */
export const replayAgain = async (run: RecordedRun): Promise<Replayed> =>
  replayRun(contract, run, await loadChecks(), judgedAgain(run));
