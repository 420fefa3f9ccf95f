/** `./gv limiters`: probes third-party rate limiters, and writes truth and findings to calibration/LIMITERS.md. */
import { readEnvironment } from '../../fixtures/config/environment.ts';
import { findK6 } from '../../load/k6/find.ts';
import { probeAll } from '../../calibration/limiters/all.ts';
import { describe, render, totals } from '../../calibration/limiters/render.ts';
import { verdictOf, type Row } from '../../calibration/limiters/verdict.ts';
import { command } from '../cli/command.ts';
import { writeGenerated } from './generated.ts';

const file = 'calibration/LIMITERS.md';
const limits = [5, 60, 600];

export default command({
  about: `Probes rate limiters of npm and of the Go module proxy, and writes what they do and what was found to ${file}. It takes about half an hour, and k6.`,
  settings: { first: ['GV_K6'], all: ['GV_K6'] },
  examples: [['./gv limiters', 'after a change in load/']],
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
  { windowSeconds: 60, limits, atOnce: 27 },
  { windowSeconds: 10, limits, atOnce: 6 },
  { windowSeconds: 2, limits, atOnce: 2 },
];

/** What a limiter that blocks longer with each request leaves open is expected. */
const leftOpen = (row: Row) =>
  !row.limiter.overstatesWait && verdictOf(row).inconclusive.length > 0;

async function probe(): Promise<number> {
  const k6 = await findK6({
    explicit: readEnvironment()['GV_K6'],
    onProgress: text => console.error(text),
  });
  if ('missing' in k6) throw new Error(k6.missing);
  const table = await probeAll(k6.path, lanes, row => console.log(describe(row)));
  await writeGenerated(file, render(table));
  console.log(`${totals(table)} ${file}`);
  if (table.rows.some(row => verdictOf(row).wrong.length > 0)) return 1;
  return table.missing !== undefined || table.rows.some(leftOpen) ? 2 : 0;
}
