/** Waits until a record that is new shows. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Context } from '../../fixtures/run/context.ts';

/** The time that a new record may take to show. */
export const lateMs = 5000;

/**
 * Looks again, at growing intervals, until something new shows or had time to.
 *
 * @param since when it was there.
 * @param look returns what is seen; with `fresh`, it requests everything anew.
 * @returns the last that was seen.
 */
export async function eventually<T>(
  { clock }: Context,
  since: number,
  look: (fresh: boolean) => Promise<T>,
  shows: (seen: T) => boolean,
): Promise<T> {
  let seen = await look(false);
  for (let wait = 500, last = false; !shows(seen) && !last; wait *= 2) {
    const left = since + lateMs - clock.now();
    last = left <= wait;
    await clock.sleep(Math.max(0, Math.min(wait, left)));
    seen = await look(true);
  }
  return seen;
}

/** When a response was there. */
export const answeredAt = ({ times }: Exchange): number => times.startedAt + times.durationMs;
