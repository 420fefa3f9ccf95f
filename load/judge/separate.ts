import { isRefusal, type Note } from '../note.ts';
import type { Evidence } from './evidence.ts';
import { failed, notExercised, passed, type Outcome } from './claim.ts';

/**
 * §8.1: exhausting one limiter leaves the others alone. Another limiter counts only if it answered
 * just before, and only if this one still refused the request that followed.
 */
export function separate({ notes, own }: Evidence): Outcome {
  const ready = (to: string | undefined) =>
    notes.some(note => note.phase === 'before' && note.to === to && answers(note));
  const asked = notes.filter(note => note.phase === 'separate' && ready(note.to));
  if (asked.length === 0) return notExercised('no other limiter could be asked');
  const limited = asked.filter(note => note.status === 429);
  if (limited.length > 0)
    return failed(
      'the other limiters admit while this one refuses',
      `429 from ${limited.map(note => note.to).join(', ')}`,
      limited,
    );
  const lastAsked = notes.findLastIndex(note => note.phase === 'separate');
  const follow = notes.slice(lastAsked).find(note => own.includes(note));
  const shown = asked.filter(answers);
  return follow && isRefusal(follow) && shown.length > 0
    ? passed([...shown, follow])
    : notExercised('this limiter may have opened before the others were asked', asked);
}

function answers(note: Note): boolean {
  return note.status !== 0 && note.status < 500 && !isRefusal(note);
}
