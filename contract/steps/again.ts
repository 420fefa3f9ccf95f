/** Repeats a comparison of two responses after a pause if they contradict each other. This is the only policy about time and change. */
import {
  currentCase,
  expect,
  ExpectationFailed,
  LookFailed,
} from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';

/**
 * Runs a look: it reads data, and states what the data must be. If an expectation fails, the case waits. After all other checks,
 * the run pauses once (GV_RECHECK_AFTER), forgets the reads, and repeats the look of each waiting case. The second look decides the
 * verdict of the case. So a look must not buy or write anything, and it must be the last step of its case.
 *
 * @example
 * await again(async () => {
 *   const orders = await readWhole(context, lists.orders);
 *   expect(orders.items.map(idOf), 'ids in the order history').toSatisfy(`${id}`, ids => ids.includes(id));
 * });
 */
export async function again(look: () => Promise<void>): Promise<void> {
  const before = new Map(currentCase()?.compared);
  try {
    await look();
  } catch (error) {
    throw error instanceof ExpectationFailed ? new LookFailed(error, look, before) : error;
  }
}

/**
 * Expects that a look finds no wrong records. If it finds some, the second look must not find the same records again.
 *
 * @param what Names the wrong records: `products in Books that the search does not show`.
 * @param look Returns the wrong records and not their number, because "8 of 44" and "8 of 45" are the same fault.
 * @throws NotExercised if the second look finds only other wrong records, because the data then changes while it is read.
 */
export async function expectNone(
  what: string,
  look: () => Promise<readonly unknown[]>,
): Promise<void> {
  let before: ReadonlySet<string> | undefined;
  await again(async () => {
    const found = await look();
    const same = before ? found.filter(each => before!.has(JSON.stringify(each))) : found;
    if (found.length > 0 && same.length === 0)
      throw new NotExercised(
        'the data changes while it is read, so each look finds something else',
      );
    before = new Set(found.map(each => JSON.stringify(each)));
    expect(same, what).toEqual([]);
  });
}
