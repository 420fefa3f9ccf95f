/** Judges the claim that limiters are separate (§8.1). */
import { isAdmitted, isRejected, type Note } from '../../../schemas/records/limiter.ts';
import { failed, notExercised, passed, type ClaimResult, type Evidence } from '../evidence.ts';
import { isOutside, limiterOf, sentIn, suspectsIn } from '../steps.ts';

/**
 * §8.1: exhausting one limiter leaves the others open. Other clients may use up the others. So a rejected route is asked again when its wait
 * is over and this limiter is exhausted once more. If the route admitted before, and was rejected twice, it shares the limiter.
 */
export function separate({ notes, own, stopped }: Evidence): ClaimResult {
  const open = sentIn(notes, 'before')
    .filter(isAdmitted)
    .map(({ to }) => limiterOf(to));
  const asked = sentIn(notes, 'separate').filter(
    ({ to, status }) => !isOutside(to) && open.includes(limiterOf(to)) && status !== 0,
  );
  if (asked.length === 0) return notExercised('no other limiter admitted before');
  const suspects = suspectsIn(notes);
  if (suspects.some(({ to }) => isOutside(to)))
    return notExercised('a route of none of the three limiters is rejected as well', suspects);
  const isShut = (phase: Note['phase']) => {
    const last = notes.findLastIndex(note => note.phase === phase);
    const next = notes.slice(last).find(note => own.includes(note));
    return next !== undefined && isRejected(next);
  };
  if (!isShut('separate'))
    return notExercised('this limiter may have opened before the requests to the others', asked);
  if (suspects.length === 0) return passed(asked);

  const again = sentIn(notes, 'separate-again');
  if (again.length === 0) return notExercised(stopped, suspects);
  const shared = again.filter(isRejected);
  if (shared.length > 0)
    return failed(
      'the other limiters admit while this one rejects',
      `429 twice from ${shared.map(({ to }) => to).join(', ')}, and none before`,
      [...suspects, ...shared],
    );
  return again.every(isAdmitted) && isShut('separate-again')
    ? passed([...asked, ...again])
    : notExercised('another limiter is used up independently of this one', [...suspects, ...again]);
}
