import { isRefusal, type Note } from '../probe/note.ts';
import type { Evidence } from './evidence.ts';
import { failed, notExercised, passed, type Outcome } from './claim.ts';

/**
 * §8.1: exhausting one limiter leaves the others alone. A route of another limiter counts only if it answered just
 * before, and only if this one still refused the request that followed. Whether the other limiter may have been used up
 * by itself is told by `reconcile`, which knows what was found about it.
 */
export function separate({ notes, own }: Evidence): Outcome {
  const ready = (to: string | undefined) =>
    notes.some(note => note.phase === 'before' && note.to === to && answers(note));
  const asked = notes.filter(note => note.phase === 'separate' && ready(note.to));
  if (asked.length === 0) return notExercised('no other limiter could be asked');
  const limited = refusedRoutes(asked);
  if (limited.length > 0)
    return failed(
      'the other limiters admit while this one refuses',
      `429 from ${limited.join(', ')}`,
      asked.filter(note => limited.includes(note.to ?? '')),
    );
  if (asked.some(isRefusal))
    return notExercised('another limiter refused, and admitted when it was asked once more', asked);
  const lastAsked = notes.findLastIndex(note => note.phase === 'separate');
  const follow = notes.slice(lastAsked).find(note => own.includes(note));
  const shown = asked.filter(answers);
  return follow && isRefusal(follow) && shown.length > 0
    ? passed([...shown, follow])
    : notExercised('this limiter may have opened before the others were asked', asked);
}

/** Names of the routes that got a 429 each time that they were asked. */
export function refusedRoutes(asked: readonly Note[]): string[] {
  const names = [...new Set(asked.map(note => note.to ?? ''))];
  return names.filter(to =>
    asked.filter(note => note.to === to).every(note => note.status === 429),
  );
}

function answers(note: Note): boolean {
  return note.status !== 0 && note.status < 500 && !isRefusal(note);
}
