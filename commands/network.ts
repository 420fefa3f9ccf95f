/** Measures what a run says when the network, a gateway or the target fails (`./gv network`). */
import { join } from 'node:path';
import { counted } from '../schemas/counted.ts';
import { allFaults } from '../selftest/network/faults.ts';
import { lineOf, plainRun, renderTable, runFaults } from '../selftest/network/run.ts';
import { outputFolder } from '../harness/config/environment.ts';
import { writeWhole } from '../harness/output/files.ts';
import { UsageError, command } from './cli/command.ts';
import { writeGenerated } from './generated.ts';
import { print } from '../harness/output/wrap.ts';

const file = 'selftest/NETWORK.md';

export default command({
  about: `Puts a proxy between the suite and a healthy server. The proxy fails as networks, gateways and dying servers do. Compares each run with the outcome that its fault must have, and writes a table to GV_OUT/network.md. A whole run takes ten minutes and writes ${file}.`,
  arguments: {
    part: { about: 'a part of the id of a fault (all)', many: true },
  },
  settings: { first: ['GV_OUT'], all: ['GV_OUT'] },
  examples: [['./gv network tls purchase', 'judge the faults with one of these in their ids']],
  exitCodes: {
    0: 'every outcome is as expected',
    1: 'an outcome differs',
    3: 'an error, or no such id',
  },
  run: ({ part: parts }) => {
    const chosen = allFaults.filter(
      ({ id }) => parts.length === 0 || parts.some(part => id.includes(part)),
    );
    if (chosen.length === 0) throw new UsageError(`No fault has ${parts.join(' or ')} in its id.`);
    return run(chosen);
  },
});

/** @returns the exit code. */
async function run(chosen: typeof allFaults): Promise<number> {
  const plain = await plainRun();
  print(
    `a plain run: ${plain.seen.visits.length} requests, ${plain.seconds.toFixed(1)} s, ${plain.peak.toFixed(0)} MB`,
  );
  const rows = await runFaults(chosen, plain, row => print(lineOf(row)));
  const table = renderTable(rows, plain);
  writeWhole(join(outputFolder(), 'network.md'), table);
  if (chosen.length === allFaults.length) await writeGenerated(file, table);
  const bad = rows.filter(({ problems }) => problems.length > 0);
  print(
    `${counted(rows.length, 'fault')}, ${bad.length} not as expected: ${join(outputFolder(), 'network.md')}`,
  );
  return bad.length === 0 ? 0 : 1;
}
