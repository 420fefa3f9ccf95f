/** Repeats a comparison of two responses after a pause if they contradict each other. This is the only policy about time and change. */
import {
  currentCase,
  ExpectationFailed,
  LookFailed,
  newCase,
} from '../../harness/run/expect/expect.ts';

/**
 * Runs a look: it reads data, and states what the data must be. If an expectation fails, the case waits. After all other checks,
 * the run pauses once (GV_RECHECK_AFTER), forgets the reads, and repeats the look of each waiting case. The second look decides the
 * verdict of the case. So a look must be the last step of its case. It can only read: a request with an effect is an error.
 *
 * @example
 * await again(async () => {
 *   const orders = await readWhole(context, lists.orders);
 *   expect(orders.items.map(idOf), 'ids in the order history').toSatisfy(`${id}`, ids => ids.includes(id));
 * });
 */
export async function again(look: () => Promise<void>): Promise<void> {
  const current = currentCase() ?? newCase();
  const before = new Map(current.compared);
  const readOnly = async () => {
    current.isLooking = true;
    try {
      await look();
    } finally {
      current.isLooking = false;
    }
  };
  try {
    await readOnly();
  } catch (error) {
    throw error instanceof ExpectationFailed ? new LookFailed(error, readOnly, before) : error;
  }
}
