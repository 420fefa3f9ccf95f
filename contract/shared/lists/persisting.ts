/** Distinguishes a contradiction between two exchanges from a target that changed between them. */
import { beginLook } from '../../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';

/** Looks at a target that changes each time, before it is left open. */
const mostLooks = 3;

/**
 * Returns the wrong items of one look that the next one, which requests everything anew, has again. A list that is edited under us
 * shows other contradictions each time, or none; a fault shows the same.
 *
 * @param look returns what is wrong; with `fresh`, it requests everything anew. Called again only where something is.
 * @throws NotExercised if something else is wrong each time.
 */
export async function persisting<T>(
  look: (fresh: boolean) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const lookAgain = beginLook();
  let before: ReadonlySet<string> = new Set();
  for (let looks = 0; looks < mostLooks; looks++) {
    if (looks > 0) lookAgain();
    const found = await look(looks > 0);
    const again = found.filter(each => before.has(JSON.stringify(each)));
    if (found.length === 0 || again.length > 0) return again;
    before = new Set(found.map(each => JSON.stringify(each)));
  }
  throw new NotExercised(`what was compared changed each of ${mostLooks} times`);
}
