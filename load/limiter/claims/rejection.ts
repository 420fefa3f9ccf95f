import {
  BODY_KEPT,
  integerHeader,
  isRejected,
  type Note,
} from '../../../schemas/records/limiter.ts';
import { bodyProblem } from '../../../schemas/rejection.ts';
import { count, type Evidence } from '../evidence.ts';
import { everyNote, failed, notExercised, passed, type ClaimResult } from './claim-result.ts';

/** §8: the limiter rejects with 429. Another status is one only if it limits like a limiter. */
export function rejectionStatus({
  rejections,
  siblings,
  first,
  second,
  third,
  stopped,
}: Evidence): ClaimResult {
  const limited = rejections.filter(note => note.status === 429);
  const other = siblings.find(
    note => note.status !== 429 && integerHeader(note, 'ratelimit-remaining') === 0,
  );
  if (limited.length > 0)
    return other
      ? failed('a rejected request gets 429', `it gets ${other.status} (${other.to})`, [other])
      : passed(limited);
  const exhausted = rejections.filter(note => integerHeader(note, 'ratelimit-remaining') === 0);
  const counts = [first, second, third].filter(list => list.some(isRejected)).map(count);
  const repeated = counts.some((n, i) => n >= 4 && counts.indexOf(n) < i);
  if (rejections.length > 1 && (exhausted.length > 1 || repeated))
    return failed('a rejected request gets 429', `it gets ${rejections[0]?.status}`, rejections);
  return notExercised(stopped, rejections);
}

/** §7, §8: the body of a 429 is a JSON object with a string `error` and no automation wrapper. */
export function rejectionBody(limited: readonly Note[]): ClaimResult {
  const whole = limited.filter(note => note.body.length < BODY_KEPT);
  if (whole.length === 0) return notExercised('every 429 has a body longer than what is kept');
  const expected = 'a JSON object with `error` (string), without success, action, code, timestamp';
  return everyNote(whole, expected, ({ body }) => bodyProblem(body));
}
