/** Claims on each 429 (§7, §8): its status, its body and its RateLimit headers. */
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
  countedDown,
  type Evidence,
  besideHeaders,
  textOf,
  limitOn,
  remainingOn,
  everyNote,
  failed,
  notApplicable,
  notExercised,
  passed,
  type ClaimResult,
} from '../evidence.ts';

const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
type Name = (typeof names)[number];

export const mayBeOfAnother =
  'another limiter rejects before that of the headers is used up: its 429s carry what the other one states';

const integerProblems: Record<Name, (value: string) => string | undefined> = {
  'ratelimit-limit': limitProblem,
  'ratelimit-remaining': remainingProblem,
  'ratelimit-reset': resetIntegerProblem,
};

/** Decides that the 429 carries the header as an integer, if the limiter supports it (§8). */
export function integerOn429(
  name: Name,
  limited: readonly Note[],
  own: readonly Note[],
): ClaimResult {
  const unsupported = notSent(name, own);
  if (unsupported) return unsupported;
  const carrying = limited.filter(note => note.headers[name] !== undefined);
  if (carrying.length === 0 && besideHeaders(own).length > 0)
    return notExercised(mayBeOfAnother, besideHeaders(own));
  if (carrying.length === 0)
    return failed(`the 429 carries ${name}`, 'only other responses carry it', limited.slice(0, 1));
  return everyNote(carrying, `${name} is an integer`, ({ headers }) =>
    integerProblems[name](headers[name] ?? ''),
  );
}

/**
 * §8: Reset is a Unix timestamp in seconds. Compared with the target's own Date if it sends one, it is
 * neither past nor more than a year away, and no whole window comes back long before it.
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

/** A caller who was alone got the whole limit again, seconds before the time in Reset. */
function resetIgnored(
  expected: string,
  { first, third, capacity }: Evidence,
): ClaimResult | undefined {
  const alone = countedDown(first);
  const rejection = first.find(note => note.status === 429);
  const last = third.findLast(isAdmitted);
  if (!alone || !rejection || !last || count(third) !== capacity || capacity < 4) return undefined;
  if (limitOn(rejection) !== capacity) return undefined;
  const early = Number(rejection.headers['ratelimit-reset']) - targetTime(last) / 1000;
  return early > 2 * toleranceSeconds
    ? failed(expected, `${capacity} were admitted again ${Math.round(early)} s before it`, [
        rejection,
        last,
      ])
    : undefined;
}

/** §8: Remaining is 0 on a 429, and never negative. */
export function remainingZero(
  limited: readonly Note[],
  { own, notes, siblings, first }: Evidence,
): ClaimResult {
  const unsupported = notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const negative = own.find(note => (remainingOn(note) ?? 0) < 0);
  if (negative)
    return failed('Remaining is never negative', `${remainingOn(negative)}`, [negative]);
  // Later another limiter may reject, while the one of the headers has recovered.
  const asked = notes.findIndex(({ to, phase }) => to !== undefined && phase !== 'before');
  const soon = asked < 0 ? first : first.filter(note => notes.indexOf(note) < asked);
  const integers = limited.filter(
    note => remainingOn(note) !== undefined && (soon.includes(note) || siblings.includes(note)),
  );
  if (integers.length === 0) return notExercised('no 429 carries an integer Remaining');
  const beside = besideHeaders(own);
  // A 429 of another route with a text of its own may be of another limiter.
  const texts = new Set(first.filter(isRejected).map(textOf));
  const final = integers.filter(
    note => !isCountedOn(note, notes) && (first.includes(note) || texts.has(textOf(note))),
  );
  const hasOthers = beside.length > 0 || texts.size > 1;
  if (final.length === 0 || (hasOthers && integers.some(note => remainingOn(note) !== 0)))
    return notExercised(mayBeOfAnother, beside);
  return everyNote(final, 'Remaining is 0 on a 429', ({ headers }) =>
    remainingLeft(headers['ratelimit-remaining'] ?? ''),
  );
}

/** True if Remaining falls to what a 429 states, and on with the next request: the limiter of the headers was not used up. */
function isCountedOn(note: Note, notes: readonly Note[]): boolean {
  const counted = notes.filter(({ to, phase }) => to === undefined || phase === 'siblings');
  const at = counted.indexOf(note);
  const [before = Infinity, left = 0, next = Infinity] = [-1, 0, 1].map(by =>
    remainingOn(counted[at + by]),
  );
  return before > left && next < left;
}

/** Returns `not-applicable` if this limiter sends the header nowhere. */
export function notSent(name: Name, own: readonly Note[]): ClaimResult | undefined {
  if (own.some(note => note.headers[name] !== undefined)) return undefined;
  const any = names.some(other => own.some(note => note.headers[other] !== undefined));
  return notApplicable(
    any ? `this limiter sends no ${name}` : 'this limiter sends no RateLimit headers',
  );
}

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

/** §7, §8: the body of a 429 is a JSON object with a string `error` and no automation wrapper. */
export function rejectionBody(limited: readonly Note[]): ClaimResult {
  const whole = limited.filter(note => note.body.length < bodyKept);
  if (whole.length === 0) return notExercised('every 429 has a body longer than what is kept');
  const expected = 'a JSON object with `error` (string), without success, action, code, timestamp';
  return everyNote(whole, expected, ({ body }) => bodyProblem(body));
}
