/** 429s of a limiter beside the one that is probed: a gateway's, or one of the address, that sends no RateLimit headers. */
import { integerHeader, isAdmitted, isRejected, type Note } from '../../schemas/records/limiter.ts';
import { bodyProblem } from '../../schemas/rejection.ts';

const rateLimit = /^ratelimit-/;
const hasRateLimit = ({ headers }: Note): boolean =>
  Object.keys(headers).some(name => rateLimit.test(name));
const remainingOf = (note: Note) => integerHeader(note, 'ratelimit-remaining');

/**
 * 429s without the pages of a gateway: no JSON and without RateLimit headers, between others that are JSON and have them if
 * this limiter sends them at all; or each on its own, between requests that were admitted.
 */
export function withoutPages(limited: readonly Note[], own: readonly Note[]): readonly Note[] {
  const supported = own.some(hasRateLimit);
  const isPage = (note: Note) =>
    !hasRateLimit(note) && bodyProblem(note.body)?.startsWith('not JSON') === true;
  const others = limited.filter(note => !isPage(note));
  if (others.some(note => note.to === undefined && (!supported || hasRateLimit(note))))
    return others;
  const beside = besideHeaders(own);
  const isAlone = (note: Note) => {
    const next = own[own.indexOf(note) + 1];
    return note.to === undefined && next !== undefined && isAdmitted(next);
  };
  const left = limited.filter(note => !isPage(note) || !(isAlone(note) || beside.includes(note)));
  // Another route of a limiter that never rejected got a page of the same gateway.
  return left.some(note => note.to === undefined) ? left : left.filter(note => !isPage(note));
}

/**
 * 429s beside headers of a limiter that is not used up: they carry what is left as it was counted down to, or nothing while
 * the last admission left some. A limiter that is used up, and states something else, has counted down to 0 before. One
 * that is left could be a wrong count.
 */
export function besideHeaders(own: readonly Note[]): readonly Note[] {
  let [lowest, run] = [Infinity, false];
  return own.filter(note => {
    const left = remainingOf(note);
    if (isAdmitted(note)) {
      lowest = Math.min(run ? lowest : Infinity, left ?? Infinity);
      run = true;
      return false;
    }
    run = false;
    if (note.status !== 429 || lowest === Infinity || lowest < 1) return false;
    return left === undefined ? !hasRateLimit(note) : left >= 2 && left <= lowest;
  });
}

/** True if a rejection states another Limit than each of the admissions before it. */
export const statesOtherLimit = (rejection: Note, admitted: readonly Note[]): boolean => {
  const limit = integerHeader(rejection, 'ratelimit-limit');
  return admitted.every(note => integerHeader(note, 'ratelimit-limit') !== limit);
};

/** True if a request got an answer that no limiter gives: none, or that of a gateway whose service is gone or too busy. */
export const isUnclear = (note: Note): boolean =>
  note.status === 0 || ([502, 503, 504].includes(note.status) && !isRejected(note));
