/** Claims on whole windows (§8): if they admit what Limit states, and if many requests at once get more. */
import {
  announcedSeconds,
  isAdmitted,
  isRejected,
  type Note,
  inPhase,
  type Numbers,
  targetTime,
} from '../../../schemas/records/limiter.ts';
import {
  count,
  type Evidence,
  countedDown,
  limitOn,
  remainingOn,
  resetOn,
  together,
  failed,
  notExercised,
  passed,
  type ClaimResult,
} from '../evidence.ts';
import { notSent } from './rejection.ts';

/** Number of replicas, with counters of their own that run out at the same time, that is still plausible. */
export const mostReplicas = 4;
const severalRejections = 4;

interface Edge {
  /** The last request that was sent alone, and its Remaining. */
  readonly last: Note;
  readonly left: number;
  readonly wave: readonly Note[];
}

/**
 * §8: Limit is the most requests in a window, those at once included. Decided if requests one by one were counted down
 * to the last, and many at once followed. A replica with a counter of its own would have sent a higher Remaining, or has
 * no more left than that; a window that opened meanwhile shows a higher one; slots or tokens that come back as fast go on
 * doing so. Limit minus Remaining is exactly what we sent: nobody else used this window.
 */
export function burst({ own, third }: Evidence): ClaimResult {
  const edge = findEdge(third);
  if (!edge) return notExercised('Remaining did not lead to the last request of a window');
  const { last, left, wave } = edge;
  const admitted = wave.filter(isAdmitted);
  const seen = [last, ...wave];
  if (wave.some(note => note.status === 0))
    return notExercised('some requests got no response', seen);
  if (admitted.length <= left) return passed(seen);
  const used = count(third.slice(0, third.indexOf(last) + 1));
  const limit = limitOn(last) ?? Infinity;
  const counted =
    used >= limit - left && admitted.every(note => (remainingOn(note) ?? Infinity) < left);
  if (
    counted &&
    admitted.length > mostReplicas * left &&
    staysShut(own, wave, admitted.length - left)
  )
    return failed(
      `no more than the ${left} that remained are admitted of ${wave.length} requests at once`,
      `${admitted.length} are admitted`,
      [last, ...admitted],
    );
  return notExercised(
    'several replicas, other clients, or a window that opened meanwhile, would look the same',
    seen,
  );
}

/** Two requests one after the other whose Remaining falls by one, and the requests at once after them. */
function findEdge(exhaustion: readonly Note[]): Edge | undefined {
  const sends = together(exhaustion);
  for (const [index, wave] of sends.entries()) {
    const [before, last] = [sends[index - 2], sends[index - 1]];
    if (wave.length < mostReplicas + 1 || before?.length !== 1 || last?.length !== 1) continue;
    const [one, two] = [before[0]!, last[0]!];
    const left = remainingOn(two);
    const falls = left !== undefined && remainingOn(one) === left + 1;
    if (falls && left > 0 && wave.length > mostReplicas * left) return { last: two, left, wave };
  }
  return undefined;
}

/**
 * True if nothing was admitted in a time in which several requests would have been, had the `surplus` come back at the
 * pace of the wave.
 */
function staysShut(own: readonly Note[], wave: readonly Note[], surplus: number): boolean {
  const start = Math.min(...wave.map(note => note.sentAt));
  const end = Math.max(...wave.map(note => note.receivedAt));
  const later = own.slice(own.indexOf(wave.at(-1)!) + 1);
  const opened = later.findIndex(note => !isRejected(note));
  const shut = opened < 0 ? later : later.slice(0, opened);
  const last = shut.at(-1);
  return (
    last !== undefined &&
    shut.length >= severalRejections &&
    last.sentAt - end >= (severalRejections * (end - start)) / surplus
  );
}

/** Another client that comes as often as the windows open takes the same few requests of each of them. */
export const leastAlike = 6;

/**
 * §8: Limit is the most requests in a window. Decided only if Remaining counted down by exactly
 * our requests. Others may have used a window before us, so a contradiction must show equally in a
 * window of any age, in two that had just opened, and in one that nobody else used during our pause.
 */
