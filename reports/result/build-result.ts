/** Builds the result from the outcomes of the checks and the files of the run. */
import { sumInCents } from '../../schemas/records/money.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entriesIn, Pieces } from '../../harness/output/exchange-log.ts';
import { readLines, readOwnRecord, readRecord } from '../../harness/output/files.ts';
import { requirementIds, statements, type RequirementId } from '../../contract/statements.ts';
import { type Discovered, type LogEntry, leftBehind } from '../../schemas/records/log-entry.ts';
import {
  probesSchema,
  type LimiterProbe,
  type LimiterResult,
} from '../../schemas/records/limiter.ts';
import {
  inPartOf,
  type CaseResult,
  type ConformanceResult,
  type Outcome,
  type RequirementResult,
  type LoadResult,
} from '../../schemas/records/result.ts';
import { continueStreak, type Streaks } from '../../schemas/records/streak.ts';
import { transcriptOf, type TranscriptEntry } from '../../schemas/records/transcript.ts';
import { planName, type Plan } from '../../schemas/records/plan.ts';
import type { RunDescription } from '../../schemas/records/run.ts';
import { decisiveCase, stateOf, unselected } from '../summary/requirements.ts';
import { baselineOf, describedBaseline } from './baseline.ts';
import { findLedToNothing } from './led-to-nothing.ts';
import { findSuspectSettings } from './suspect-settings.ts';
import { conclude, decideRecorded } from './run-verdict.ts';
import { readWaivers } from './waivers.ts';
import { specVersion } from '../../schemas/statement.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';

interface Started {
  readonly at: Date;
  readonly durationMs: number;
  readonly version: string;
  /** Errors outside any check. */
  readonly problems: readonly string[];
  /** Ids of the checks that the runner selected; by default, the checks with an outcome. */
  readonly selected?: readonly string[];
}

/** Reason for a selected check without an outcome, which differs from a check that was not selected. */
const neverRan = { reason: 'it was selected, and did not run' };

/** Reads the log of a run. */
export const readLog = (out: string): readonly LogEntry[] => [
  ...entriesIn(join(out, 'exchanges.jsonl')),
];

/** @param out The results folder. */
export function buildResult(
  out: string,
  outcomes: readonly Outcome[],
  started: Started,
  entries: readonly LogEntry[] = readLog(out),
): ConformanceResult {
  const { replay, ...run } = describedIn(out);
  const absent = (id: string) => (started.selected?.includes(id) ? neverRan : unselected);
  // A run that could not start already states why.
  const began = outcomes.length > 0 || started.problems.length === 0;
  const stopped = began ? entries.flatMap(each => each.stopped ?? []) : [];
  // A later sentence has what the wallets lost in addition.
  const charged = entries.flatMap(each => each.charged ?? []).slice(-1);
  const wrong = [...stopped, ...charged, ...started.problems];
  const found = requirementIds.map(id => toRequirement(id, outcomes, absent(id)));
  const exchanges = entries.flatMap(({ exchange }) => exchange ?? []);
  const discovered = eachOnce(entries.flatMap(each => each.discovered ?? []));
  const { requirements, ...decided } = run.recording
    ? { requirements: found, ...decideRecorded(found, { strict: run.strict, problems: wrong }) }
    : conclude(found, {
        profile: run.profile,
        strict: run.strict,
        problems: wrong,
        ledToNothing: findLedToNothing({
          allow: run.target.allow,
          exchanges,
          discovered,
          isWhole: requirementIds.every(id => started.selected?.includes(id)),
        }),
        waivers: readWaivers(),
        today: started.at.toISOString().slice(0, 10),
        features: run.features,
      });
  const observations = outcomes.flatMap(outcome => outcome.observations);
  const evidence = new Set([
    ...requirements.flatMap(each => each.cases.flatMap(one => one.evidence)),
    ...observations.flatMap(each => each.evidence),
  ]);
  const limiters = join(out, 'limiters.json');
  const probes = existsSync(limiters) ? readRecord(limiters, probesSchema) : [];
  const planned = join(out, planName);
  const left = run.recording ? [] : leftBehind(entries);
  const baseline = baselineOf(run.profile);
  const store = new TextStore();
  return {
    schemaVersion: 2,
    ...run,
    suite: { version: started.version, spec: specVersion },
    startedAt: started.at.toISOString(),
    durationMs: Math.round(started.durationMs),
    ...decided,
    ...(existsSync(planned) ? { plan: readOwnRecord<Plan>(planned) } : {}),
    requests: { ...countRequests(entries), generated: countPayloads(requirements, exchanges) },
    ...countedIn(entries),
    spend: sumInCents(entries.map(({ spent = {} }) => spent)),
    ...(baseline ? { baseline: describedBaseline(baseline) } : {}),
    ...(left.length > 0 ? { left } : {}),
    requirements,
    ...(run.recording ? {} : { streaks: continued(run.streaks, requirements, started.at) }),
    discovered,
    doubts: findSuspectSettings(exchanges, replay?.settings),
    observations,
    limiters: probes.map(probe => store.limiter(probe)),
    exchanges: Object.fromEntries(
      exchanges
        // A replay needs all exchanges.
        .filter(({ id }) => replay !== undefined || evidence.has(id))
        .map(exchange => store.exchange(exchange)),
    ),
    texts: store.texts,
    ...(replay ? { replay: { ...replay, ...transcript(out) } } : {}),
  };
}

