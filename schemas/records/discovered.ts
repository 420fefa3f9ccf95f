/** What a run found out about its target in place of a setting that is not there. */
export interface Discovered {
  /** The setting, `GV_ORDER_UNKNOWN`. */
  readonly name: string;
  /** Absent: it was not found. */
  readonly value?: unknown;
  /** How it was found, by its effect; or why it was not. */
  readonly how: string;
}
