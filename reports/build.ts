/** Outcomes and what the run left on disk -> the result. */
import { join } from 'node:path';
import { requirementIds, statements, type RequirementId } from '../schemas/requirements/index.ts';
import type {
  CaseResult,
  ConformanceResult,
  ExchangeResult,
  LimiterResult,
  Outcome,
  Purpose,
  RequirementResult,
} from '../schemas/records/result.ts';
import type { LimiterProbe } from '../schemas/records/limiter.ts';
import { decide } from './decide.ts';
import { readJson, readLines } from './files.ts';

/** What the run wrote before its first check (`run.json`), or what merging made of several. */
export interface RunDescription extends Pick<
  ConformanceResult,
  'target' | 'profile' | 'seed' | 'shard' | 'shards'
> {
  /** Why shards that were merged do not make up the whole. */
  readonly problems?: readonly string[];
}

interface LogEntry {
  /** Absent where no answer came. */
  readonly exchange?: ExchangeResult & { readonly id: string };
  readonly limited: number;
  readonly purpose?: Purpose;
  readonly spent?: Readonly<Record<string, number>>;
}

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
  const { problems = [], ...run } =
    (readJson(join(out, 'run.json')) as RunDescription | undefined) ?? unknownRun;
  const entries = readLines(join(out, 'exchanges.jsonl')) as LogEntry[];
  const absent =
    problems.length > 0 ? 'not judged by the shards that are here' : 'not selected in this run';
  const requirements = requirementIds.map(id => toRequirement(id, outcomes, absent));
  const observations = outcomes.flatMap(outcome => outcome.observations);
  const evidence = new Set([
    ...requirements.flatMap(each => each.cases.flatMap(one => one.evidence)),
    ...observations.flatMap(each => each.evidence),
  ]);
  return {
    schemaVersion: 1,
    ...run,
    suite: { version: started.version, spec: '1.0.0' },
    startedAt: started.at.toISOString(),
    durationMs: Math.round(started.durationMs),
    ...asPart(decide(requirements, run.profile, [...problems, ...started.problems]), run.shard),
    requests: countRequests(entries),
    spend: totalSpend(entries),
    requirements,
    observations,
    limiters: limiterResults(out),
    exchanges: Object.fromEntries(
      entries
        .flatMap(({ exchange }) => exchange ?? [])
        .filter(({ id }) => evidence.has(id))
        .map(({ id, ...exchange }) => [id, exchange]),
    ),
  };
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
  if (!shard || !(decided.verdict === 'conformant' || decided.verdict === 'incomplete'))
    return decided;
  const reason = `shard ${shard.current} of ${shard.total}: npm run merge makes one result of all`;
  return { verdict: 'incomplete', reasons: [reason] };
}

function toRequirement(
  id: RequirementId,
  outcomes: readonly Outcome[],
  absent: string,
): RequirementResult {
  const { anchor, text } = statements[id];
  const outcome = outcomes.find(each => each.id === id);
  if (!outcome)
    return {
      id,
      anchor,
      text,
      verdict: 'not-exercised',
      reason: absent,
      durationMs: 0,
      cases: [],
    };
  const { verdict, cases, durationMs } = outcome;
  const telling = cases.find(each => each.verdict === verdict);
  return { id, anchor, text, verdict, ...(telling ? why(telling) : {}), durationMs, cases };
}

const why = ({ reason, expected, actual }: CaseResult) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(expected === undefined ? {} : { expected }),
  ...(actual === undefined ? {} : { actual }),
});

function countRequests(entries: readonly LogEntry[]): ConformanceResult['requests'] {
  const byRoute: Record<string, Record<string, number>> = {};
  let limited = 0;
  for (const entry of entries) {
    const { route, key } = entry.exchange ?? { route: 'no answer', key: 'unknown' };
    const byKey = (byRoute[route] ??= {});
    byKey[key] = (byKey[key] ?? 0) + 1 + entry.limited;
    limited += entry.limited;
  }
  const count = (purpose: Purpose) => entries.filter(entry => entry.purpose === purpose).length;
  return {
    sent: entries.length + limited,
    limited,
    generated: count('generated'),
    probes: count('probe'),
    byRoute,
  };
}

function totalSpend(entries: readonly LogEntry[]): Record<string, number> {
  const spend: Record<string, number> = {};
  for (const { spent = {} } of entries)
    for (const [currency, value] of Object.entries(spent))
      spend[currency] = Math.round(((spend[currency] ?? 0) + value) * 100) / 100;
  return spend;
}

function limiterResults(out: string): LimiterResult[] {
  const probes = (readJson(join(out, 'limiters.json')) ?? []) as readonly LimiterProbe[];
  return probes.map(probe => {
    if ('skipped' in probe) return probe;
    const { limit, windowSeconds, algorithm, requests } = probe.findings;
    return { name: probe.name, limit, windowSeconds, algorithm, requests };
  });
}
