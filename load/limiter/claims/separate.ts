import { isRejected, type Note } from '../../../schemas/records/limiter.ts';
import type { Evidence } from '../evidence.ts';
import { failed, notExercised, passed, type ClaimResult } from './claim-result.ts';

/**
 * §8.1: exhausting one limiter leaves the others alone. A route of another limiter counts only if it responded just
 * before, and only if this limiter still rejected the request that followed. Whether the other limiter may have been
 * used up by other requests is decided by `reconcile`, which knows what was found about it.
 */
export function separate({ notes, own }: Evidence): ClaimResult {
  const ready = (to: string | undefined) =>
    notes.some(note => note.phase === 'before' && note.to === to && responds(note));
  const probed = notes.filter(note => note.phase === 'separate' && ready(note.to));
  if (probed.length === 0) return notExercised('no other limiter responded before');
  const limited = rejectedRoutes(probed);
  if (limited.length > 0)
    return failed(
      'the other limiters admit while this one rejects',
      `429 from ${limited.join(', ')}`,
      probed.filter(note => limited.includes(note.to ?? '')),
    );
  if (probed.some(isRejected))
    return notExercised(
      'another limiter rejected a request and admitted it when it was repeated',
      probed,
    );
  const lastProbed = notes.findLastIndex(note => note.phase === 'separate');
  const follow = notes.slice(lastProbed).find(note => own.includes(note));
  const shown = probed.filter(responds);
  return follow && isRejected(follow) && shown.length > 0
    ? passed([...shown, follow])
    : notExercised('this limiter may have opened before the requests to the others', probed);
}

/** Names of the routes that got a 429 each time. */
export function rejectedRoutes(probed: readonly Note[]): string[] {
  const names = [...new Set(probed.map(note => note.to ?? ''))];
  return names.filter(to =>
    probed.filter(note => note.to === to).every(note => note.status === 429),
  );
}

function responds(note: Note): boolean {
  return note.status !== 0 && note.status < 500 && !isRejected(note);
}
