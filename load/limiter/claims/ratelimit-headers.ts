import {
  announcedSeconds,
  integerHeader,
  isAdmitted,
  targetTime,
  type Note,
} from '../../../schemas/records/limiter.ts';
import { count, countedDown, type Evidence } from '../evidence.ts';
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
const ABSURD_S = 366 * 86_400;

/** §8: where the limiter supports the header, the 429 carries it as an integer. */
export function integerOn429(
  name: Name,
  limited: readonly Note[],
  own: readonly Note[],
): ClaimResult {
  const unsupported = notSent(name, own);
  if (unsupported) return unsupported;
  const carrying = limited.filter(note => note.headers[name] !== undefined);
  if (carrying.length === 0)
    return failed(`the 429 carries ${name}`, 'only other responses carry it', limited.slice(0, 1));
  // A limit of 0 admits nobody.
  const patterns = {
    'ratelimit-limit': /^0*[1-9]\d*$/,
    'ratelimit-remaining': /^-?\d+$/,
    'ratelimit-reset': /^\d+$/,
  };
  return everyNote(carrying, `${name} is an integer`, note => {
    const value = note.headers[name] ?? '';
    return patterns[name].test(value) ? undefined : `${name}: ${value}`;
  });
}

/**
 * §8: Reset is a Unix timestamp in seconds. Compared with the target's own Date where it sends one, it is
 * neither past nor more than a year away, and no whole window comes back long before it.
 */
export function resetIsTimestamp(limited: readonly Note[], evidence: Evidence): ClaimResult {
  const integers = integerOn429('ratelimit-reset', limited, evidence.own);
  if (integers.verdict !== 'passed') return integers;
  const expected = 'ratelimit-reset is a Unix timestamp in seconds, when the window resets';
  const plausible = everyNote(integers.seen, expected, note => {
    const ahead = Number(note.headers['ratelimit-reset']) - targetTime(note) / 1000;
    const value = `ratelimit-reset: ${note.headers['ratelimit-reset']}`;
    if (ahead < -TOLERANCE_S) return `${value}, ${Math.round(-ahead)} s before the response`;
    // A wait of the same length is reported on its own, by the observation that it was not needed.
    const alike = Math.abs(ahead - (announcedSeconds(note) ?? 0)) <= 1 + TOLERANCE_S;
    return ahead > ABSURD_S && !alike
      ? `${value}, ${Math.round(ahead)} s after the response`
      : undefined;
  });
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
export function remainingZero(limited: readonly Note[], own: readonly Note[]): ClaimResult {
  const unsupported = notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const remaining = (note: Note) => integerHeader(note, 'ratelimit-remaining');
  const negative = own.find(note => (remaining(note) ?? 0) < 0);
  if (negative) return failed('Remaining is never negative', `${remaining(negative)}`, [negative]);
  const integers = limited.filter(note => remaining(note) !== undefined);
  if (integers.length === 0) return notExercised('no 429 carries an integer Remaining');
  return everyNote(integers, 'Remaining is 0 on a 429', note =>
    remaining(note) === 0 ? undefined : `${remaining(note)}`,
  );
}

/** Not applicable where this limiter sends the header nowhere. */
export function notSent(name: Name, own: readonly Note[]): ClaimResult | undefined {
  if (own.some(note => note.headers[name] !== undefined)) return undefined;
  const any = names.some(other => own.some(note => note.headers[other] !== undefined));
  return notApplicable(
    any ? `this limiter sends no ${name}` : 'this limiter sends no RateLimit headers',
  );
}
