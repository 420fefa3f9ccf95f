/** The shape of `conformance.json`, the result that everything else is made from. Its JSON Schema is in json-schemas/result.ts. */
import type { Feature } from '../features/names.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { LimiterName } from '../routes.ts';
import type { Discovered } from './discovered.ts';
import type { Exchange } from './exchange.ts';
import type { Findings, Note, Probed } from './limiter.ts';
import type { LeftBehind } from './left-behind.ts';
import type { StoredText, Texts } from './texts.ts';
import type { ReplayRecord } from './transcript.ts';
import type { TrafficSummary } from './traffic.ts';
import type { Waiver } from './waivers.ts';

export const verdicts = ['passed', 'failed', 'not-applicable', 'not-exercised', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

export interface CaseResult {
  readonly id: string;
  readonly verdict: Verdict;
  /** Why it was not judged, or what went wrong. */
  readonly reason?: string;
  /** The requirement that reports the cause, where this one could not be judged because of it. */
  readonly reportedBy?: RequirementId;
  /** Of a failure: the value that was judged, in words. */
  readonly judged?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The failure as a person reads it: what was expected, what came, the request as a curl command. */
  readonly message?: string;
  /** Id of the exchange that the failure is about, one of the evidence; where it is about several, of the first. */
  readonly exchange?: string;
  /** Ids of the exchanges that were compared, where the failure shows in several together. */
  readonly compared?: readonly string[];
  /** Why the failure is accepted. */
  readonly waived?: Waiver;
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
}

/** Cases that passed, of those that apply to the target. */
export interface InPart {
  readonly shown: number;
  readonly of: number;
}

export interface RequirementResult {
  readonly id: string;
  readonly anchor: string;
  readonly text: string;
  /** Clauses that it follows from, and how; absent where a clause says it. */
  readonly implied?: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** Set where it passed on a part of its cases, and the others were not exercised. */
  readonly inPart?: InPart;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly durationMs: number;
  /** Set where every failed case is accepted; of several waivers, the first. */
  readonly waived?: Waiver;
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

/** What the probe of one limiter found, and the notes that show it; `skipped` is why it did not run. */
export type LimiterResult = { readonly name: LimiterName } & (
  ProbedLimiter | { readonly skipped: string }
);

interface ProbedLimiter extends Findings, Pick<Probed, 'settings'> {
  /** Of the first note, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly notes: readonly StoredNote[];
}

/** `at`: when it was sent, since the first; `took`: until the response. Both in milliseconds. */
type StoredNote = Omit<Note, 'sentAt' | 'receivedAt' | 'body'> & {
  readonly at: number;
  readonly took: number;
  readonly body: StoredText;
};

/** What is counted separately: a payload on one side of a bound, or a request of the limiter checks. */
export type Purpose = 'generated' | 'probe';

/** An exchange in a result, which has it under its id, and long bodies among its texts. */
type ExchangeResult = Omit<Exchange, 'id' | 'request' | 'response'> & {
  readonly request: Omit<Exchange['request'], 'body'> & { readonly body?: StoredText };
  readonly response: Omit<Exchange['response'], 'body'> & { readonly body: StoredText };
};

/**
 * `passed`: nothing failed but what is waived, and the run showed what its profile demands; that is less than the
 * contract states.
 * `conformant`: it showed all that the contract states, or all that a certificate or a committed baseline demands.
 */
export const runVerdicts = [
  'conformant',
  'passed',
  'non-conformant',
  'incomplete',
  'error',
] as const;
export type RunVerdict = (typeof runVerdicts)[number];

/** A load run on the same target: what k6 measured, and the verdicts on a sample of its responses. */
export interface LoadResult {
  readonly summary: TrafficSummary;
  /** Responses that were judged. */
  readonly samples: number;
  readonly outcomes: readonly Outcome[];
}

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
  /** Of a run for a certificate: what it is about. */
  readonly features?: readonly Feature[];
  readonly seed: number;
  readonly suite: { readonly version: string; readonly spec: '1.0.0' };
  /** Which part of a run that several machines share; `./gv merge` makes one result of all. */
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
  /** What other runs had spent of it within the 24 hours before this one. */
  readonly spentEarlier?: Readonly<Record<string, number>>;
  /** What it bought, and what it registered and could not remove. */
  readonly left?: readonly LeftBehind[];
  readonly requirements: readonly RequirementResult[];
  /** What was found out in place of settings that are not there, or why it was not. */
  readonly discovered: readonly Discovered[];
  /** Settings that hold something else than they should, as far as responses show. */
  readonly doubts: readonly string[];
  readonly observations: readonly ObservationResult[];
  readonly limiters: readonly LimiterResult[];
  readonly load?: LoadResult;
  /** `exchangesOf` in texts.ts makes them whole. */
  readonly exchanges: Readonly<Record<string, ExchangeResult>>;
  readonly texts: Texts;
  /** Absent where the result is not that of one run of ours. */
  readonly replay?: ReplayRecord;
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

/** Counts the cases of a requirement that passed, where others were not exercised; undefined elsewhere. */
export function inPartOf(cases: readonly { readonly verdict: Verdict }[]): InPart | undefined {
  const count = (verdict: Verdict) => cases.filter(each => each.verdict === verdict).length;
  const [shown, missing] = [count('passed'), count('not-exercised')];
  const isPart = verdictOf(cases) === 'passed' && missing > 0;
  return isPart ? { shown, of: shown + missing } : undefined;
}
