import {
  announcedSeconds,
  BODY_KEPT,
  inPhase,
  integerHeader,
  isRefusal,
  type Note,
} from '../probe/note.ts';
import { count, countedDown, type Evidence } from './evidence.ts';
import type { Numbers } from './numbers.ts';
import { everyNote, failed, notExercised, passed, type Outcome } from './claim.ts';

/** §8: the limiter rejects with 429. Another status is one only if it limits like a limiter. */
export function rejectionStatus({ refusals, first, second, third, stopped }: Evidence): Outcome {
  const limited = refusals.filter(note => note.status === 429);
  if (limited.length > 0) return passed(limited);
  const exhausted = refusals.filter(note => integerHeader(note, 'ratelimit-remaining') === 0);
  const counts = [first, second, third].filter(list => list.some(isRefusal)).map(count);
  const repeated = counts.some((n, i) => n >= 4 && counts.indexOf(n) < i);
  if (refusals.length > 1 && (exhausted.length > 1 || repeated))
    return failed('a rejected request gets 429', `it gets ${refusals[0]?.status}`, refusals);
  return notExercised(stopped, refusals);
}

/** §7, §8: the body of a 429 is a JSON object with a string `error` and no automation wrapper. */
export function rejectionBody(limited: Note[]): Outcome {
  const whole = limited.filter(note => note.body.length < BODY_KEPT);
  if (whole.length === 0) return notExercised('every 429 has a body longer than what is kept');
  const expected = 'a JSON object with `error` (string), without success, action, code, timestamp';
  return everyNote(whole, expected, note => {
    let body: unknown;
    try {
      body = JSON.parse(note.body);
    } catch {
      return `no JSON: ${JSON.stringify(note.body.slice(0, 80))}`;
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return `not an object: ${note.body.slice(0, 80)}`;
    const fields = new Map(Object.entries(body));
    if (typeof fields.get('error') !== 'string')
      return `error is ${fields.has('error') ? JSON.stringify(fields.get('error')) : 'missing'}`;
    const wrapper = ['success', 'action', 'code', 'timestamp'].filter(name => fields.has(name));
    return wrapper.length > 0 ? `has ${wrapper.join(', ')}` : undefined;
  });
}

/**
 * §8: `retry-after` is a whole number of seconds. That a number is milliseconds shows only when the
 * limiter admits as much as before after a thousandth of it.
 */
export function retryAfterInteger(limited: Note[], evidence: Evidence): Outcome {
  const expected = 'retry-after is an integer number of seconds';
  const outcome = everyNote(limited, expected, note => {
    const value = note.headers['retry-after'];
    if (value === undefined) return 'no retry-after';
    return /^\d+$/.test(value) ? undefined : `retry-after: ${value}`;
  });
  if (outcome.verdict === 'failed') return outcome;
  const early = inPhase(evidence.notes, 'early').find(note => !isRefusal(note));
  const same = [evidence.second, evidence.third].some(
    list => list.some(isRefusal) && count(list) === evidence.capacity,
  );
  const asked = limited[0]?.headers['retry-after'];
  if (early && same && evidence.capacity >= 4)
    return failed(
      expected,
      `retry-after: ${asked}, but ${evidence.capacity} were admitted again after that many ms`,
      [...limited.slice(0, 1), early],
    );
  return outcome;
}

/** A request this much later says nothing of a wait that is a second too short. */
const MOST_LATE_MS = 500;

/**
 * §8: after the announced wait a request gets anything but 429. Another client of the same limiter
 * can honestly cause one more 429, so a refusal fails only where that is ruled out.
 */
export function retryAfterKept(evidence: Evidence, { algorithm }: Numbers): Outcome {
  const asks = inPhase(evidence.notes, 'after');
  const [ask] = asks;
  const refused = evidence.first.filter(isRefusal);
  if (!ask) return notExercised(evidence.stopped);
  if (refused.every(note => announcedSeconds(note) === undefined))
    return notExercised('no retry-after that could be waited for');
  if (ask.status === 0) return notExercised('no answer arrived to the request after the wait');
  const late = lateBy(ask, refused);
  if (ask.status !== 429)
    return late <= MOST_LATE_MS
      ? passed([ask])
      : notExercised(
          `the request after the wait went out ${(late / 1000).toFixed(1)} s late: a shorter wait would look the same`,
          [ask],
        );

  const alone = countedDown(evidence.first);
  const limit = integerHeader(ask, 'ratelimit-limit');
  const unshared =
    algorithm.name === 'sliding-window' &&
    algorithm.confidence === 'high' &&
    alone &&
    alone.length === limit;
  if (algorithm.name === 'fixed-window' || unshared || sameWindow(refused, asks)) {
    const waited = (ask.sentAt - Math.max(...refused.map(note => note.receivedAt))) / 1000;
    return failed(
      'anything but 429 after the announced wait',
      `429 after ${waited.toFixed(1)} s; retry-after was ${refused.at(-1)?.headers['retry-after']}`,
      [...refused.slice(-1), ask],
    );
  }
  return notExercised('refused once more after the wait: another client would look the same', [
    ask,
  ]);
}

/** How long after the announced wait a request reached the limiter, in milliseconds; answers take as long as before. */
function lateBy(ask: Note, refused: Note[]): number {
  const due = refused.map(note => note.receivedAt + (announcedSeconds(note) ?? 0) * 1000);
  const took = refused.map(note => note.receivedAt - note.sentAt);
  return ask.receivedAt - Math.max(...took) - Math.max(...due);
}

/** Refused over seconds, and the limiter itself says that the window is still the same one. */
function sameWindow(refused: Note[], asks: Note[]): boolean {
  const before = refused.at(-1);
  const last = asks.filter(isRefusal).at(-1);
  const reset = last && integerHeader(last, 'ratelimit-reset');
  if (!before || !last || reset === undefined || last.sentAt - before.receivedAt < 3000)
    return false;
  const now = Date.parse(last.headers['date'] ?? '') || last.receivedAt;
  return reset === integerHeader(before, 'ratelimit-reset') && reset > now / 1000;
}
