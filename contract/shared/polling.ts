/** Reads again: what contradicts, and what is new until replicas and caches have it. */
import { beginLook, expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';

/** Looks at a target that changes each time, before it is left open. */
const mostLooks = 3;

/**
 * Returns the wrong items of one look that the next one, which requests everything anew, has again. A list that is edited under us
 * shows other contradictions each time, or none; a fault shows the same.
 *
 * @param look returns what is wrong; called again only if something is: then everything is requested anew, around a cache
 *   (`ReadOptions`).
 * @throws NotExercised if something else is wrong each time.
 */
export async function reproduced<T>(
  look: (again: boolean) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const lookAgain = beginLook();
  let before: ReadonlySet<string> = new Set();
  for (let looks = 0; looks < mostLooks; looks++) {
    if (looks > 0) lookAgain();
    const found = await look(looks > 0);
    const same = found.filter(each => before.has(JSON.stringify(each)));
    if (found.length === 0 || same.length > 0) return same;
    before = new Set(found.map(each => JSON.stringify(each)));
  }
  throw new NotExercised(`what was compared changed each of ${mostLooks} times`);
}

/**
 * Expects that a look finds nothing wrong, or nothing of it again (`reproduced`).
 *
 * @param what it looks for: `products in Books that the search does not show`.
 */
export async function expectNone(
  what: string,
  look: (again: boolean) => Promise<readonly unknown[]>,
): Promise<void> {
  expect(await reproduced(look), what).toEqual([]);
}

/** The time that a new record may take to show. */
export const lateMs = 5000;

/**
 * Looks again, at growing intervals, until something new shows or had time to.
 *
 * @param since when it was there.
 * @param look what is seen; with `fresh`, it requests everything anew; `last` of the last time, which may go around a cache.
 * @returns the last that was seen.
 */
export async function eventually<T>(
  { clock }: Context,
  since: number,
  look: (fresh: boolean, last: boolean) => Promise<T>,
  shows: (seen: T) => boolean,
): Promise<T> {
  let seen = await look(false, false);
  for (let wait = 500, last = false; !shows(seen) && !last; wait *= 2) {
    const left = since + lateMs - clock.now();
    last = left <= wait;
    await clock.sleep(Math.max(0, Math.min(wait, left)));
    seen = await look(true, last);
  }
  return seen;
}

/** When a response was there. */
export const answeredAt = ({ times }: Exchange): number => times.startedAt + times.durationMs;