/**
 * Returns the missing records of a run, because a result without its evidence proves nothing.
 *
 * @param out The results folder.
 * @returns undefined if everything that the outcomes name exists.
 */
export function missingRecords(
  out: string,
  outcomes: readonly Outcome[],
  entries: readonly LogEntry[],
): string | undefined {
  if (!existsSync(join(out, 'run.json')))
    return `${out} was removed or replaced during the run: run.json is gone, and with it the evidence`;
  const kept = new Set(entries.map(({ exchange }) => exchange?.id));
  const named = new Set(outcomes.flatMap(each => each.cases.flatMap(({ evidence }) => evidence)));
  const lost = [...named].filter(id => !kept.has(id));
  return lost.length === 0
    ? undefined
    : `${join(out, 'exchanges.jsonl')} was changed during the run: ${lost.length === 1 ? 'an exchange' : `${lost.length} exchanges`} that checks name as evidence ${lost.length === 1 ? 'is' : 'are'} gone`;
}

/** Returns what the run noted about its money at its end. */
function countedIn(entries: readonly LogEntry[]): Pick<ConformanceResult, 'counted'> {
  const counted = entries.findLast(each => each.counted)?.counted;
  return counted ? { counted } : {};
}

/** Returns the streaks of requirements after this run. */
const continued = (
  before: Streaks = {},
  requirements: readonly RequirementResult[],
  at: Date,
): Streaks =>
  Object.fromEntries(
    requirements.flatMap(each => {
      const streak = continueStreak(before[each.id], stateOf(each), at.toISOString());
      return streak ? [[each.id, streak]] : [];
    }),
  );

/** Reads the description of a run. */
export function describedIn(out: string): RunDescription {
  const file = join(out, 'run.json');
  return existsSync(file) ? readOwnRecord<RunDescription>(file) : unknownRun;
}

const transcript = (out: string) =>
  transcriptOf(readLines<TranscriptEntry>(join(out, 'transcript.jsonl')));

/** Removes duplicates. A value may be missing at first and discovered later. */
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

/**
 * Converts an outcome to a requirement of the result.
 *
 * @param absent Says why there is no outcome.
 */
