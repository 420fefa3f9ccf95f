/** The shape of `doctor --json`: whether a run can start, what is worth a look before, and what would run. Its JSON Schema is in json-schemas/diagnosis.ts. */
import type { LimiterName } from '../routes.ts';

/** `stop`: a run could not start. */
export const marks = ['ok', 'look', 'stop'] as const;
export type Mark = (typeof marks)[number];

export interface Finding {
  readonly mark: Mark;
  /** What was seen, and what to do. */
  readonly text: string;
}

export const sectionNames = ['configuration', 'machine', 'target', 'keys', 'money'] as const;

export interface Section {
  readonly name: (typeof sectionNames)[number];
  readonly findings: readonly Finding[];
}

/** A requirement that a run would not exercise. */
export interface Unexercised {
  readonly id: string;
  readonly reason: string;
  /** Settings and permissions that it waits for, `GV_KEY_REVOKED`, `GV_ALLOW=spend`; none if it depends on what the target has. */
  readonly needs: readonly string[];
}

/** One setting or permission, and the requirements that it opens. */
export interface Remedy {
  /** `GV_KEY_REVOKED`, `GV_ALLOW=spend` */
  readonly setting: string;
  readonly about: string;
  /** Ids of requirements that wait for it and, by the catalogue, for nothing else. */
  readonly opens: readonly string[];
  /** Ids of those that wait for another setting as well. */
  readonly opensWithOthers: readonly string[];
}

/** Money by currency. */
type Sums = Readonly<Record<string, number>>;

/** What a run would do: its checks were run on the embedded reference, with the settings that the target has. */
export interface Plan {
  readonly profile: string;
  /** What was taken for granted, and a run finds out. */
  readonly assumption?: string;
  /** Ids of requirements. */
  readonly exercised: readonly string[];
  readonly notExercised: readonly Unexercised[];
  readonly remedies: readonly Remedy[];
  readonly requests: {
    readonly total: number;
    /** `other`: of routes that §8 names no limiter of. */
    readonly byLimiter: Readonly<Record<LimiterName | 'other', number>>;
    /** GV_MAX_REQUESTS. */
    readonly most: number;
  };
  /** Outside of these requests. */
  readonly probes: {
    readonly limiters: readonly LimiterName[];
    /** GV_PROBE_MAX_REQUESTS, of each. */
    readonly maxRequests: number;
    /** GV_PROBE_MAX_WAIT, seconds of one wait. */
    readonly maxWait: number;
  };
  /** Requests a second (GV_MAX_RPS), and the seconds that they take at that rate, without probes; absent if nothing bounds the rate. */
  readonly time?: { readonly perSecond: number; readonly seconds: number };
  readonly spend: Sums;
  /** Runs that spend as much and fit into what GV_MAX_SPEND leaves now; absent if nothing is spent. */
  readonly runsLeft?: number;
  /** The last result in GV_OUT, if it is of this target and profile. */
  readonly lastRun?: {
    readonly startedAt: string;
    readonly requests: number;
    readonly seconds: number;
    readonly spend: Sums;
  };
}

export interface Diagnosis {
  readonly schemaVersion: 1;
  readonly canStart: boolean;
  readonly sections: readonly Section[];
  /** Absent if a run could not start. */
  readonly plan?: Plan;
}
