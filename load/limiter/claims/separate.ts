import { announcedSeconds, isRejected, type Note } from '../../../schemas/records/limiter.ts';
import { rejectedRoutes, sameLimiter } from '../../probe/others.ts';
import type { Evidence } from '../evidence.ts';
import { failed, notExercised, passed, type ClaimResult } from './claim-result.ts';

/**
 * §8.1: exhausting one limiter leaves the others alone. A 429 of another route counts only if the other limiter admitted
 * just before, the route before or afterwards, and its wait is the one that this limiter announced. Other responses count
 * only if this limiter still rejected the request that followed. Whether the other limiter may have been used up by other
 * requests is decided by `reconcile`, which knows what was found about it.
 */
export function separate({ notes, own }: Evidence): ClaimResult {
  const probed = notes.filter(note => note.phase === 'separate');
  const lastProbed = notes.findLastIndex(note => note.phase === 'separate');
  const follow = notes.slice(lastProbed).find(note => own.includes(note));
  const near = [
    ...notes
      .slice(0, lastProbed)
      .filter(note => own.includes(note))
      .slice(-3),
    follow,
  ];
  const limited = rejectedRoutes(probed).filter(to => {
    const rejections = probed.filter(note => note.to === to);
    return admitsOtherwise(to, notes) && rejections.every(note => sameWait(note, near));
  });
  if (limited.length > 0)
    return failed(
      'the other limiters admit while this one rejects',
      `429 from ${limited.join(', ')}`,
      probed.filter(note => limited.includes(note.to ?? '')),
    );
  const shown = probed.filter(responds);
  if (shown.length === 0) return notExercised('no other limiter responded before', probed);
  if (probed.some(isRejected))
    return notExercised(
      'another limiter rejected as well, once, always, or with a wait of its own',
      probed,
    );
  return follow && isRejected(follow)
    ? passed([...shown, follow])
    : notExercised('this limiter may have opened before the requests to the others', probed);
}

/** Whether the limiter of a route admitted before, and the route itself before or after. */
function admitsOtherwise(to: string, notes: readonly Note[]): boolean {
  const admitted = (phase: Note['phase']) =>
    notes.filter(note => note.phase === phase && responds(note)).map(note => note.to);
  const before = admitted('before');
  return (
    before.includes(to) ||
    (before.some(other => sameLimiter(other, to)) && admitted('recovered').includes(to))
  );
}

/** Whether a rejection may come from the counter of those around it: all of them end their wait at the same time. */
function sameWait(rejection: Note, near: readonly (Note | undefined)[]): boolean {
  const announced = announcedSeconds(rejection);
  const waits = near.flatMap(
    note => (note && isRejected(note) ? announcedSeconds(note) : []) ?? [],
  );
  if (announced === undefined || waits.length === 0) return true;
  return announced >= Math.min(...waits) - 1 && announced <= Math.max(...waits) + 1;
}

function responds(note: Note): boolean {
  return note.status !== 0 && note.status < 500 && !isRejected(note);
}
