/**
 * What the probe of one limiter sent, received and found: `limiters.json` is a list of `LimiterProbe`. k6 and Node write
 * it, checks and reports read it.
 */
import { retryAfterSeconds } from '../retry-after.ts';
import type { LimiterName } from '../routes.ts';

/**
 * What came back to one probe request. Times are milliseconds of the sender's clock; status 0 means that no response
 * arrived. `headers` holds only `date`, `retry-after` and `ratelimit-*`, lower-cased.
 */
export interface ProbeResponse {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first `BODY_KEPT` characters of a rejection's body; empty otherwise. */
  readonly body: string;
}

export const BODY_KEPT = 2048;

/**
 * `before`, `separate`, `recovered`: other limiters, before this one is touched, while it rejects, and once it admits again.
 * `warm`, `burst`: the first exhaustion. `siblings`: the other routes of this limiter, while it rejects. `sooner` (where waits announced at one time differ much), `after` (`early` when
 * the announced wait is too long for the bounds): single requests behind a silent wait. `half`, `rest`: the second
 * exhaustion, spread in time. `poll`: single requests until the first admission; `refill`: what is admitted at once from
 * there. `drain`, `drain-longer`: what is admitted after a part of the window and after twice that. `poll-again`: until
 * the window after that opens. `idle`: single requests behind waits longer than a window, in which nobody can have been rejected
 * because of us.
 */
export type Phase =
  | 'before'
  | 'warm'
  | 'burst'
  | 'siblings'
  | 'separate'
  | 'recovered'
  | 'sooner'
  | 'early'
  | 'after'
  | 'half'
  | 'rest'
  | 'poll'
  | 'refill'
  | 'drain'
  | 'drain-longer'
  | 'poll-again'
  | 'idle';

/** A response in its place in the plan; `to` names a route other than the one that is exhausted when the request went there. */
export interface Note extends ProbeResponse {
  readonly phase: Phase;
  readonly to?: string;
}

export interface PlanSettings {
  /** The most requests one probe may send, those to other limiters included. */
  readonly maxRequests: number;
  /** The longest single silent wait, in milliseconds; a complete plan has at most five. */
  readonly maxWaitMs: number;
  /**
   * Names of routes of the other limiters, each beginning with its limiter. One of each is requested before (the others,
   * too, where there is room), and all of them at once while this limiter rejects: those that were rejected a second time.
   */
  readonly others?: readonly string[];
  /** Names of the other routes of this limiter: each is requested once while it rejects. */
  readonly siblings?: readonly string[];
}

/** The statements of §8 (and §7's 429) that a probe can show, each decided from the notes alone. */
export const claimIds = [
  'rejection-status',
  'rejection-body',
  'retry-after-integer',
  'retry-after-kept',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'remaining-zero',
  'limit-admitted',
  'remaining-falls',
  'burst',
  'separate',
] as const;
export type ClaimId = (typeof claimIds)[number];

export interface Claim {
  readonly claim: ClaimId;
  readonly verdict: 'passed' | 'failed' | 'not-applicable' | 'not-exercised';
  readonly reason?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Indices of notes. */
  readonly evidence: readonly number[];
}

/** A measured number with the interval that the notes leave it, or why there is none. */
export type Measured =
  | { readonly value: number; readonly low: number; readonly high: number }
  | { readonly inconclusive: true; readonly reason: string };

export interface Algorithm {
  readonly name: 'fixed-window' | 'sliding-window' | 'token-bucket' | 'inconclusive';
  readonly confidence: 'high' | 'low' | 'none';
  readonly reason: string;
}

/** `limit` in requests as this caller was admitted them, `windowSeconds` in seconds. */
export interface Numbers {
  readonly limit: Measured;
  readonly windowSeconds: Measured;
  readonly algorithm: Algorithm;
}

/** Something the spec leaves open that this limiter does one way; `marked` is worth a look. */
export interface LimiterObservation {
  readonly id:
    | 'retry-after-longer-than-needed'
    | 'retry-after-zero'
    | 'refusal-other-than-429'
    | 'wait-in-body';
  readonly value: string;
  readonly marked: boolean;
}

/** What the notes of one limiter show; `requests` counts all of them, `stopped` is why the plan ended. */
export interface Findings extends Numbers {
  readonly claims: readonly Claim[];
  readonly observations: readonly LimiterObservation[];
  readonly requests: number;
  readonly stopped: string;
}

/** A limiter that was probed with these settings. */
export interface Probed {
  readonly settings: PlanSettings;
  readonly notes: readonly Note[];
  readonly findings: Findings;
}

/** One limiter in `limiters.json`: probed, or why not. */
export type LimiterProbe = { readonly name: LimiterName } & (Probed | { readonly skipped: string });

/** Whether the limiter rejected the request: a 429, or another error that says when to retry. */
export function isRejected(note: ProbeResponse): boolean {
  return note.status === 429 || (note.status >= 400 && note.headers['retry-after'] !== undefined);
}

/** Whether the limiter let the request through, whatever the route made of it. */
export function isAdmitted(note: ProbeResponse): boolean {
  return note.status !== 0 && !isRejected(note);
}

/** The notes of the given phases that went to the limiter being probed, in order. */
export function inPhase(notes: readonly Note[], ...phases: readonly Phase[]): Note[] {
  return notes.filter(note => note.to === undefined && phases.includes(note.phase));
}

/** A header as an integer, or undefined when it is absent or anything else. */
export function integerHeader(note: ProbeResponse, name: string): number | undefined {
  const value = note.headers[name];
  return value !== undefined && /^-?\d+$/.test(value) ? Number(value) : undefined;
}

/** The target's own time, by its `date` header where it sends one; milliseconds since 1970. */
export function targetTime(note: ProbeResponse): number {
  return Date.parse(note.headers['date'] ?? '') || note.receivedAt;
}

/** The wait that a rejection announces, in seconds; undefined when there is none. */
export function announcedSeconds(note: ProbeResponse): number | undefined {
  return retryAfterSeconds(note.headers['retry-after'], targetTime(note));
}
