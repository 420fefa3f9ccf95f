/** Outcomes of the checks and files of the run -> the result. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entriesIn } from '../../fixtures/output/exchange-log.ts';
import { readRecord } from '../../fixtures/output/json.ts';
import { requirementIds, statements, type RequirementId } from '../../contract/statements.ts';
import type { Discovered } from '../../schemas/records/discovered.ts';
import { leftBehind } from '../../schemas/records/left-behind.ts';
import { probesSchema } from '../../schemas/records/limiter.ts';
import {
  inPartOf,
  type CaseResult,
  type ConformanceResult,
  type Outcome,
  type RequirementResult,
} from '../../schemas/records/result.ts';
import { transcriptOf, type TranscriptEntry } from '../../schemas/records/transcript.ts';
import { runSchema, type RunDescription } from '../../schemas/records/run.ts';
import { countRequests, totalSpend } from './counts.ts';
import { unmerged, unselected } from '../summary/coverage.ts';
import { doubtsAbout } from './doubts.ts';
import { readLines } from '../files.ts';
import { decide, decideRecorded } from './run-verdict.ts';
import { TextStore } from './store.ts';
import { applyWaivers, readWaivers } from './waivers.ts';
import { specVersion } from '../../schemas/version.ts';

export interface Started {
  readonly at: Date;
  readonly durationMs: number;
  readonly version: string;
  /** What went wrong outside of any check. */
  readonly problems: readonly string[];
}

/** @param out the folder of the run's files. */
export function buildResult(
  out: string,
  outcomes: readonly Outcome[],
  started: Started,
): ConformanceResult {
  const description = join(out, 'run.json');
  const {
    problems = [],
    replay,
    ...run
  } = existsSync(description) ? readRecord(description, runSchema) : unknownRun;
  const entries = [...entriesIn(join(out, 'exchanges.jsonl'))];
  const absent = problems.length > 0 ? unmerged : unselected;
  const { requirements, problems: ofWaivers } = applyWaivers(
    requirementIds.map(id => toRequirement(id, outcomes, absent)),
    run.recording ? [] : readWaivers(),
    started.at.toISOString().slice(0, 10),
  );
  const observations = outcomes.flatMap(outcome => outcome.observations);
  const evidence = new Set([
    ...requirements.flatMap(each => each.cases.flatMap(one => one.evidence)),
    ...observations.flatMap(each => each.evidence),
  ]);
  const limiters = join(out, 'limiters.json');
  const probes = existsSync(limiters) ? readRecord(limiters, probesSchema) : [];
  const left = run.recording ? [] : leftBehind(entries);
  const store = new TextStore();
  // A run that could not start states why; that its own first requests were the last adds nothing.
  const began = outcomes.length > 0 || started.problems.length === 0;
  const stopped = began ? entries.flatMap(each => each.stopped ?? []) : [];
  const wrong = [...stopped, ...problems, ...started.problems];
  const decided = run.recording
    ? decideRecorded(requirements, wrong)
    : decide(requirements, run.profile, wrong, ofWaivers, run.features);
  return {
    schemaVersion: 1,
    ...run,
    suite: { version: started.version, spec: specVersion },
    startedAt: started.at.toISOString(),
    durationMs: Math.round(started.durationMs),
    ...asPart(decided, run.shard),
    requests: countRequests(entries),
    spend: totalSpend(entries),
    ...(left.length > 0 ? { left } : {}),
    requirements,
    discovered: eachOnce(entries.flatMap(({ discovered }) => discovered ?? [])),
    doubts: doubtsAbout(entries.flatMap(({ exchange }) => exchange ?? [])),
    observations,
    limiters: probes.map(probe => store.limiter(probe)),
    exchanges: Object.fromEntries(
      entries
        .flatMap(({ exchange }) => exchange ?? [])
        // A replay needs all of them.
        .filter(({ id }) => replay !== undefined || evidence.has(id))
        .map(exchange => store.exchange(exchange)),
    ),
    texts: store.texts,
    ...(replay ? { replay: { ...replay, ...transcript(out) } } : {}),
  };
}

const transcript = (out: string) =>
  transcriptOf(readLines<TranscriptEntry>(join(out, 'transcript.jsonl')));

/** One machine may have found what another could not. */
function eachOnce(discovered: readonly Discovered[]): Discovered[] {
  const known = new Map<string, Discovered>();
  for (const each of discovered)
    if (known.get(each.name)?.value === undefined) known.set(each.name, each);
  return [...known.values()];
}

const unknownRun: RunDescription = {
  target: { baseUrl: '', origin: 'configured', keys: [], allow: [] },
  profile: 'gate',
  seed: 0,
};

/** One shard alone is never the whole: it is conformant only together with the others. */
function asPart(
  decided: Pick<ConformanceResult, 'verdict' | 'reasons'>,
  shard: RunDescription['shard'],
): typeof decided {
  if (!shard || decided.verdict === 'non-conformant' || decided.verdict === 'error') return decided;
  const reason = `shard ${shard.current} of ${shard.total}: ./gv merge makes one result of all`;
  return { verdict: 'incomplete', reasons: [reason] };
}

function toRequirement(
  id: RequirementId,
  outcomes: readonly Outcome[],
  absent: string,
): RequirementResult {
  const { anchor, text, implied } = statements[id];
  const statement = { id, anchor, text, ...(implied ? { implied } : {}) };
  const outcome = outcomes.find(each => each.id === id);
  if (!outcome)
    return { ...statement, verdict: 'not-exercised', reason: absent, durationMs: 0, cases: [] };
  const { verdict, cases, durationMs } = outcome;
  const decisive = cases.find(each => each.verdict === verdict);
  const inPart = inPartOf(cases);
  return {
    ...statement,
    verdict,
    ...(decisive ? why(decisive) : {}),
    ...(inPart ? { inPart } : {}),
    durationMs,
    cases,
  };
}

const why = ({ reason, expected, actual }: CaseResult) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(expected === undefined ? {} : { expected }),
  ...(actual === undefined ? {} : { actual }),
});
