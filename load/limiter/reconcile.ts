import { integerHeader, type Note } from '../probe/note.ts';
import { limiterOf, limiterRoutes, type LimiterName } from '../probe/routes.ts';
import type { LimiterResult } from './summary.ts';
import { refusedRoutes } from './separate.ts';

type Results = Readonly<Record<string, LimiterResult>>;

/**
 * Takes back that a limiter is not separate (§8.1) where the other one may have been used up by itself, by our own
 * questions or by somebody else's. It was not where it is known to admit more than all of them, and either another of
 * its routes was admitted each time, or, all of them being refused, it makes a route of this one refuse in turn.
 */
export function reconcile<R extends Results>(results: R): R {
  const entries = Object.entries(results).map(([name, result]) => {
    const claim = 'skipped' in result ? undefined : claimOf(result);
    if ('skipped' in result || claim?.verdict !== 'failed') return [name, result];
    const refused = refusedRoutes(questions(result.notes));
    if (refused.some(to => accuses(name, to, results))) return [name, result];
    const reason = `${refused.join(', ')} refused as well, and may be used up by itself`;
    const amended = {
      claim: claim.claim,
      verdict: 'not-exercised' as const,
      reason,
      evidence: claim.evidence,
    };
    const claims = result.findings.claims.map(each => (each === claim ? amended : each));
    return [name, { ...result, findings: { ...result.findings, claims } }];
  });
  return Object.fromEntries(entries) as R;
}

type Measured = Exclude<LimiterResult, { skipped: string }>;

const claimOf = (result: Measured) =>
  result.findings.claims.find(({ claim }) => claim === 'separate');

const questions = (notes: readonly Note[]): Note[] =>
  notes.filter(note => note.phase === 'separate');

/** Whether the 429 of a route is the doing of the limiter that was exhausted. */
function accuses(exhausted: string, to: string, results: Results): boolean {
  const other = limiterOf(to);
  const [here, there] = [results[exhausted], other && results[other]];
  if (!other || !here || !there || 'skipped' in here || 'skipped' in there) return false;
  if (!hasRoom(other, here, there)) return false;
  const asked = questions(here.notes).filter(note => limiterOf(note.to ?? '') === other);
  const admitted = asked.map(note => note.to).some(each => admittedThroughout(asked, each));
  return (
    admitted || refusedRoutes(questions(there.notes)).some(each => limiterOf(each) === exhausted)
  );
}

/** Whether our questions, once before and twice meanwhile, are fewer than the other limiter admits, or said to have left. */
function hasRoom(other: LimiterName, here: Measured, there: Measured): boolean {
  const questioned = limiterRoutes[other].length;
  const { limit } = there.findings;
  if (!('inconclusive' in limit)) return limit.low >= 3 * questioned;
  const before = here.notes.filter(
    note => note.phase === 'before' && limiterOf(note.to ?? '') === other,
  );
  const left = before.map(note => integerHeader(note, 'ratelimit-remaining') ?? 0);
  return left.length === questioned && Math.min(...left) >= 2 * questioned;
}

const admittedThroughout = (asked: readonly Note[], to: string | undefined): boolean =>
  asked
    .filter(note => note.to === to)
    .every(({ status }) => status !== 0 && status !== 429 && status < 500);
