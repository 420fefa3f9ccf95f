/**
 * Finds problems of a run apart from its verdicts: a replay with other findings, and failures that show the wrong exchange. For
 * the latter, the expectation of each failed case is applied again to the exchange that the case names. It must fail in the same
 * way, or the actual value must be in the exchange. A failure that compares exchanges must name at least two, and one of them
 * must contain the quoted value.
 */
import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import { judgements } from '../../contract/judgements.ts';
import type { TargetFacts } from '../../harness/run/judgement.ts';
import { shown, ExpectationFailed } from '../../harness/run/expect/expect.ts';
import { bodyOf, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { CaseResult, Outcome } from '../../schemas/records/result.ts';
import { type RequirementId, requirementIds } from '../../contract/statements.ts';
import { rolesOf } from '../../harness/config/keys.ts';
import { shownSettings } from '../../harness/config/load-target.ts';
import type { Target } from '../../harness/config/target.ts';
import type { Definition } from '../../harness/run/context.ts';
import { judgeTarget, type Judged } from '../../harness/run/hosts/in-process.ts';
import { replayRun, type Run } from '../../harness/run/hosts/replay.ts';
import { differences } from '../../reports/replay/differences.ts';
import { TextStore, toRequirement } from '../../reports/result/build-result.ts';
import type { LimiterProbe } from '../../schemas/records/limiter.ts';
import {
  transcriptOf,
  type ReplayRecord,
  type TranscriptEntry,
} from '../../schemas/records/transcript.ts';

/** Returns one sentence for each failure that shows the wrong exchange. */
export function findWrongExchanges(
  outcomes: readonly Outcome[],
  exchanges: readonly Exchange[],
  given: TargetFacts,
): string[] {
  const byId = new Map(exchanges.map(each => [each.id, each]));
  return outcomes.flatMap(({ id, cases }) =>
    cases
      .filter(
        ({ verdict, evidence }) =>
          (verdict === 'failed' || verdict === 'warning') && evidence.length > 0,
      )
      .flatMap(one => {
        const problem = problemOf(id, one, byId, given);
        return problem === undefined ? [] : [`${id}, ${one.id}: ${problem}`];
      }),
  );
}

function problemOf(
  id: string,
  one: CaseResult,
  exchanges: ReadonlyMap<string, Exchange>,
  given: TargetFacts,
): string | undefined {
  const { exchange, compared, evidence, actual } = one;
  const names = compared ?? (exchange === undefined ? [] : [exchange]);
  const named = names.flatMap(each => exchanges.get(each) ?? []);
  if (named.length === 0) return 'it names no exchange of the run';
  const extra = names.filter(each => !evidence.includes(each));
  if (extra.length > 0) return `it names ${extra.join()}, which is not evidence of the case`;
  if (named.length > 1) {
    const quoted = quotesIn(actual);
    const isThere = quoted.length === 0 || named.some(each => quoted.some(holdsIn(each)));
    return isThere ? undefined : `none of ${names.join()} holds ${JSON.stringify(actual)}`;
  }
  const [only] = named as [Exchange];
  return failsAgain(id, only, one, given) || hasActual(only, actual)
    ? undefined
    : `${only.id} does not show ${JSON.stringify(actual)}`;
}

/** Returns true if the judgement of the requirement fails on the exchange as the case states it. */
function failsAgain(
  id: string,
  exchange: Exchange,
  stated: CaseResult,
  given: TargetFacts,
): boolean {
  const judgement = judgements[id as RequirementId];
  return (judgement?.parts ?? ['']).some(part => {
    try {
      judgement?.verify(exchange, given, part);
    } catch (error) {
      const { expected, actual } = error as ExpectationFailed;
      return (
        error instanceof ExpectationFailed &&
        isDeepStrictEqual(
          { expected, actual },
          { expected: stated.expected, actual: stated.actual },
        )
      );
    }
    return false;
  });
}

/**
 * Returns true if the actual value is in the response: its status, a header, a value of its body, the length of a list, or a
 * list of such values. An absent value is in every response.
 */
function hasActual(exchange: Exchange, actual: unknown): boolean {
  const { status, body, headers } = exchange.response;
  if (actual === shown(exchange) || actual === body || actual === status) return true;
  const values = [...valuesIn(bodyOf(exchange)), ...headers.map(([, value]) => value)];
  const isThere = (value: unknown): boolean =>
    value === undefined ||
    values.some(each => isDeepStrictEqual(each, value)) ||
    values.some(each => Array.isArray(each) && each.length === value) ||
    (typeof value === 'object' && value !== null && Object.values(value).every(isThere));
  if (isThere(actual)) return true;
  return typeof actual === 'string' && hasViolations(exchange, actual);
}

/** Returns true if the body has all violations, as in `/orders/0/status is 5; the body is []`. */
const hasViolations = (exchange: Exchange, violations: string): boolean =>
  violations.split('; ').every(each => {
    const [, path = '', value] = /^(the body|(?:\/[^/]*)+) is (.+)$/s.exec(each) ?? [];
    const found = path === 'the body' ? bodyOf(exchange) : at(bodyOf(exchange), path);
    return value === JSON.stringify(found === undefined ? 'nothing' : found).slice(0, 100);
  });

/** @param path a JSON pointer. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (found, name) =>
        Array.isArray(found) ? found[Number(name)] : isObject(found) ? found[name] : undefined,
      value,
    );

/** Returns a value and all values below it. */
const valuesIn = (value: unknown): unknown[] => [
  value,
  ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []),
];

/** Returns the texts of actual objects. Texts of our own sentences are left out, because no response has them. */
const quotesIn = (actual: unknown): string[] =>
  (Array.isArray(actual) ? actual : [])
    .filter(isObject)
    .flatMap(each => valuesIn(each))
    .filter((each): each is string => typeof each === 'string');

const holdsIn =
  ({ response }: Exchange) =>
  (text: string): boolean =>
    response.body.includes(JSON.stringify(text));

type Parts = Parameters<typeof judgeTarget>[2];

/**
 * Runs checks, and returns the differences that a replay of the run finds.
 *
 * @param again true to replay the run.
 */
export async function judgeTwice(
  target: Target,
  checks: readonly Definition[],
  parts: Parts,
  again: boolean,
): Promise<{ readonly judged: Judged; readonly replayed: readonly string[] }> {
  if (!again) return { judged: await judgeTarget(target, checks, parts), replayed: [] };
  const nonce = randomUUID();
  const entries: TranscriptEntry[] = [];
  const onTranscript = (entry: TranscriptEntry) => void entries.push(entry);
  const judged = await judgeTarget(target, checks, { ...parts, nonce, onTranscript });
  const replay = { settings: { ...shownSettings(target) }, nonce, ...transcriptOf(entries) };
  const limiters = await parts.limiters();
  const written = asWritten(target, judged, limiters, replay);
  const found = { ...(await replayRun(parts.contract, written, checks, limiters)), discovered: [] };
  return { judged, replayed: [...found.problems, ...differences(written, found)] };
}

/** Returns the parts of a result that its replay needs. */
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
  const requirements = requirementIds
    .filter(id => outcomes.some(each => each.id === id))
    .map(id => toRequirement(id, outcomes, {}));
  return {
    target: { baseUrl, origin, keys: rolesOf(target), allow: [...allow] },
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
