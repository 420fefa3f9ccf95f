/** The shape of `conformance.json`, the result that everything else is made from. Its JSON Schema is in result-schema.ts. */
import type { RequirementId } from '../requirements/index.ts';
import type { LimiterName } from '../routes.ts';
import type { Discovered } from './discovered.ts';
import type { Exchange } from './exchange.ts';
import type { Findings } from './limiter.ts';

export const verdicts = ['passed', 'failed', 'not-applicable', 'not-exercised', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

export interface CaseResult {
  readonly id: string;
  readonly verdict: Verdict;
  /** Why it was not judged, or what went wrong. */
  readonly reason?: string;
  /** The requirement that reports the cause, where this one could not be judged because of it. */
  readonly reportedBy?: RequirementId;
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

/** The result of one check, as a host reports it. */
export interface Outcome {
  readonly id: string;
  readonly verdict: Verdict;
  readonly cases: readonly CaseResult[];
  readonly observations: readonly ObservationResult[];
  readonly durationMs: number;
}

/** What the probe of one limiter found; `skipped` is why it did not run. */
export type LimiterResult = { readonly name: LimiterName } & (
  Findings | { readonly skipped: string }
);

/** What is counted separately: a payload on one side of a bound, or a request of the limiter checks. */
export type Purpose = 'generated' | 'probe';

/** An exchange in a result, which has it under its id. */
type ExchangeResult = Omit<Exchange, 'id'>;

export type RunVerdict = 'conformant' | 'non-conformant' | 'incomplete' | 'error';

/** What a file of recorded traffic had in it. */
export interface RecordingResult {
  readonly file: string;
  /** The program that wrote it. */
  readonly program: string;
  readonly entries: number;
  readonly judged: number;
  /** Reason -> entries. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Part of an exchange -> judged exchanges that lack it. */
  readonly unrecorded: Readonly<Record<string, number>>;
  /** Role of the key -> judged exchanges. */
  readonly keys: Readonly<Record<string, number>>;
}

export interface ConformanceResult {
  readonly schemaVersion: 1;
  readonly target: {
    readonly baseUrl: string;
    readonly origin: 'reference' | 'configured' | 'recording';
    /** Roles of the configured keys. */
    readonly keys: readonly string[];
    readonly allow: readonly string[];
  };
  readonly profile: string;
  readonly seed: number;
  readonly suite: { readonly version: string; readonly spec: '1.0.0' };
  /** Which part of a run that several machines share; `npm run merge` makes one result of all. */
  readonly shard?: { readonly current: number; readonly total: number };
  /** Number of shards that were combined. */
  readonly shards?: number;
  /** What was judged in place of a run of ours. */
  readonly recording?: RecordingResult;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  /** Why the run could not start or finish, or what it demanded and did not exercise. */
  readonly reasons?: readonly string[];
  readonly requests: {
    readonly sent: number;
    /** Requests that got a 429, which was waited out. */
    readonly limited: number;
    /** Payloads on and around the bounds of request bodies. */
    readonly generated: number;
    /** Requests of the limiter checks; those of the measurements are not counted. */
    readonly probes: number;
    /** Route -> role of the key -> requests. */
    readonly byRoute: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  /** Money spent, per currency. */
  readonly spend: Readonly<Record<string, number>>;
  readonly requirements: readonly RequirementResult[];
  /** What was found out in place of settings that are not there, or why it was not. */
  readonly discovered: readonly Discovered[];
  /** Settings that hold something else than they should, as far as responses show. */
  readonly doubts: readonly string[];
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
