/** A run of checks, and what a replay of it finds otherwise. */
import { randomUUID } from 'node:crypto';
import { shownSettings } from '../../fixtures/config/load-target.ts';
import type { Target } from '../../fixtures/config/target.ts';
import type { Definition } from '../../fixtures/run/context.ts';
import { judgeTarget, type Judged } from '../../fixtures/run/hosts/in-process.ts';
import { replayRun, type Run } from '../../fixtures/run/hosts/replay.ts';
import { differences } from '../../reports/replay/differences.ts';
import { TextStore } from '../../reports/result/build-result.ts';
import type { LimiterProbe } from '../../schemas/records/limiter.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import {
  transcriptOf,
  type ReplayRecord,
  type TranscriptEntry,
} from '../../schemas/records/transcript.ts';
import { requirementIds, statements, type RequirementId } from '../../contract/statements.ts';

type Parts = Parameters<typeof judgeTarget>[2];

/** @param twice whether it is replayed. */
export async function judgeTwice(
  target: Target,
  checks: readonly Definition[],
  parts: Parts,
  twice: boolean,
): Promise<{ readonly judged: Judged; readonly replayed: readonly string[] }> {
  if (!twice) return { judged: await judgeTarget(target, checks, parts), replayed: [] };
  const nonce = randomUUID();
  const entries: TranscriptEntry[] = [];
  const onTranscript = (entry: TranscriptEntry) => void entries.push(entry);
  const judged = await judgeTarget(target, checks, { ...parts, nonce, onTranscript });
  const replay = { settings: { ...shownSettings(target) }, nonce, ...transcriptOf(entries) };
  const limiters = await parts.limiters();
  const written = asWritten(target, judged, limiters, replay);
  const found = { ...(await replayRun(written, checks, limiters)), discovered: [] };
  return { judged, replayed: [...found.problems, ...differences(written, found)] };
}

/** As much of the result of a run as its replay needs. */
function asWritten(
  target: Target,
  { outcomes, exchanges, spent }: Judged,
  probes: readonly LimiterProbe[],
  replay: ReplayRecord,
): Run & Parameters<typeof differences>[0] {
  const store = new TextStore();
  const { baseUrl, origin, allow, profile, seed } = target;
  const [first] = exchanges;
  const { startedAt } = first?.times ?? { startedAt: Date.now() };
  const requirements = outcomes
    .filter(({ id }) => requirementIds.some(each => each === id))
    .map(outcome => ({ ...outcome, ...statementOf(outcome) }));
  return {
    target: { baseUrl, origin, keys: [], allow: [...allow] },
    profile,
    seed,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    spend: { ...spent },
    verdict: 'incomplete',
    requirements: JSON.parse(JSON.stringify(requirements)) as typeof requirements,
    observations: outcomes.flatMap(({ observations }) => observations),
    discovered: [],
    limiters: probes.map(probe => store.limiter(probe)),
    exchanges: Object.fromEntries(exchanges.map(each => store.exchange(each))),
    texts: store.texts,
    replay,
  };
}

function statementOf({ id }: Outcome) {
  const { anchor, text } = statements[id as RequirementId];
  return { anchor, text };
}
