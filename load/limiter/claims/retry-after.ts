/** Claims on the wait that a 429 announces (§8): a whole number of seconds, and kept. */
import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  targetTime,
  type Note,
  type Numbers,
} from '../../../schemas/records/limiter.ts';
import { retryAfterProblem } from '../../../schemas/rejection.ts';
import {
  besideHeaders,
  count,
  countedDown,
  limitOn,
  remainingOn,
  resetOn,
  textOf,
  type Evidence,
  everyNote,
  failed,
  notExercised,
  passed,
  type ClaimResult,
} from '../evidence.ts';
import { limiterOf } from '../steps.ts';

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

/** A request that is later than this cannot show that the announced wait is a second too short. */
const mostLateMs = 500;

/**
 * §8: after the announced wait a request gets anything but 429. Another client of the same limiter
 * can cause one more 429 without breaking §8, so a rejection fails only if that is ruled out.
 */
export function retryAfterKept(evidence: Evidence, { algorithm }: Numbers): ClaimResult {
  const requests = inPhase(evidence.notes, 'after');
  const [request] = requests;
  const rejected = evidence.first.filter(isRejected);
  if (!request) return notExercised(evidence.stopped);
  if (rejected.every(note => announcedSeconds(note) === undefined))
    return notExercised('no retry-after that could be waited for');
  if (request.status === 0)
    return notExercised('no response arrived to the request after the wait');
  const late = lateBy(request, rejected);
  if (request.status !== 429)
    return late <= mostLateMs
      ? passed([request])
      : notExercised(
          `the request after the wait was sent ${(late / 1000).toFixed(1)} s late: a shorter wait would look the same`,
          [request],
        );

  const last = rejected.at(-1)!;
  if (evidence.first.slice(evidence.first.indexOf(last)).some(isAdmitted))
    return notExercised(
      'it admitted again before the wait was over, and may be used up once more',
      [request],
    );
  const isOfAnother = textOf(request) !== textOf(last) || limitOn(request) !== limitOn(last);
  const isBeside = (remainingOn(request) ?? 0) > 0 || besideHeaders(evidence.first).length > 0;
  const isEachTime = requests.length >= manyWaits && requests.every(isRejected);
  const isOfNext = algorithm.confidence !== 'high' && mayBeOfNext(requests, rejected);
  if (isOfAnother || (isBeside && !isEachTime) || isOfNext)
    return notExercised('another limiter, or a gateway, rejected after the wait', [request]);
  const alone = countedDown(evidence.first);
  const limit = limitOn(request);
  const unshared =
    algorithm.name === 'sliding-window' &&
    algorithm.confidence === 'high' &&
    alone &&
    alone.length === limit;
  if (algorithm.name === 'fixed-window' || unshared || sameWindow(rejected, requests)) {
    const waited = (request.sentAt - Math.max(...rejected.map(note => note.receivedAt))) / 1000;
    return failed(
      'anything but 429 after the announced wait',
      `429 after ${waited.toFixed(1)} s; retry-after was ${last.headers['retry-after']}`,
      [last, request],
    );
  }
  if (isEachTime && isOnWebhooks(evidence))
    return failed(
      'anything but 429 after the announced wait',
      `429 after each of ${requests.length} waits, each as long as announced`,
      requests,
    );
  return notExercised('rejected once more after the wait: another client would look the same', [
    request,
  ]);
}

/** Other clients may use up each window as it opens, but nobody configures webhooks that often. */
const manyWaits = 4;
const isOnWebhooks = ({ notes }: Evidence): boolean =>
  notes.some(({ phase, to }) => phase === 'siblings' && limiterOf(to) === 'webhooks');

/** Returns when the wait that a 429 announces is over. */
const dueAt = (note: Note): number => note.receivedAt + (announcedSeconds(note) ?? 0) * 1000;

/**
 * True if nothing but one more wait shows which limiter rejected, and that one ends later than the first could by rounding: one limiter
 * may stand behind another.
 */
function mayBeOfNext(requests: readonly Note[], rejected: readonly Note[]): boolean {
  const again = requests.filter(isRejected);
  return (
    again.length === 1 &&
    limitOn(again[0]) === undefined &&
    dueAt(again[0]!) - Math.max(...rejected.map(dueAt)) > 1000
  );
}

/**
 * Returns the time from the end of the announced wait until a request reached the limiter, in milliseconds, if
 * responses take as long as before.
 */
function lateBy(request: Note, rejected: readonly Note[]): number {
  const took = rejected.map(note => note.receivedAt - note.sentAt);
  return request.receivedAt - Math.max(...took) - Math.max(...rejected.map(dueAt));
}

/** Rejected over seconds, and by the limiter's own headers the window is still the same one. */
function sameWindow(rejected: readonly Note[], requests: readonly Note[]): boolean {
  const before = rejected.at(-1);
  const last = requests.filter(isRejected).at(-1);
  const reset = resetOn(last);
  if (!before || !last || reset === undefined || last.sentAt - before.receivedAt < 3000)
    return false;
  return reset === resetOn(before) && reset > targetTime(last) / 1000;
}
