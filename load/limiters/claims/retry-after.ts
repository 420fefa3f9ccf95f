/** Judges claims about the announced wait of a 429 (§8): a whole number of seconds, and true. */
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
 * §8: `retry-after` is a whole number of seconds. Milliseconds are recognised only if the limiter admits as much as before after a
 * thousandth of the stated number.
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
      `retry-after: ${value}, but ${evidence.capacity} requests were admitted after that number of milliseconds`,
      [...limited.slice(0, 1), early],
    );
  return integers;
}

/**
 * §8: a request is admitted after the announced wait of the last rejection. Other clients may use up a window, so the claim fails only if
 * requests are rejected after three waits, each as long as announced.
 */
export function retryAfterKept({ notes, own, stopped }: Evidence): ClaimResult {
  const behind = inPhase(notes, 'after');
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

/** Returns true if a request between two rejections was admitted. A slow burst may use up the next window as well. */
const hasOpenedBetween = (own: readonly Note[], from: Note, to: Note): boolean =>
  own.some(note => isAdmitted(note) && note.sentAt >= from.receivedAt && note.sentAt <= to.sentAt);

/**
 * §8: no 429 announces a wait that ends before the last 429 that precedes an admission. A limiter that restarts the wait with each rejection
 * states so in the last 429.
 */
export function retryAfterEnd({ notes, own }: Evidence): ClaimResult {
  const opened = inPhase(notes, 'midway', 'after', 'early').find(isAdmitted);
  const shut = own.slice(0, opened && own.indexOf(opened)).filter(isRejected);
  const last = shut.at(-1);
  if (shut.length < 2 || !last) return notExercised('no second 429 before the limiter opened');
  const broken = shut.find(note => {
    const seconds = announcedSeconds(note);
    const isOver =
      seconds !== undefined && note.receivedAt + 1000 * seconds + marginMs <= last.sentAt;
    return isOver && !hasOpenedBetween(own, note, last);
  });
  return broken
    ? failed(
        `open ${announcedSeconds(broken)} s after a 429 with retry-after ${announcedSeconds(broken)}`,
        `429 ${((last.sentAt - broken.receivedAt) / 1000).toFixed(1)} s after it`,
        [broken, last],
      )
    : passed(shut);
}
