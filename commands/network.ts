/**
 * `npm run network`: what a run says when the network, a gateway or the target fails. A whole run writes the committed table.
 * `-- <part> ...` runs the faults with a part in their ids, `--list` prints their ids and runs nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { families } from '../calibration/network/faults/index.ts';
import { plainRun, runFaults } from '../calibration/network/run/run.ts';
import { lineOf, renderTable } from '../calibration/network/run/table.ts';
import { outputFolder } from '../fixtures/config/environment.ts';
import { writeGenerated } from './shared/generated.ts';

const file = 'calibration/NETWORK.md';
const all = Object.values(families).flat();
const parts = process.argv.slice(2).filter(each => !each.startsWith('--'));
const chosen = all.filter(({ id }) => parts.length === 0 || parts.some(part => id.includes(part)));

/** @returns the exit code. */
async function run(): Promise<number> {
  const plain = await plainRun();
  console.log(`a plain run: ${plain.seconds.toFixed(1)} s, ${plain.peak.toFixed(0)} MB`);
  const rows = await runFaults(
    plain,
    fault => chosen.includes(fault),
    row => console.log(lineOf(row)),
  );
  const table = renderTable(rows, plain);
  mkdirSync(outputFolder(), { recursive: true });
  writeFileSync(join(outputFolder(), 'network.md'), table);
  if (chosen.length === all.length) await writeGenerated(file, table);
  const bad = rows.filter(({ problems }) => problems.length > 0);
  console.log(
    `${rows.length} faults, ${bad.length} not borne: ${join(outputFolder(), 'network.md')}`,
  );
  return bad.length === 0 ? 0 : 1;
}

if (chosen.length === 0) {
  console.error(`No fault has ${parts.join(' or ')} in its id.`);
  process.exitCode = 1;
} else if (process.argv.includes('--list')) console.log(chosen.map(({ id }) => id).join('\n'));
else process.exitCode = await run();
