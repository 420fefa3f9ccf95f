/** `npm run limiters`: measures rate limiters that we did not write, and writes truth against finding to calibration/LIMITERS.md. */
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { findK6 } from '../load/k6/find.ts';
import { measureAll } from '../calibration/limiters/all.ts';
import { describe, render, tell } from '../calibration/limiters/render.ts';
import { verdictOf, type Row } from '../calibration/limiters/verdict.ts';

const file = 'calibration/LIMITERS.md';
const cacheDir = '.cache';
const limits = [5, 60, 600];

// Long windows are mostly waited for; in short ones the requests must find a processor.
const lanes = [
  { windowSeconds: 60, limits, atOnce: 27 },
  { windowSeconds: 10, limits, atOnce: 6 },
  { windowSeconds: 2, limits, atOnce: 2 },
];

/** What a limiter that blocks longer when asked leaves open is expected. */
const leftOpen = (row: Row) =>
  !row.limiter.overstatesWait && verdictOf(row).inconclusive.length > 0;

const k6 = await findK6({
  explicit: process.env['GV_K6'],
  cacheDir,
  onProgress: text => console.error(text),
});
if ('missing' in k6) {
  console.error(k6.missing);
  process.exitCode = 3;
} else {
  const measured = await measureAll(k6.path, lanes, cacheDir, row => console.log(describe(row)));
  const options = (await resolveConfig(file)) ?? {};
  writeFileSync(file, await format(render(measured), { ...options, parser: 'markdown' }));
  console.log(`${tell(measured)} ${file}`);
  const verdicts = measured.rows.map(verdictOf);
  if (verdicts.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
  else if (measured.missing !== undefined || measured.rows.some(leftOpen)) process.exitCode = 2;
}