export function limitAdmitted(evidence: Evidence, { algorithm }: Numbers): ClaimResult {
  const { notes, first, second, third, own } = evidence;
  const unsupported = notSent('ratelimit-limit', own) ?? notSent('ratelimit-remaining', own);
  if (unsupported) return unsupported;
  const windows = [first, second, third].map(countedDown).filter(list => list !== undefined);
  const declared = (list: readonly Note[]) => limitOn(list[0]);
  const past = admittedPastEnd(own);
  if (past)
    return failed(
      'RateLimit-Limit is the most requests until RateLimit-Reset',
      `Limit ${limitOn(past[0])}, and ${past.length - 1} admitted with Remaining 0 and the Reset of a 429`,
      past,
    );
  const kept = windows.find(list => list.length === declared(list));
  if (kept) return passed(kept);
  const more = [first, second, third].find(admitsMore);
  if (more)
    return failed(
      'RateLimit-Limit equals what a fresh window admits',
      `Limit ${limitOn(more[0])}, and ${count(more)} admitted while Remaining fell from more than that to 0`,
      more.filter(isAdmitted),
    );

  const old = countedDown(first);
  const fresh = countedDown(third);
  const reopened = inPhase(notes, 'poll-again').find(isAdmitted);
  const left = remainingOn(reopened);
  const paused = countedDown(second);
  const lengths = new Set([old, paused, fresh].map(list => list?.length));
  const alike = old && fresh && lengths.size === 1 && left === fresh.length - 1;
  const stated = fresh && declared(fresh);
  if (alike && [old[0], fresh[0]].every(note => note && isOnTheMinute(note)))
    return notExercised('a job that runs each minute may use some of windows that end on one');
  if (
    alike &&
    stated !== undefined &&
    old.length >= leastAlike &&
    algorithm.name === 'fixed-window'
  )
    return failed(
      'RateLimit-Limit equals what a fresh window admits',
      `Limit ${stated}, admitted ${fresh.length} in each of three windows`,
      [...old, ...fresh],
    );
  return notExercised('Remaining did not move by exactly our requests in a whole window');
}

/** True if the window of an admission ends on a whole minute, or, without a Reset, if it has just begun on one. */
function isOnTheMinute(admitted: Note): boolean {
  const reset = resetOn(admitted);
  return reset === undefined ? (targetTime(admitted) / 1000) % 60 < 2 : reset % 60 === 0;
}

/** Returns Remaining, endless if it is not stated. */
export const statedLeft = (note: Note): number => remainingOn(note) ?? Infinity;

/** Each replica with a counter of its own admits one request that leaves it nothing: nobody has as many of them. */
const tooManyReplicas = 20;
/** A token that comes back in less time admits many requests before a Reset in whole seconds changes. */
const leastWaitSeconds = 2;

/**
 * Returns a 429 that announces seconds of waiting, and the admissions that state the same Limit and Reset and nothing
 * left: more of them than Limit, which is all that a window whose last one weighs less and less admits.
 */
function admittedPastEnd(own: readonly Note[]): readonly [Note, ...Note[]] | undefined {
  const ended = own.filter(note => isAdmitted(note) && remainingOn(note) === 0);
  for (const rejection of own.filter(isRejected)) {
    const [limit, reset] = [limitOn(rejection), resetOn(rejection)];
    if (limit === undefined || reset === undefined) continue;
    if ((announcedSeconds(rejection) ?? 0) < leastWaitSeconds) continue;
    const past = ended.filter(note => limitOn(note) === limit && resetOn(note) === reset);
    if (past.length > Math.max(limit, tooManyReplicas)) return [rejection, ...past];
  }
  return undefined;
}

/**
 * True if one count went from Limit, or more, after its first request down to 0 with more admissions than that. Several
 * replicas, and a window that opens meanwhile, begin with less than Limit.
 */
function admitsMore(exhaustion: readonly Note[]): boolean {
  const admitted = exhaustion.filter(isAdmitted);
  const [limit, left] = [limitOn(admitted[0]), remainingOn(admitted[0])];
  const lowest = Math.min(...admitted.map(statedLeft));
  return (
    limit !== undefined &&
    left !== undefined &&
    limit > 0 &&
    left >= limit &&
    lowest === 0 &&
    admitted.length > limit &&
    exhaustion.some(isRejected)
  );
}
