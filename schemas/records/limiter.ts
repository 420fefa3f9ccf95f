/**
 * Requests, responses and findings of the probe of one limiter: `limiters.json` is a list of `LimiterProbe`. k6 and
 * Node write it, checks and reports read it.
 */
import { retryAfterSeconds } from '../retry-after.ts';
import type { LimiterName } from '../routes.ts';
import { lacksSchema } from '../lacks.ts';
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

/** Response to one probe request. */
const response = {
  /** 0 if no response arrived. */
  status: count,
  /** Headers `date`, `retry-after` and `ratelimit-*`, in lower case. */
  headers: mapOf(text),
};

export const bodyKept = 2048;

/** Times in milliseconds of the sender's clock. */
const received = {
  ...response,
  sentAt: number,
  receivedAt: number,
  /** First `bodyKept` characters of a rejection. Of another error only its `error`. Empty for a success. */
  body: text,
};
export interface ProbeResponse extends Closed<typeof received> {}

/** Phase of a probe, in the order of the plan. */
export type Phase =
  // One route of each other limiter, before this limiter is used.
  | 'before'
  // The first exhaustion.
  | 'warm'
  | 'burst'
  // While the limiter rejects: its other routes, then routes of the other limiters.
  | 'siblings'
  | 'separate'
  // One request in the middle of the announced wait.
  | 'midway'
  // Single requests after the announced wait, or after a thousandth of a wait that is too long.
  | 'after'
  | 'early'
  // The second exhaustion, in two parts.
  | 'half'
  | 'rest'
  // The routes that `separate` rejected, while the limiter rejects, and when it admits.
  | 'separate-again'
  | 'recovered'
  // Single requests until the first admission, and then all requests that are admitted at once.
  | 'poll'
  | 'refill'
  // Requests that are admitted after a part of the window, and after twice that part.
  | 'drain'
  | 'drain-longer'
  // Single requests until the next window opens.
  | 'poll-again';

/** Windows of a limiter that a whole probe takes. */
export const windowsOfProbe = 3;

/** Most requests of a whole probe, as a multiple of the limit. */
export const limitsOfProbe = 4;

const first: readonly string[] = ['before', 'warm', 'burst', 'siblings', 'separate'];
const second: readonly string[] = ['midway', 'after', 'early', 'half', 'rest', 'poll'];

/** Returns the window, from 1, in which the plan sends the requests of a phase. */
export const windowOf = (phase: Phase): number =>
  first.includes(phase) ? 1 : second.includes(phase) ? 2 : windowsOfProbe;

/** Place that the probes have reached. */
export interface Probing {
  readonly limiter: LimiterName;
  readonly window: number;
}

const inPlan = { phase: textOf<Phase>() };
/** Other route, if the request did not go to the limiter that is being exhausted. */
const elsewhere = { to: text };

/** Response with its place in the plan. */
const note = closed({ ...inPlan, ...received }, elsewhere);
export interface Note extends TypeOf<typeof note> {}

const settings = closed(
  {
    /** Most requests that one probe may send, including requests to other limiters. */
    maxRequests: count,
    /** Longest single silent wait, in milliseconds. A complete plan has at most five. */
    maxWaitMs: count,
  },
  {
    /** Routes of the other limiters, each named after its limiter, and one route without a limiter. */
    others: texts,
    /** Other routes of this limiter. Each is requested once while the limiter rejects. */
    siblings: texts,
  },
);
export interface PlanSettings extends TypeOf<typeof settings> {}

/** Statements of §8, and of the 429 of §7, that a probe can show. Each is decided from the notes. */
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

/** Measured number with its interval, or the reason why it is inconclusive. */
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

/** Choice of this limiter where the spec leaves several. */
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

/** Findings from the notes of one limiter. */
const found = {
  /** Number of requests that this caller was admitted. */
  limit: measured,
  windowSeconds: measured,
  algorithm,
  claims: listOf<Claim>(claim),
  observations: listOf<LimiterObservation>(observation),
  /** Number of notes. */
  requests: count,
  /** Reason why the plan ended. */
  stopped: text,
};
const findings = closed(found);
export interface Findings extends TypeOf<typeof findings> {}
export type Numbers = Pick<Findings, 'limit' | 'windowSeconds' | 'algorithm'>;

const name = { name: textOf<LimiterName>() };
/** Limiter that was not probed, with the reason. */
const skipped = closed(
  { ...name, skipped: text },
  {
    /** True if the target stopped answering. */
    silent: constant(true),
    /** Names what the run lacked to probe it. */
    lacks: lacksSchema,
  },
);

/** Program that sent the requests of a probe. */
export type Driver = 'k6' | 'node';
export const driverNames: Readonly<Record<Driver, string>> = { k6: 'k6', node: 'Node' };
const driven = {
  driver: oneOf(['k6', 'node']),
  /** Request that exhausts the limiter, without its key. */
  request: closed({ method: text, url: text }),
};

/** Limiter that was probed with these settings. */
const probed = { ...driven, settings, notes: listOf<Note>(note), findings };
export interface Probed extends Closed<typeof probed> {}

/** `limiters.json` */
export const probesSchema = listOf(anyOf(skipped, closed({ ...name, ...probed })));
export type LimiterProbe = TypeOf<typeof probesSchema>[number];

/** Returns true if the target stopped answering: the last two requests got no response. */
export const isSilent = (notes: readonly Note[]): boolean =>
  notes.length > 1 && notes.slice(-2).every(({ status }) => status === 0);

/** Probe of a limiter, without its findings. */
const recorded = {
  ...name,
  ...driven,
  settings,
  /** Time of the first note, in milliseconds since 1970. */
  startedAt: number,
  notes: listOf(
    closed(
      {
        ...inPlan,
        ...response,
        /** Time of the request, in milliseconds since the first request. */
        at: number,
        /** Milliseconds until the response. */
        took: amount,
        body: storedText,
      },
      elsewhere,
    ),
  ),
};

/** Limiter in a certificate. */
export const limiterRecordSchema = anyOf(skipped, closed(recorded));
export type LimiterRecord = TypeOf<typeof limiterRecordSchema>;

/** Limiter in a result. */
export const limiterResultSchema = anyOf(skipped, closed({ ...recorded, ...found }));
export type LimiterResult = TypeOf<typeof limiterResultSchema>;

/** True if the limiter rejected the request: a 429, or another error that says when to retry. */
export function isRejected(note: ProbeResponse): boolean {
  return note.status === 429 || (note.status >= 400 && note.headers['retry-after'] !== undefined);
}

/** Returns true if the limiter admitted the request, even if the route rejected it. */
export function isAdmitted(note: ProbeResponse): boolean {
  return note.status !== 0 && !isRejected(note);
}

/** Returns the notes of these phases about the probed limiter, in order. */
export function inPhase(notes: readonly Note[], ...phases: readonly Phase[]): Note[] {
  return notes.filter(note => note.to === undefined && phases.includes(note.phase));
}

/** Returns a header as an integer, or undefined. */
export function integerHeader(note: ProbeResponse, name: string): number | undefined {
  const value = note.headers[name];
  return value !== undefined && /^-?\d+$/.test(value) ? Number(value) : undefined;
}

/** Returns the time of the target by its `date` header, or else our time, in milliseconds since 1970. */
export function targetTime(note: ProbeResponse): number {
  return Date.parse(note.headers['date'] ?? '') || note.receivedAt;
}

/** Returns the wait that a rejection announces, in seconds, or undefined. */
export function announcedSeconds(note: ProbeResponse): number | undefined {
  return retryAfterSeconds(note.headers['retry-after'], targetTime(note));
}
