/** Waits out a 429: what a virtual user knows of limiters, by the name of the gate. */
import { retryAfterSeconds } from '../../../schemas/rejection.ts';

export class Patience {
  readonly #until = new Map<string, number>();

  /** True if requests may go through a gate, at `now` in milliseconds. */
  allows(gate: string, now: number): boolean {
    const until = this.#until.get(gate);
    return until === undefined || now >= until;
  }

  /**
   * @param retryAfter the header of a 429.
   * @returns the wait, milliseconds.
   */
  hold(gate: string, retryAfter: string | undefined, now: number): number {
    const wait = waitMs(retryAfter, now);
    this.#until.set(gate, now + wait);
    return wait;
  }
}

/** Returns the wait that a 429 announces, milliseconds; a second if it announces none. */
export const waitMs = (retryAfter: string | undefined, now: number): number =>
  (retryAfterSeconds(retryAfter, now) ?? 1) * 1000;
