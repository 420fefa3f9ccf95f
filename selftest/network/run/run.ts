/** Runs faults, and a plain run before them that says what this machine takes for one. */
import { inPool } from '../../../fixtures/run/stages.ts';
import { families } from '../faults/index.ts';
import { unharmed, type Fault } from '../fault.ts';
import { never } from '../proxy/when.ts';
import { honest } from '../strikes.ts';
import { lateness, problemsOf, together, type Plain } from './judge.ts';
import { measure, type Measured } from './measure.ts';
import type { Row } from './table.ts';

const plainFault: Fault = {
  id: 'plain',
  what: 'nothing happens',
  when: never,
  strike: honest,
  expect: unharmed(120),
};

/** Seconds that a plain run takes on a machine for which the bounds are exact, and the most that another may be slower. */
const usual = 12;
const slowest = 5;

/**
 * @param grep checks that suffice.
 * @throws Error where the suite does not pass without a fault.
 */
export async function plainRun(): Promise<Plain> {
  const measured = await measure(plainFault, 1);
  const slower = Math.min(slowest, Math.max(1, measured.seconds / usual));
  const plain = { ...measured, scale: together * slower };
  const problems = problemsOf(measured, plain);
  if (problems.length > 0)
    throw new Error(
      `A run without a fault does not pass: ${problems.join('; ')}\n${measured.output}`,
    );
  return plain;
}

/**
 * Runs a fault and judges it. If it took too long, it and a plain run are measured once more: something else may have computed
 * beside the first.
 */
export async function judgeFault(
  fault: Fault,
  plain: Plain,
): Promise<{ readonly measured: Measured; readonly problems: readonly string[] }> {
  const measured = await measure(fault, plain.scale);
  if (lateness(measured, plain).length === 0)
    return { measured, problems: problemsOf(measured, plain) };
  const now = await plainRun();
  const again = await measure(fault, now.scale);
  return { measured: again, problems: problemsOf(again, now) };
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
    const row = { family, ...(await judgeFault(fault, plain)) };
    onRow(row);
    return row;
  });
}
