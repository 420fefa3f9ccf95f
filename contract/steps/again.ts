/** Repeats a comparison of two responses after a pause if they contradict each other. This is the only policy about time and change. */
import {
  currentCase,
  expect,
  ExpectationFailed,
  LookFailed,
} from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';

/**
 * Runs a look: reads, and expectations of what they return. If an expectation fails, the case waits. When all other checks have
 * run, the run pauses once (GV_RECHECK_AFTER), forgets what it has read, and runs each look that waits a second time. The case has
 * the verdict of the second look. So a look buys and writes nothing, and nothing stands after it in its case.
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
 * Expects that a look finds nothing wrong. If it does, a second look must not find the same again.
 *
 * @param what names the wrong things: `products in Books that the search does not show`.
 * @param look returns the wrong records, not their number, because "8 of 44" and "8 of 45" are one fault.
 * @throws NotExercised if the second look finds other things wrong, because the data then changes while it is read.
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
