/** The shape of `plan --json`: what a run would do, by a rehearsal on the reference. Its JSON Schema is in json-schemas/plan.ts. */
import type { LimiterName } from '../routes.ts';

/** `runs`: it was shown in the rehearsal. `depends`: its check ran, and shows something only where the target has it. */
export const prospects = ['runs', 'depends', 'waits'] as const;
type Prospect = (typeof prospects)[number];

export interface PlannedRequirement {
  readonly id: string;
  readonly prospect: Prospect;
  /** Unless it runs: why. */
  readonly reason?: string;
  /** What it waits for, `GV_KEY_REVOKED`, `GV_ALLOW=spend`. */
  readonly needs?: readonly string[];
}

/** One setting or permission, and what it would open. */
export interface Remedy {
  /** `GV_KEY_REVOKED`, `GV_ALLOW=spend` */
  readonly setting: string;
  readonly about: string;
  /** Requirements that wait for it and, by the catalogue, for nothing else. */
  readonly opens: number;
  /** All requirements that wait for it. */
  readonly requirements: readonly string[];
}

/** A limiter of §8, or `other` for routes that the spec names no limiter of. */
export type Counter = LimiterName | 'other';

export interface PlannedProbe {
  readonly limiter: LimiterName;
  /** Why it is not probed. */
  readonly skipped?: string;
  /** Of the last result: what its probe sent, and how long it took. */
  readonly last?: { readonly requests: number; readonly seconds: number };
}

export interface PlannedMoney {
  readonly currency: string;
  /** What the rehearsal bought, of the reference's products. */
  readonly rehearsed: number;
  /** The most that a run can spend now: what is left of the cap. */
  readonly most: number;
  /** GV_MAX_SPEND. */
  readonly cap: number;
  /** By other runs, in the last 24 hours. */
  readonly spentEarlier: number;
}

interface SeenLimit {
  readonly limiter: LimiterName;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Windows that the requests of a run fill before the last one. */
  readonly waits: number;
}

export interface PlannedTime {
  /** GV_MAX_RPS; absent where nothing bounds the rate. */
  readonly perSecond?: number;
  /** At that rate. */
  readonly seconds?: number;
  /** Under the limits that the last result of this target found; absent where there is none, or it has no limits. */
  readonly limited?: {
    readonly file: string;
    readonly startedAt: string;
    readonly seconds: number;
    readonly limits: readonly SeenLimit[];
  };
  /** GV_MAX_WAIT, seconds. */
  readonly maxWait: number;
}

export interface Plan {
  readonly schemaVersion: 1;
  readonly target: {
    readonly baseUrl: string;
    readonly origin: 'reference' | 'configured';
    /** Roles of the configured keys. */
    readonly keys: readonly string[];
    readonly allow: readonly string[];
  };
  readonly profile: string;
  /** What the rehearsal took for granted, and a run finds out. */
  readonly assumptions: readonly string[];
  /** Of the profile; what it does not run is left out. */
  readonly requirements: readonly PlannedRequirement[];
  readonly remedies: readonly Remedy[];
  readonly requests: {
    readonly total: number;
    readonly byLimiter: Readonly<Record<Counter, number>>;
    /** GV_MAX_REQUESTS. */
    readonly most: number;
  };
  /** Outside of that budget. */
  readonly probes: {
    readonly limiters: readonly PlannedProbe[];
    /** GV_PROBE_MAX_REQUESTS, of each. */
    readonly maxRequests: number;
    /** GV_PROBE_MAX_WAIT, seconds of one wait. */
    readonly maxWait: number;
  };
  /** None where nothing may be spent. */
  readonly money: readonly PlannedMoney[];
  readonly time: PlannedTime;
}
