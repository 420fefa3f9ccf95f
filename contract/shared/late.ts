/** What is new on a target may show a moment later: replicas follow each other, and a cache keeps what it has. */
import type { Context } from '../../fixtures/run/context.ts';

/** How long what is new may be missing where it has to show. */
export const lateMs = 5000;

/**
 * Looks again, at growing intervals, until something new shows or had time to.
 *
 * @param since when it was there.
 * @param look what is seen; with `fresh`, it requests everything anew; with `around`, the last time, past a cache.
 * @returns the last that was seen.
 */
export async function untilShown<T>(
  { clock }: Context,
  since: number,
  look: (fresh: boolean, around: boolean) => Promise<T>,
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
