/**
 * Records the calls of each part of a run and their results, so that the run can be judged again offline. `transcript.jsonl` is
 * a list of `TranscriptEntry`. A result has a `Transcript`.
 */
import { lacksSchema } from '../lacks.ts';
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

/** Errors that a request or a probe can end with, by class. Subclasses come first. */
export const errorKinds = ['RefusedByGateway', 'NotExercised', 'NoResponse', 'SuiteError'] as const;

const callError = closed(
  { kind: oneOf(errorKinds), message: text },
  { elsewhere: text, lacks: lacksSchema },
);
export interface CallError extends TypeOf<typeof callError> {}

/**
 * Id of the exchange that answered a request, or the error and the id of the request. Before 2026-12, an exchange could also answer another
 * request, and the call had both ids.
 */
const call = anyOf(
  text,
  closed({ request: text, exchange: text }),
  closed({ request: text, error: callError }),
);
export type Call = TypeOf<typeof call>;

/** Stands for the id of a request in calls that return the findings of the limiter probes. */
export const limitersRequest = 'limiters';

/** Checks that ran together, and the number of exchanges that the run had when they ended. */
const stage = closed({ checks: texts, exchanges: count });
export interface Stage extends TypeOf<typeof stage> {}

/** Entry of a transcript. `part` names a check (`auth.missing-key`), a case, or a record. */
export type TranscriptEntry =
  | { readonly part: string; readonly call: Call }
  /** Reading of the clock, in milliseconds since 1970. */
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
  /** Seed of the ids that the run invented. */
  nonce: text,
};

/** Data that a replay needs in addition to the exchanges. */
export const replaySchema = closed({ ...transcript, ...replaySettings });
export interface ReplayRecord extends TypeOf<typeof replaySchema> {}

/** Returns the transcript of a list of entries. */
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
