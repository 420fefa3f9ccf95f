/** `./gv limiters`: probes third-party and simulated rate limiters, and writes truth and findings to selftest/LIMITERS.md. */
import { readEnvironment } from '../fixtures/config/environment.ts';
import { findK6 } from '../load/k6/k6.ts';
import { probeAll, describe, leftOpen, render, totals } from '../selftest/limiters/table.ts';
import { verdictOf } from '../selftest/limiters/compare.ts';
import {
  judgeSeed,
  type Judged,
  isRight,
  renderSimulated,
  totals as totalsOf,
  wrongIn,
} from '../selftest/limiters/judged.ts';
import { command, parsed, range } from './cli/command.ts';
import { readGenerated, writeGenerated } from './generated.ts';
import { print, warn } from '../fixtures/output/wrap.ts';

const file = 'selftest/LIMITERS.md';
const limits = [5, 60, 600];
const deployments = 1000;

export default command({
  about: `Probes rate limiters of npm and of the Go module proxy and ${deployments} simulated deployments, and writes what they do and what was found to ${file}. It takes about six minutes, and k6.`,
  options: {
    simulated: {
      about: 'only the simulated deployments: what is there of others stays',
    },
    seeds: {
      about: 'print what is found of simulated deployments of these seeds, and write nothing',
      value: 'from-to',
    },
  },
  settings: { first: ['GV_K6'], all: ['GV_K6'] },
  examples: [
    ['./gv limiters', 'after a change in load/'],
    ['./gv limiters --simulated', 'on a virtual clock, without k6'],
    ['./gv limiters --seeds 1001-5000', 'deployments that nobody has seen'],
  ],
  exitCodes: {
    0: 'every finding is right',
    1: 'a finding is wrong',
    2: 'something was not measured, or left open',
    3: 'an error, or no k6',
  },
  run: probe,
});

// Long windows are mostly waiting time; in short ones the requests need a processor.
const lanes = [
  { windowSeconds: 2, limits, atOnce: 2 },
  { windowSeconds: 10, limits, atOnce: 6 },
  { windowSeconds: 60, limits, atOnce: 27 },
];

const simulatedTitle = '## Simulated deployments';

async function probe(given: {
  readonly simulated: boolean;
  readonly seeds: string | undefined;
}): Promise<number> {
  const seeds = parsed('seeds', given.seeds, range);
  if (seeds) {
    const judged = await simulate(seeds);
    for (const wrong of wrongIn(judged)) print(wrong);
    return report(judged);
  }
  const third = given.simulated ? undefined : await probeThirdParties();
  const judged = await simulate(range(`1-${deployments}`));
  const tables = third?.tables ?? readGenerated(file).split(simulatedTitle)[0]!.trimEnd();
  await writeGenerated(file, `${tables}\n\n${renderSimulated(judged)}\n`);
  return report(judged) || (third?.code ?? 0);
}

/** @returns the exit code. */
function report(judged: readonly Judged[]): number {
  const { accused, missed, stated } = totalsOf(judged);
  print(
    `${judged.length} simulated: ${accused} accused, ${missed} of ${stated} intervals without the configured number`,
  );
  return isRight(judged) ? 0 : 1;
}

async function simulate(seeds: readonly number[]): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const seed of seeds) judged.push(await judgeSeed(seed));
  return judged;
}

async function probeThirdParties(): Promise<{ readonly tables: string; readonly code: number }> {
  const k6 = await findK6({
    explicit: readEnvironment()['GV_K6'],
    onProgress: text => warn(text),
  });
  if ('missing' in k6) throw new Error(k6.missing);
  const table = await probeAll(k6.path, lanes, row => print(describe(row)));
  print(totals(table));
  const left = table.missing !== undefined || table.rows.some(leftOpen) ? 2 : 0;
  const isWrong = table.rows.some(row => verdictOf(row).wrong.length > 0);
  return { tables: render(table), code: isWrong ? 1 : left };
}
