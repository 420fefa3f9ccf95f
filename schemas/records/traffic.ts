/** What `load/traffic.ts` writes: `traffic.json`. k6 reads this file too. */
export interface Counts {
  /** Including limited and failed ones. */
  readonly sent: number;
  /** Responses of 429. */
  readonly limited: number;
  /** 5xx, broken connections, and statuses that are no success of the route. */
  readonly failed: number;
}

export interface TrafficSummary {
  readonly schemaVersion: 1;
  readonly profile: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: Counts & {
    /** Not sent, because a 429 announced a wait. */
    readonly skipped: number;
    /** Not sent, because all virtual users were busy. */
    readonly dropped: number;
    /** Begun more than 100 ms after they were due; an upper bound where some were dropped. */
    readonly late: number;
    /** Sent before the load, to find out what works. */
    readonly before: number;
  };
  /** By the id of the route; durations in milliseconds, of responses with a success status only. */
  readonly byRoute: Readonly<Record<string, Counts & { readonly durations?: Durations }>>;
  /** From the 202 to the end of the order request, milliseconds. */
  readonly queuedToDone?: Durations;
  /** Money per currency; absent where k6 could not count all of it. */
  readonly spend?: Readonly<Record<string, number>>;
  /** Cost of the purchases that got a 429, which is the word of the target; absent as `spend` is. */
  readonly possiblySpent?: Readonly<Record<string, number>>;
  /** Order requests that did not end within GV_ASYNC_TIMEOUT. */
  readonly unfinished: number;
  readonly virtualUsers: number;
  readonly thresholds: readonly {
    readonly metric: string;
    readonly condition: string;
    readonly ok: boolean;
  }[];
  /** What was not exercised, by the name of the part, and why. */
  readonly notExercised: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** So many samples and their percentiles, milliseconds. */
export type Durations = Readonly<Record<'count' | 'min' | 'p50' | 'p95' | 'p99' | 'max', number>>;
