/** Judges claims about whole windows (§8): whether they admit what Limit states, and whether Remaining counts down. */
import {
  announcedSeconds,
  isAdmitted,
  isRejected,
  type Note,
  type Numbers,
} from '../../../schemas/records/limiter.ts';
import {
  count,
  countedDown,
  type Evidence,
  failed,
  isWhole,
  limitOn,
  notExercised,
  passed,
  remainingOn,
  resetOn,
  type ClaimResult,
} from '../evidence.ts';
import { notSent } from './rejection.ts';

/**
 * §8: Limit is the maximum of requests in a window, including simultaneous ones. Judged by the first exhaustion if it was shorter than the
 * announced wait, counting responses with the Reset of the 429 or without Reset. A token bucket is excluded, because tokens come back
 * meanwhile.
 */
export function burst({ first, own }: Evidence, { algorithm }: Numbers): ClaimResult {
  const unsupported = notSent('ratelimit-limit', own);
  if (unsupported) return unsupported;
  const rejection = first.find(isRejected);
  const limit = limitOn(rejection);
  if (!rejection || limit === undefined) return notExercised('the 429 states no Limit');
  const tookMs = rejection.receivedAt - first[0]!.sentAt;
  if (algorithm.name === 'token-bucket' || tookMs > 1000 * (announcedSeconds(rejection) ?? 0))
    return notExercised('more may have been admitted because the wait was over in between');
  const admitted = first.filter(
    note =>
      isAdmitted(note) &&
      note.status < 500 &&
      [undefined, resetOn(rejection)].includes(resetOn(note)),
  );
  return admitted.length <= limit
    ? passed([...admitted, rejection])
    : failed(
        `at most ${limit} are admitted, the RateLimit-Limit`,
        `${admitted.length} are admitted`,
        [...admitted, rejection],
      );
}

/** Minimum of requests, because fewer easily straddle two windows. */
const leastCounted = 6;

/**
 * §8: Limit is the number of requests that a window admits. Other clients may use some requests. So a different number counts only if it is
 * the same in three windows, and if Remaining counted down by our requests alone in each.
 */
export function limitAdmitted({ first, second, third, own }: Evidence): ClaimResult {
  const unsupported = notSent('ratelimit-limit', own) ?? notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const windows = [first, second, third].map(countedDown).filter(list => list !== undefined);
  const kept = windows.find(list => list.length === limitOn(list[0]));
  if (kept) return passed(kept);
  const [one, two, three] = windows;
  const limit = limitOn(three?.[0]);
  const isSame = three && one!.length === two!.length && two!.length === three.length;
  return isSame && limit !== undefined && three.length >= leastCounted
    ? failed(
        'RateLimit-Limit equals what a window admits',
        `Limit ${limit}, admitted ${three.length} in each of three windows`,
        windows.flat(),
      )
    : notExercised('no three windows that Remaining counted down by our requests alone');
}

/** Minimum of wrong windows, because other clients may take the last requests of a single window. */
const leastWrong = 2;

/** §8: Remaining counts down to 0 before the 429, by one per request of a window that no other client used. */
export function remainingFalls({ first, second, third, own }: Evidence): ClaimResult {
  const unsupported = notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const windows = [first, second, third].filter(isOfOneLimiter);
  const exact = windows.map(countedDown).find(list => list !== undefined);
  const wrong = windows.filter(
    list => !countedDown(list) && (lowestIn(list) > 0 || isUsedByUsAlone(list)),
  );
  if (wrong.length >= leastWrong)
    return failed(
      'Remaining falls by one with each request, to 0',
      wrong.map(list => list.filter(isAdmitted).map(remainingOn).join(', ')).join('; then '),
      wrong.flat(),
    );
  return exact ? passed(exact) : notExercised('Remaining did not count down by our requests alone');
}

/** Returns true for an exhaustion whose 429 comes from the limiter that states Remaining. */
const isOfOneLimiter = (exhaustion: readonly Note[]): boolean =>
  isWhole(exhaustion) &&
  remainingOn(exhaustion[0]) !== undefined &&
  limitOn(exhaustion[0]) === limitOn(exhaustion.find(isRejected));

const lowestIn = (exhaustion: readonly Note[]): number =>
  Math.min(...exhaustion.filter(isAdmitted).map(note => remainingOn(note) ?? 0));

/** Returns true if exactly Limit was admitted, and Remaining begins with Limit. */
const isUsedByUsAlone = (exhaustion: readonly Note[]): boolean => {
  const limit = limitOn(exhaustion[0]) ?? 0;
  return count(exhaustion) === limit && (remainingOn(exhaustion[0]) ?? 0) >= limit - 2;
};
