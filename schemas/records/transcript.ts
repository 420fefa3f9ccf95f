/**
 * Calls of each part of a run, and what they returned: enough to judge the run again, offline. `transcript.jsonl` is a
 * list of `TranscriptEntry`; a result has it as a `Transcript`.
 */
import { requirementIds } from '../../contract/statements.ts';
import {
  anyOf,
  closed,
  count,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  text,
  texts,
  type Closed,
  type TypeOf,
} from './schema.ts';

/** Errors that a request or a probe can end with, by their class. */
export const errorKinds = ['NotExercised', 'NoResponse', 'TruncatedAnswer', 'SuiteError'] as const;

const callError = closed(
  { kind: oneOf(errorKinds), message: text },
  { reportedBy: oneOf(requirementIds) },
);
export interface CallError extends TypeOf<typeof callError> {}

/**
 * The id of the exchange that a request was answered with. If the exchange is of another request, or there is none, what
 * was asked for (`requestId`), too.
 */
const call = anyOf(
  text,
  closed({ request: text, exchange: text }),
  closed({ request: text, error: callError }),
);
export type Call = TypeOf<typeof call>;

/** In place of the id of a request: the findings of the limiter probes. */
export const limitersRequest = 'limiters';

/** Checks that ran together, and how many exchanges of the run they were judged by, when they had ended. */
const stage = closed({ checks: texts, exchanges: count });
export interface Stage extends TypeOf<typeof stage> {}

/** A part is a check (`auth.missing-key`), one of its cases, or something that several checks share. */
export type TranscriptEntry =
  | { readonly part: string; readonly call: Call }
  /** A look at the clock, in milliseconds since 1970. */
  | { readonly part: string; readonly time: number }
  | { readonly stage: Stage };

const transcript = {
  stages: listOf<Stage>(stage),
  parts: mapOf(closed({ calls: listOf(call) }, { times: listOf(number) })),
};
export interface Transcript extends Closed<typeof transcript> {}

export const replaySettings = {
  /** Settings of the run, with stand-ins for its keys. */
  settings: object,
  /** Ids that the run made up are derived from it. */
  nonce: text,
};

/** The data that, beside the exchanges, is needed to judge the run again. */
export const replaySchema = closed({ ...transcript, ...replaySettings });
export interface ReplayRecord extends TypeOf<typeof replaySchema> {}

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