export function toRequirement(
  id: RequirementId,
  outcomes: readonly Outcome[],
  absent: Pick<RequirementResult, 'reason' | 'lacks'>,
): RequirementResult {
  const { anchor, text, implied } = statements[id];
  const statement = { id, anchor, text, ...(implied ? { implied } : {}) };
  const outcome = outcomes.find(each => each.id === id);
  if (!outcome)
    return { ...statement, verdict: 'not-exercised', ...absent, durationMs: 0, cases: [] };
  const { verdict, cases, durationMs } = outcome;
  const decisive = decisiveCase(id, verdict, cases);
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

/** Returns all requirements with these outcomes. */
export const requirementsIn = (outcomes: readonly Outcome[]): readonly RequirementResult[] =>
  requirementIds.map(id => toRequirement(id, outcomes, unselected));

const why = ({ doubt, reason, lacks, expected, actual }: CaseResult) => ({
  ...(doubt === undefined ? {} : { doubt }),
  ...(reason === undefined ? {} : { reason }),
  ...(lacks === undefined ? {} : { lacks }),
  ...(expected === undefined ? {} : { expected }),
  ...(actual === undefined ? {} : { actual }),
});

/** Counts requests by route and key. Each retry counts. */
export function countRequests(
  entries: readonly LogEntry[],
): Omit<ConformanceResult['requests'], 'generated'> {
  const byRoute: Record<string, Record<string, number>> = {};
  let sent = 0;
  let limited = 0;
  // Entries without attempts are recorded traffic, which this suite did not send.
  for (const entry of entries.filter(({ attempts }) => attempts > 0)) {
    const { route, key } = entry.exchange ?? { route: 'no response', key: 'unknown' };
    const byKey = (byRoute[route] ??= {});
    byKey[key] = (byKey[key] ?? 0) + entry.attempts;
    sent += entry.attempts;
    limited += entry.limited;
  }
  return { sent, limited, byRoute };
}

/** Counts the bodies that were sent to try the bounds of fields. */
function countPayloads(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
): number {
  const ofBounds = requirements
    .flatMap(({ cases }) => cases)
    .filter(({ field, bound }) => field !== undefined && bound !== undefined);
  const ids = new Set(ofBounds.flatMap(({ evidence }) => evidence));
  return exchanges.filter(({ id, request }) => ids.has(id) && request.body !== undefined).length;
}

/** Stores the texts of one result. */
export class TextStore extends Pieces {
  limiter(probe: LimiterProbe): LimiterResult {
    if ('skipped' in probe) return probe;
    const { name, driver, request, settings, findings, notes } = probe;
    const startedAt = notes[0]?.sentAt ?? 0;
    return {
      name,
      driver,
      request,
      ...findings,
      settings,
      startedAt,
      notes: notes.map(({ sentAt, receivedAt, body, ...note }) => ({
        ...note,
        at: sentAt - startedAt,
        took: receivedAt - sentAt,
        // Rejections repeat one body hundreds of times.
        body: this.text(body, 1),
      })),
    };
  }
}

/**
 * Adds a load run to a result. A requirement that failed under load makes the result non-conformant. A warning does so if the run is
 * strict. The thresholds of the load run do not count, because the contract has none.
 *
 * @param exchanges Exchanges that show a failure.
 */
export function withLoad(
  result: ConformanceResult,
  load: LoadResult,
  exchanges: readonly Exchange[],
): ConformanceResult {
  const store = new TextStore();
  const stored = Object.fromEntries(exchanges.map(each => store.exchange(each)));
  const broken = load.outcomes
    .filter(({ verdict }) => verdict === 'failed' || (verdict === 'warning' && result.strict))
    .map(({ id }) => id);
  // The effects of an earlier load run are removed.
  const { verdict, reasons } = result.load?.before ?? result;
  const before = { verdict, ...(reasons ? { reasons } : {}) };
  const ofLoad = new Set(
    result.load?.outcomes.flatMap(({ cases }) => cases.flatMap(({ evidence }) => evidence)),
  );
  const own = Object.entries(result.exchanges).filter(([id]) => !ofLoad.has(id));
  const { reasons: _, ...others } = result;
  return {
    ...others,
    ...before,
    ...(broken.length > 0 && {
      verdict: 'non-conformant',
      reasons: [...(reasons ?? []), `under load: ${broken.join(', ')}`],
    }),
    load: { ...load, before },
    exchanges: { ...Object.fromEntries(own), ...stored },
    texts: { ...result.texts, ...store.texts },
  };
}
