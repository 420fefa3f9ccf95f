/** The shape of `conformance.json`, the result that everything else is made from. Its JSON Schema is in result-schema.ts. */
export const verdicts = ['passed', 'failed', 'not-applicable', 'not-exercised', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

export interface CaseResult {
  readonly id: string;
  readonly verdict: Verdict;
  /** Why it was not judged, or what went wrong. */
  readonly reason?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The failure as a person reads it: what was expected, what came, the request as a curl command. */
  readonly message?: string;
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
}

export interface RequirementResult {
  readonly id: string;
  readonly anchor: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly durationMs: number;
  readonly cases: readonly CaseResult[];
}

export interface ObservationResult {
  readonly id: string;
  readonly anchor: string;
  readonly value: unknown;
  /** Worth a look. */
  readonly marked?: boolean;
  readonly evidence: readonly string[];
}

/** What one check came to: the outcome that a host hands to the reports. */
export interface Outcome {
  readonly id: string;
  readonly verdict: Verdict;
  readonly cases: readonly CaseResult[];
  readonly observations: readonly ObservationResult[];
  readonly durationMs: number;
}

/** What the probe of one limiter found; `skipped` tells why it did not run. */
export interface LimiterResult {
  readonly name: string;
  readonly skipped?: string;
  readonly limit?: unknown;
  readonly windowSeconds?: unknown;
  readonly algorithm?: unknown;
  readonly requests?: number;
}

/** What is counted apart: a payload on one side of a bound, or a request of the limiter checks. */
export type Purpose = 'generated' | 'probe';

export interface ExchangeResult {
  readonly route: string;
  readonly key: string;
  readonly request: unknown;
  readonly response: unknown;
  readonly times: unknown;
}

export type RunVerdict = 'conformant' | 'non-conformant' | 'incomplete' | 'error';

export interface ConformanceResult {
  readonly schemaVersion: 1;
  readonly target: {
    readonly baseUrl: string;
    readonly origin: 'reference' | 'configured';
    /** Roles of the keys that were given. */
    readonly keys: readonly string[];
    readonly allow: readonly string[];
  };
  readonly profile: string;
  readonly seed: number;
  readonly suite: { readonly version: string; readonly spec: '1.0.0' };
  /** Which part this is, of a run that several machines share; `npm run merge` makes one result of all. */
  readonly shard?: { readonly current: number; readonly total: number };
  /** How many parts were merged into this. */
  readonly shards?: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  /** Why the run could not start or finish, or what it demanded and did not see. */
  readonly reasons?: readonly string[];
  readonly requests: {
    readonly sent: number;
    /** Requests that were answered with 429 and waited out. */
    readonly limited: number;
    /** Payloads on and around the bounds of request bodies. */
    readonly generated: number;
    /** Requests of the limiter checks, those of the measurements apart. */
    readonly probes: number;
    /** Route -> role of the key -> requests. */
    readonly byRoute: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  /** Money spent, per currency. */
  readonly spend: Readonly<Record<string, number>>;
  readonly requirements: readonly RequirementResult[];
  readonly observations: readonly ObservationResult[];
  readonly limiters: readonly LimiterResult[];
  readonly exchanges: Readonly<Record<string, ExchangeResult>>;
}

/**
 * Any case failed: `failed`. Else any error: `error`. Else `passed` on the cases that were exercised; none exercised:
 * `not-exercised`, or `not-applicable` where that holds for every case.
 */
export function verdictOf(cases: readonly { readonly verdict: Verdict }[]): Verdict {
  const has = (verdict: Verdict) => cases.some(each => each.verdict === verdict);
  if (has('failed')) return 'failed';
  if (has('error')) return 'error';
  if (has('passed')) return 'passed';
  return cases.length > 0 && !has('not-exercised') ? 'not-applicable' : 'not-exercised';
}
