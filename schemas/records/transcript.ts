/**
 * What each part of a run asked for, and what it was given: enough to judge the run again, offline. `transcript.jsonl` is a
 * list of `TranscriptEntry`; a result has it as a `Transcript`.
 */
import type { RequirementId } from '../requirements/index.ts';

/** Errors that a request or a probe can end with, by their class. */
export const errorKinds = ['NotExercised', 'NoResponse', 'TruncatedAnswer', 'SuiteError'] as const;

export interface CallError {
  readonly kind: (typeof errorKinds)[number];
  readonly message: string;
  readonly reportedBy?: RequirementId;
}

/**
 * The id of the exchange that a request was answered with. Where the exchange is of another request, or there is none, what
 * was asked for (`requestId`), too.
 */
export type Call =
  | string
  | { readonly request: string; readonly exchange: string }
  | { readonly request: string; readonly error: CallError };

/** In place of the id of a request: the findings of the limiter probes. */
export const limitersRequest = 'limiters';

/** Checks that ran together, and how many exchanges of the run they were judged by, when they had ended. */
export interface Stage {
  readonly checks: readonly string[];
  readonly exchanges: number;
}

/** A part is a check (`auth.missing-key`), one of its cases, or something that several checks share. */
export type TranscriptEntry =
  | { readonly part: string; readonly call: Call }
  /** A look at the clock, in milliseconds since 1970. */
  | { readonly part: string; readonly time: number }
  | { readonly stage: Stage };

export interface Transcript {
  readonly stages: readonly Stage[];
  readonly parts: Readonly<
    Record<string, { readonly calls: readonly Call[]; readonly times?: readonly number[] }>
  >;
}

/** What it takes, beside the exchanges, to judge the run again. */
export interface ReplayRecord extends Transcript {
  /** Settings of the run, with stand-ins for its keys. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Ids that the run made up are derived from it. */
  readonly nonce: string;
}

/** The transcript that entries add up to. */
export function transcriptOf(entries: readonly TranscriptEntry[]): Transcript {
  const stages: Stage[] = [];
  const parts: Record<string, { calls: Call[]; times?: number[] }> = {};
  for (const entry of entries) {
    if ('stage' in entry) {
      stages.push(entry.stage);
      continue;
    }
    const part = (parts[entry.part] ??= { calls: [] });
    if ('call' in entry) part.calls.push(entry.call);
    else (part.times ??= []).push(entry.time);
  }
  return { stages, parts };
}
