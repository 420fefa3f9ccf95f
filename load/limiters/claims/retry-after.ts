/** Claims on the wait that a 429 announces (§8): a whole number of seconds, and kept. */
import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  targetTime,
  type Note,
} from '../../../schemas/records/limiter.ts';
import { retryAfterProblem } from '../../../schemas/rejection.ts';
import {
  count,
  everyNote,
  failed,
  lastRejected,
  notExercised,
  passed,
  type ClaimResult,
  type Evidence,
} from '../evidence.ts';
import { marginMs, mostAsked } from '../plan.ts';

/**
 * §8: `retry-after` is a whole number of seconds. That a number is milliseconds shows only when the
 * limiter admits as much as before after a thousandth of it.
 */
export function retryAfterInteger(limited: readonly Note[], evidence: Evidence): ClaimResult {
  const expected = 'retry-after is an integer number of seconds';
  const integers = everyNote(limited, expected, note =>
    retryAfterProblem(note.headers['retry-after'], targetTime(note) / 1000),
  );
  if (integers.verdict === 'failed') return integers;
  const early = inPhase(evidence.notes, 'early').find(note => !isRejected(note));
  const same = [evidence.second, evidence.third].some(
    list => list.some(isRejected) && count(list) === evidence.capacity,
  );
  const value = limited[0]?.headers['retry-after'];
  if (early && same && evidence.capacity >= 4)
    return failed(
      expected,
      `retry-after: ${value}, but ${evidence.capacity} were admitted again after that many ms`,
      [...limited.slice(0, 1), early],
    );
  return integers;
}

/**
 * §8: after the announced wait of the last rejection a request is admitted. Other clients may use up a window: it is rejected behind
 * three waits, each as long as announced, before that fails.
 */
export function retryAfterKept({ notes, own, stopped }: Evidence): ClaimResult {
  const behind = inPhase(notes, 'after').slice(0, mostAsked);
  const admitted = [...inPhase(notes, 'midway'), ...behind].find(isAdmitted);
  if (admitted) return passed([admitted]);
  if (behind.length < mostAsked || behind.some(({ status }) => status === 0))
    return notExercised(stopped);
  const waits = behind.map(note => announcedIn(lastRejected(own, note)));
  if (waits.includes(undefined)) return notExercised('no retry-after that could be waited for');
  return failed(
    'a request after the announced wait is admitted',
    `429 after each of ${mostAsked} waits, as announced: ${waits.join(', ')} s`,
    behind,
  );
}

const announcedIn = (note: Note | undefined): number | undefined => note && announcedSeconds(note);

/**
 * §8: no 429 announces an end of the wait that is earlier than the last 429 before a request was admitted again. A limiter that begins
 * the wait again with each rejection says so in the last of them.
 */
export function retryAfterEnd({ notes, own }: Evidence): ClaimResult {
  const opened = inPhase(notes, 'midway', 'after', 'early').find(isAdmitted);
  const shut = own.slice(0, opened && own.indexOf(opened)).filter(isRejected);
  const last = shut.at(-1);
  if (shut.length < 2 || !last) return notExercised('no second 429 before the limiter opened');
  const broken = shut.find(note => {
    const seconds = announcedSeconds(note);
    return seconds !== undefined && note.receivedAt + 1000 * seconds + marginMs <= last.sentAt;
  });
  return broken
    ? failed(
        `open ${announcedSeconds(broken)} s after a 429 with retry-after ${announcedSeconds(broken)}`,
        `429 ${((last.sentAt - broken.receivedAt) / 1000).toFixed(1)} s after it`,
        [broken, last],
      )
    : passed(shut);
}
