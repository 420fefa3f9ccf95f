/** Judges claims about each 429 (§7, §8): its status, its body and its RateLimit headers. */
import {
  type Note,
  announcedSeconds,
  isRejected,
  targetTime,
  isAdmitted,
  bodyKept,
} from '../../../schemas/records/limiter.ts';
import {
  limitProblem,
  remainingLeft,
  remainingProblem,
  resetIntegerProblem,
  resetProblem,
  bodyProblem,
  toleranceSeconds,
} from '../../../schemas/rejection.ts';
import {
  count,
  everyNote,
  failed,
  hasRateLimit,
  limitOn,
  notApplicable,
  notExercised,
  passed,
  remainingOn,
  type ClaimResult,
  type Evidence,
} from '../evidence.ts';

const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
type Name = (typeof names)[number];

const integerProblems: Record<Name, (value: string) => string | undefined> = {
  'ratelimit-limit': limitProblem,
  'ratelimit-remaining': remainingProblem,
  'ratelimit-reset': resetIntegerProblem,
};

/** Judges that the 429 has the header as an integer, if the limiter supports it (§8). A 429 without any of these headers does not. */
export function integerOn429(
  name: Name,
  limited: readonly Note[],
  own: readonly Note[],
): ClaimResult {
  const unsupported = notSent(name, own);
  if (unsupported) return unsupported;
  const supported = limited.filter(hasRateLimit);
  if (supported.length === 0)
    return notExercised('no 429 carries a RateLimit header: another limiter may reject');
  return everyNote(supported, `the 429 carries ${name}, an integer`, ({ headers }) => {
    const value = headers[name];
    return value === undefined ? `no ${name}` : integerProblems[name](value);
  });
}

/**
 * §8: Reset is a Unix timestamp in seconds. It must not be past, nor more than a year ahead, according to the target's own Date if it sends
 * one. No whole window may come back long before it.
 */
export function resetIsTimestamp(limited: readonly Note[], evidence: Evidence): ClaimResult {
  const integers = integerOn429('ratelimit-reset', limited, evidence.own);
  if (integers.verdict !== 'passed') return integers;
  const expected = 'ratelimit-reset is a Unix timestamp in seconds, when the window resets';
  const plausible = everyNote(integers.seen, expected, note =>
    resetProblem(
      note.headers['ratelimit-reset'] ?? '',
      targetTime(note) / 1000,
      announcedSeconds(note),
    ),
  );
  return plausible.verdict === 'failed'
    ? plausible
    : (resetIgnored(expected, evidence) ?? plausible);
}

/** Returns a failure if the whole limit was admitted again seconds before Reset. */
function resetIgnored(
  expected: string,
  { first, third, capacity }: Evidence,
): ClaimResult | undefined {
  const rejection = first.find(note => note.status === 429);
  const last = third.findLast(isAdmitted);
  if (!rejection || !last || capacity < 4) return undefined;
  if (count(third) !== capacity || limitOn(rejection) !== capacity) return undefined;
  const early = Number(rejection.headers['ratelimit-reset']) - targetTime(last) / 1000;
  return early > 2 * toleranceSeconds
    ? failed(
        expected,
        `${capacity} requests were admitted ${Math.round(early)} s before the stated reset`,
        [rejection, last],
      )
    : undefined;
}

/** §8: Remaining is 0 on a 429, and never negative. */
export function remainingZero(limited: readonly Note[], own: readonly Note[]): ClaimResult {
  const unsupported = notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const negative = own.find(note => (remainingOn(note) ?? 0) < 0);
  if (negative)
    return failed('Remaining is never negative', `${remainingOn(negative)}`, [negative]);
  const integers = limited.filter(note => remainingOn(note) !== undefined);
  if (integers.length === 0) return notExercised('no 429 carries an integer Remaining');
  return everyNote(integers, 'Remaining is 0 on a 429', ({ headers }) =>
    remainingLeft(headers['ratelimit-remaining'] ?? ''),
  );
}

/** Returns `not-applicable` if the limiter never sends the header. */
export function notSent(name: Name, own: readonly Note[]): ClaimResult | undefined {
  if (own.some(note => note.headers[name] !== undefined)) return undefined;
  const any = names.some(other => own.some(note => note.headers[other] !== undefined));
  return notApplicable(
    any ? `this limiter sends no ${name}` : 'this limiter sends no RateLimit headers',
  );
}

/** §8: the limiter rejects with 429. Another status counts as a rejection only if it limits like a limiter. */
export function rejectionStatus({
  rejections,
  siblings,
  first,
  second,
  third,
  stopped,
}: Evidence): ClaimResult {
  const limited = rejections.filter(note => note.status === 429);
  const other = siblings.find(note => note.status !== 429 && remainingOn(note) === 0);
  if (limited.length > 0)
    return other
      ? failed('a rejected request gets 429', `it gets ${other.status} (${other.to})`, [other])
      : passed(limited);
  const exhausted = rejections.filter(note => remainingOn(note) === 0);
  const counts = [first, second, third].filter(list => list.some(isRejected)).map(count);
  const repeated = counts.some((n, i) => n >= 4 && counts.indexOf(n) < i);
  if (rejections.length > 1 && (exhausted.length > 1 || repeated))
    return failed('a rejected request gets 429', `it gets ${rejections[0]?.status}`, rejections);
  return notExercised(stopped, rejections);
}

/** §7, §8: the body of a 429 is a JSON object with a string `error`, and without the automation wrapper. */
export function rejectionBody(limited: readonly Note[]): ClaimResult {
  const whole = limited.filter(note => note.body.length < bodyKept);
  if (whole.length === 0) return notExercised('the body of every 429 was too long to keep');
  const expected = 'a JSON object with `error` (string), without success, action, code, timestamp';
  return everyNote(whole, expected, ({ body }) => bodyProblem(body));
}
