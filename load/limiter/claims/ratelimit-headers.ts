import {
  announcedSeconds,
  integerHeader,
  isAdmitted,
  targetTime,
  type Note,
} from '../../../schemas/records/limiter.ts';
import {
  limitProblem,
  remainingLeft,
  remainingProblem,
  resetIntegerProblem,
  resetProblem,
} from '../../../schemas/rejection.ts';
import { besideHeaders, count, countedDown, type Evidence } from '../evidence.ts';
import {
  everyNote,
  failed,
  notApplicable,
  notExercised,
  type ClaimResult,
} from './claim-result.ts';

const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
type Name = (typeof names)[number];

const TOLERANCE_S = 1;

const ANOTHER =
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
    return notExercised(ANOTHER, besideHeaders(own));
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
  if (integerHeader(rejection, 'ratelimit-limit') !== capacity) return undefined;
  const early = Number(rejection.headers['ratelimit-reset']) - targetTime(last) / 1000;
  return early > 2 * TOLERANCE_S
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
  const remaining = (note: Note) => integerHeader(note, 'ratelimit-remaining');
  const negative = own.find(note => (remaining(note) ?? 0) < 0);
  if (negative) return failed('Remaining is never negative', `${remaining(negative)}`, [negative]);
  // Later another limiter may reject, while the one of the headers has recovered.
  const asked = notes.findIndex(({ to, phase }) => to !== undefined && phase !== 'before');
  const soon = asked < 0 ? first : first.filter(note => notes.indexOf(note) < asked);
  const integers = limited.filter(
    note => remaining(note) !== undefined && (soon.includes(note) || siblings.includes(note)),
  );
  const beside = besideHeaders(own);
  if (beside.length > 0 && integers.some(note => remaining(note) !== 0))
    return notExercised(ANOTHER, beside);
  if (integers.length === 0) return notExercised('no 429 carries an integer Remaining');
  return everyNote(integers, 'Remaining is 0 on a 429', ({ headers }) =>
    remainingLeft(headers['ratelimit-remaining'] ?? ''),
  );
}

/** Returns `not-applicable` if this limiter sends the header nowhere. */
export function notSent(name: Name, own: readonly Note[]): ClaimResult | undefined {
  if (own.some(note => note.headers[name] !== undefined)) return undefined;
  const any = names.some(other => own.some(note => note.headers[other] !== undefined));
  return notApplicable(
    any ? `this limiter sends no ${name}` : 'this limiter sends no RateLimit headers',
  );
}
