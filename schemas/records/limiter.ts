/**
 * Requests, responses and findings of the probe of one limiter: `limiters.json` is a list of `LimiterProbe`. k6 and
 * Node write it, checks and reports read it.
 */
import { retryAfterSeconds } from '../rejection.ts';
import type { LimiterName } from '../routes.ts';
import { storedText } from './exchange.ts';
import {
  amount,
  anyOf,
  closed,
  constant,
  count,
  flag,
  listOf,
  mapOf,
  number,
  oneOf,
  text,
  textOf,
  texts,
  type Closed,
  type TypeOf,
} from './schema.ts';

/** The response to one probe request. */
const response = {
  /** 0: no response arrived. */
  status: count,
  /** Only `date`, `retry-after` and `ratelimit-*`, lower-cased. */
  headers: mapOf(text),
};

export const bodyKept = 2048;

/** Times are milliseconds of the sender's clock. */
const received = {
  ...response,
  sentAt: number,
  receivedAt: number,
  /** The first `bodyKept` characters of a rejection's body; of another error, its `error`; empty of a success. */
  body: text,
};
export interface ProbeResponse extends Closed<typeof received> {}

/**
 * `before`: one route of each other limiter, before this one is touched. `warm`, `burst`: the first exhaustion.
 * While it rejects: `siblings`, the other routes of this limiter; `separate`, the routes of the others; `midway`, one request in the
 * middle of the announced wait. `after`: single requests behind an announced wait (`early`: behind a thousandth of one that is too long).
 * `half`, `rest`: the second exhaustion, spread in time. `separate-again`: routes that `separate` rejected, once more while it rejects;
 * `recovered`: the same once it admits. `poll`: single requests until the first admission. `refill`: what is admitted at once from
 * there. `drain`, `drain-longer`: what is admitted after a part of the window and after twice that. `poll-again`: until
 * the window after that opens.
 */
export type Phase =
  | 'before'
  | 'warm'
  | 'burst'
  | 'siblings'
  | 'separate'
  | 'midway'
  | 'after'
  | 'early'
  | 'half'
  | 'rest'
  | 'separate-again'
  | 'recovered'
  | 'poll'
  | 'refill'
  | 'drain'
  | 'drain-longer'
  | 'poll-again';

const inPlan = { phase: textOf<Phase>() };
/** A route other than the one that is exhausted, if the request went there. */
const elsewhere = { to: text };

/** A response in its place in the plan. */
const note = closed({ ...inPlan, ...received }, elsewhere);
export interface Note extends TypeOf<typeof note> {}

const settings = closed(
  {
    /** The most requests one probe may send, those to other limiters included. */
    maxRequests: count,
    /** The longest single silent wait, in milliseconds; a complete plan has at most five. */
    maxWaitMs: count,
  },
  {
    /** Names of routes of the other limiters, each beginning with its limiter, and of one route behind none. */
    others: texts,
    /** Names of the other routes of this limiter: each is requested once while it rejects. */
    siblings: texts,
  },
);
export interface PlanSettings extends TypeOf<typeof settings> {}

/** The statements of §8 (and §7's 429) that a probe can show, each decided from the notes alone. */
export const claimIds = [
  'rejection-status',
  'rejection-body',
  'retry-after-integer',
  'retry-after-kept',
  'retry-after-end',
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

/** Claims of statements with a doubt: what contradicts them warns. */
export const doubtfulClaims: ReadonlySet<ClaimId> = new Set(['retry-after-end', 'burst']);

const claim = closed(
  {
    claim: textOf<ClaimId>(),
    verdict: oneOf(['passed', 'failed', 'not-applicable', 'not-exercised']),
    /** Indices of notes. */
    evidence: listOf(count),
  },
  { reason: text, expected: text, actual: text },
);
export interface Claim extends TypeOf<typeof claim> {}

/** A measured number with the interval that the notes leave it, or why there is none. */
const measured = anyOf(
  closed({ value: number, low: number, high: number }),
  closed({ inconclusive: constant(true), reason: text }),
);
export type Measured = TypeOf<typeof measured>;

const algorithm = closed({
  name: textOf<'fixed-window' | 'sliding-window' | 'token-bucket' | 'inconclusive'>(),
  confidence: textOf<'high' | 'low' | 'none'>(),
  reason: text,
});
export interface Algorithm extends TypeOf<typeof algorithm> {}

/** Something the spec leaves open that this limiter does one way. */
const observation = closed({
  id: textOf<
    | 'retry-after-longer-than-needed'
    | 'retry-after-zero'
    | 'refusal-other-than-429'
    | 'routes-admitted-meanwhile'
  >(),
  value: text,
  /** Worth a look. */
  marked: flag,
});
export interface LimiterObservation extends TypeOf<typeof observation> {}

/** Findings that the notes of one limiter show. */
const found = {
  /** In requests, as this caller was admitted them. */
  limit: measured,
  windowSeconds: measured,
  algorithm,
  claims: listOf<Claim>(claim),
  observations: listOf<LimiterObservation>(observation),
  /** All notes. */
  requests: count,
  /** Why the plan ended. */
  stopped: text,
};
const findings = closed(found);
export interface Findings extends TypeOf<typeof findings> {}
export type Numbers = Pick<Findings, 'limit' | 'windowSeconds' | 'algorithm'>;

const name = { name: textOf<LimiterName>() };
/** Why it was not probed. */
const skipped = closed({ ...name, skipped: text });

/** The program that sent the requests of a probe. */
export type Driver = 'k6' | 'node';
export const driverNames: Readonly<Record<Driver, string>> = { k6: 'k6', node: 'Node' };
const driven = { driver: oneOf(['k6', 'node']) };

/** A limiter that was probed with these settings. */
const probed = { ...driven, settings, notes: listOf<Note>(note), findings };
export interface Probed extends Closed<typeof probed> {}

/** `limiters.json` */
export const probesSchema = listOf(anyOf(skipped, closed({ ...name, ...probed })));
export type LimiterProbe = TypeOf<typeof probesSchema>[number];

/** A limiter in a result. */
export const limiterResultSchema = anyOf(
  skipped,
  closed({
    ...name,
    ...driven,
    ...found,
    settings,
    /** Of the first note, in milliseconds since 1970. */
    startedAt: number,
    notes: listOf(
      closed(
        {
          ...inPlan,
          ...response,
          /** When it was sent, since the first, in milliseconds. */
          at: number,
          /** Until the response, in milliseconds. */
          took: amount,
          body: storedText,
        },
        elsewhere,
      ),
    ),
  }),
);
export type LimiterResult = TypeOf<typeof limiterResultSchema>;

/** True if the limiter rejected the request: a 429, or another error that says when to retry. */
export function isRejected(note: ProbeResponse): boolean {
  return note.status === 429 || (note.status >= 400 && note.headers['retry-after'] !== undefined);
}

/** True if the limiter let the request through, whatever the route made of it. */
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
