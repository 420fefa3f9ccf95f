/** Who was told to wait waits: what a virtual user knows of limiters, by the name of the gate. */
export class Patience {
  readonly #until = new Map<string, number>();

  /** Whether a gate may be asked, at `now` in milliseconds. */
  allows(gate: string, now: number): boolean {
    const until = this.#until.get(gate);
    return until === undefined || now >= until;
  }

  /**
   * @param retryAfter the header of a 429; without whole seconds in it, a second is waited.
   * @returns the wait, milliseconds.
   */
  hold(gate: string, retryAfter: string | undefined, now: number): number {
    const wait = waitMs(retryAfter);
    this.#until.set(gate, now + wait);
    return wait;
  }
}

/** The wait that a 429 asks for, milliseconds. */
export const waitMs = (retryAfter: string | undefined): number =>
  retryAfter !== undefined && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 1000;
