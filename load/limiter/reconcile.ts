import {
  integerHeader,
  type LimiterProbe,
  type Note,
  type Probed,
} from '../../schemas/records/limiter.ts';
import type { LimiterName } from '../../schemas/routes.ts';
import { limiterOf, namesOf } from '../probe/routes.ts';
import { rejectedRoutes } from './claims/separate.ts';

/**
 * Withdraws the claim that a limiter is not separate (§8.1) where the other one may have been used up by our own requests
 * to it, or by somebody else's. It was not used up where it is known to admit more than all of them, and either another
 * of its routes was admitted each time, or, where all of them were rejected, exhausting it makes a route of this limiter
 * reject in turn.
 */
export function reconcile(probes: readonly LimiterProbe[]): LimiterProbe[] {
  return probes.map(probe => {
    if ('skipped' in probe) return probe;
    const { findings, notes, name } = probe;
    const claim = findings.claims.find(each => each.claim === 'separate');
    if (claim?.verdict !== 'failed') return probe;
    const rejected = rejectedRoutes(toOthers(notes));
    if (rejected.some(to => accuses(name, to, probes))) return probe;
    const reason = `${rejected.join(', ')} rejected as well, but may have been used up by other requests`;
    const withdrawn = {
      claim: claim.claim,
      verdict: 'not-exercised' as const,
      reason,
      evidence: claim.evidence,
    };
    const claims = findings.claims.map(each => (each === claim ? withdrawn : each));
    return { ...probe, findings: { ...findings, claims } };
  });
}

/** Requests to the other limiters while this one rejects. */
const toOthers = (notes: readonly Note[]): Note[] =>
  notes.filter(note => note.phase === 'separate');

/** Whether the 429 of a route is due to the limiter that was exhausted. */
function accuses(exhausted: LimiterName, to: string, probes: readonly LimiterProbe[]): boolean {
  const other = limiterOf(to);
  const [here, there] = [exhausted, other].map(name => probes.find(each => each.name === name));
  if (!other || !here || !there || 'skipped' in here || 'skipped' in there) return false;
  if (!hasRoom(other, here, there)) return false;
  const sent = toOthers(here.notes).filter(note => limiterOf(note.to ?? '') === other);
  const admitted = sent.map(note => note.to).some(each => admittedThroughout(sent, each));
  return (
    admitted || rejectedRoutes(toOthers(there.notes)).some(each => limiterOf(each) === exhausted)
  );
}

/** Whether the other limiter admits more than our requests to it, once before and twice meanwhile, or says that it does. */
function hasRoom(other: LimiterName, here: Probed, there: Probed): boolean {
  const routes = namesOf(other).length;
  const { limit } = there.findings;
  if (!('inconclusive' in limit)) return limit.low >= 3 * routes;
  const before = here.notes.filter(
    note => note.phase === 'before' && limiterOf(note.to ?? '') === other,
  );
  const left = before.map(note => integerHeader(note, 'ratelimit-remaining') ?? 0);
  return left.length === routes && Math.min(...left) >= 2 * routes;
}

const admittedThroughout = (notes: readonly Note[], to: string | undefined): boolean =>
  notes
    .filter(note => note.to === to)
    .every(({ status }) => status !== 0 && status !== 429 && status < 500);
