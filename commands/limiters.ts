/** `npm run limiters`: probes third-party rate limiters, and writes truth and findings to calibration/LIMITERS.md. */
import { format, resolveConfig } from 'prettier';
import { writeWhole } from '../output/whole.ts';
import { findK6 } from '../load/k6/find.ts';
import { probeAll } from '../calibration/limiters/all.ts';
import { describe, render, totals } from '../calibration/limiters/render.ts';
import { verdictOf, type Row } from '../calibration/limiters/verdict.ts';

const file = 'calibration/LIMITERS.md';
const limits = [5, 60, 600];

// Long windows are mostly waiting time; in short ones the requests need a processor.
const lanes = [
  { windowSeconds: 60, limits, atOnce: 27 },
  { windowSeconds: 10, limits, atOnce: 6 },
  { windowSeconds: 2, limits, atOnce: 2 },
];

/** What a limiter that blocks longer with each request leaves open is expected. */
const leftOpen = (row: Row) =>
  !row.limiter.overstatesWait && verdictOf(row).inconclusive.length > 0;

const k6 = await findK6({
  explicit: process.env['GV_K6'],
  onProgress: text => console.error(text),
});
if ('missing' in k6) {
  console.error(k6.missing);
  process.exitCode = 3;
} else {
  const table = await probeAll(k6.path, lanes, row => console.log(describe(row)));
  const options = (await resolveConfig(file)) ?? {};
  writeWhole(file, await format(render(table), { ...options, parser: 'markdown' }));
  console.log(`${totals(table)} ${file}`);
  const verdicts = table.rows.map(verdictOf);
  if (verdicts.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
  else if (table.missing !== undefined || table.rows.some(leftOpen)) process.exitCode = 2;
}
