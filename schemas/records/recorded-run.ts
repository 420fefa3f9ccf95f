/**
 * Defines a run without anything that follows from it. A replay reads nothing else, and a certificate holds nothing else
 * (`result.json`), so no verdict, count or reason can be edited.
 */
import { specVersion } from '../statement.ts';
import { storedExchangeSchema, type StoredExchange } from './exchange.ts';
import { limiterRecordSchema } from './limiter.ts';
import { described, type ConformanceResult } from './result.ts';
import { closed, constant, count, file, listOf, mapOf, text, time, type TypeOf } from './schema.ts';
import { replaySchema } from './transcript.ts';

export const recordedRunSchema = file(
  'Recorded run',
  closed({
    schemaVersion: constant(2),
    ...described,
    suite: closed({ version: text, spec: constant(specVersion) }),
    startedAt: time,
    durationMs: count,
    /** Notes of the probe of each limiter. */
    limiters: listOf(limiterRecordSchema),
    /** Exchanges by id. `exchangesOf` in texts.ts restores their bodies. */
    exchanges: mapOf<StoredExchange>(storedExchangeSchema),
    /** Pieces of long texts, by digest. */
    texts: mapOf(text),
    replay: replaySchema,
  }),
);
export interface RecordedRun extends TypeOf<typeof recordedRunSchema> {}

/**
 * Returns the run of a result.
 *
 * @throws Error if the result does not come from a run.
 */
export function recordedRun(result: ConformanceResult): RecordedRun {
  const { schemaVersion, target, profile, seed, suite, startedAt, durationMs } = result;
  const { limiters, exchanges, texts, replay, recording } = result;
  if (!replay && recording)
    throw new Error('the result comes from recorded traffic: use ./gv judge on the recording');
  if (!replay) throw new Error('the result does not record what its run was given');
  return {
    schemaVersion,
    target,
    profile,
    seed,
    suite,
    startedAt,
    durationMs,
    limiters: limiters.map(limiter => {
      if ('skipped' in limiter) return limiter;
      const { name, driver, request, settings, startedAt: from, notes } = limiter;
      return { name, driver, request, settings, startedAt: from, notes };
    }),
    exchanges,
    texts,
    replay,
  };
}
