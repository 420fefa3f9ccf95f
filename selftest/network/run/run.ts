/** Runs faults, and a plain run before them that says what this machine takes for one. */
import { inPool } from '../../../fixtures/run/stages.ts';
import { families } from '../faults/index.ts';
import { unharmed, type Fault } from '../fault.ts';
import { never } from '../proxy/when.ts';
import { honest } from '../strikes.ts';
import { problemsOf, together, type Plain } from './judge.ts';
import { measure } from './measure.ts';
import type { Row } from './table.ts';

const plainFault: Fault = {
  id: 'plain',
  what: 'nothing happens',
  when: never,
  strike: honest,
  expect: unharmed(120),
};

/** Seconds that a plain run takes where bounds are exact. */
const usual = 12;

/**
 * @param grep checks that suffice.
 * @throws Error where the suite does not pass without a fault.
 */
export async function plainRun(): Promise<Plain> {
  const measured = await measure(plainFault, 1);
  const slower = Math.min(2, Math.max(1, measured.seconds / usual));
  const plain = { ...measured, scale: together * slower };
  const problems = problemsOf(measured, plain);
  if (problems.length > 0)
    throw new Error(
      `A run without a fault does not pass: ${problems.join('; ')}\n${measured.output}`,
    );
  return plain;
}

/** Two at a time, each on a server of its own. */
export async function runFaults(
  plain: Plain,
  wanted: (fault: Fault) => boolean,
  onRow: (row: Row) => void,
): Promise<readonly Row[]> {
  const all = Object.entries(families).flatMap(([family, faults]) =>
    faults.filter(wanted).map(fault => ({ family, fault })),
  );
  return inPool(all, { width: 2 }, async ({ family, fault }) => {
    const measured = await measure(fault, plain.scale);
    const row = { family, measured, problems: problemsOf(measured, plain) };
    onRow(row);
    return row;
  });
}
