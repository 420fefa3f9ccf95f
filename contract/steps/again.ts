/** The one policy about time and change: what contradicts between two responses is looked at again after a pause. */
import {
  currentCase,
  expect,
  ExpectationFailed,
  LookFailed,
} from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';

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
 * Expects that nothing is found wrong, or nothing of it a second time. What is wrong is named by its records and not by their
 * number: "8 of 44" and "8 of 45" are one fault. If the second look finds other things wrong than the first one, because the run has
 * bought something in between, a third look follows after another pause, and decides.
 *
 * @param what the look searches for: `products in Books that the search does not show`.
 * @param look returns what is wrong.
 * @throws NotExercised if each of three looks finds other things wrong: the data changes while it is read.
 */
export async function expectNone(
  what: string,
  look: () => Promise<readonly unknown[]>,
): Promise<void> {
  const looks: ReadonlySet<string>[] = [];
  const compare = async (): Promise<void> => {
    const compared = new Map(currentCase()?.compared);
    const found = await look();
    const before = looks.at(-1);
    looks.push(new Set(found.map(each => JSON.stringify(each))));
    const same = before ? found.filter(each => before.has(JSON.stringify(each))) : found;
    if (found.length > 0 && same.length === 0) {
      if (looks.length > 2) throw new NotExercised('what was compared changed each of three times');
      throw new LookFailed(new ExpectationFailed([], found, { about: what }), compare, compared);
    }
    expect(same, what).toEqual([]);
  };
  await again(compare);
}
