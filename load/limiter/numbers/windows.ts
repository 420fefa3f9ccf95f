/** The limit, and the length of a fixed window, as exhaustions and openings show them. */
import {
  announcedSeconds,
  inPhase,
  integerHeader,
  isAdmitted,
  isRejected,
  type Measured,
  type Note,
} from '../../../schemas/records/limiter.ts';
import { count, type Evidence, isClean, isUnclear } from '../evidence.ts';

/** Seconds between two decisions of the limiter: the least or the most that they can be apart. */
export function gap(a: Note | undefined, b: Note | undefined, kind: 'inner' | 'outer') {
  if (!a || !b) return undefined;
  const ms = kind === 'inner' ? b.sentAt - a.receivedAt : b.receivedAt - a.sentAt;
  return Math.max(0, ms / 1000);
}

/** The middle of an interval, or its only whole number: limiters are configured in whole seconds and requests. */
export function interval(low: number | undefined, high: number | undefined): Measured {
  if (low === undefined || high === undefined)
    return { inconclusive: true, reason: 'no second opening of the window was seen' };
  const whole = Math.ceil(low);
  const onlyWhole = whole >= 1 && whole <= high && whole + 1 > high;
  return {
    value: onlyWhole ? whole : round((low + high) / 2),
    low: round(low, Math.floor),
    high: round(high, Math.ceil),
  };
}

/** Rounds to thousandths. */
export function round(value: number, by: (value: number) => number = Math.round): number {
  return by(value * 1000) / 1000;
}

/**
 * The limit that two exhaustions agree on, or one exhaustion and the limiter's header: the interval reaches over all
 * exhaustions and what is stated, unless two of them admitted what is stated. Other clients, a bucket that gets a part of its
 * tokens at once, and several nodes agree with themselves as well.
 */
export function limitOf({ first, second, third, capacity, rejections }: Evidence): Measured {
  const lists = [first, second, third].filter(
    list => list.some(isRejected) && isClean(list) && !list.some(isUnclear),
  );
  const complete = lists.map(count);
  // An exhaustion that is long compared with the window can contain parts of two windows.
  const longest = Math.max(...rejections.map(note => announcedSeconds(note) ?? 1), 1);
  const admitted = lists.at(-1)?.filter(isAdmitted) ?? [];
  const compact = (gap(admitted[0], admitted.at(-1), 'outer') ?? 0) < 0.3 * longest;
  const declared = declaredLimit(rejections);
  const latest = complete.at(-1) ?? 0;
  const alike = (value: number) => complete.filter(n => n === value).length;
  const believed = declared !== undefined && declared > 1;
  const all = believed ? [...complete, declared] : complete;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (believed && alike(declared) > 1) return { value: declared, low: declared, high: declared };
  if (believed && alike(declared) > 0) return { value: declared, low, high };
  // A few requests straddle two windows easily, and twice by chance.
  if (compact && latest > 0 && alike(latest) >= (latest < 6 ? 3 : 2))
    return { value: latest, low, high };
  return {
    inconclusive: true,
    reason:
      complete.length > 1
        ? `exhaustions admitted ${complete.join(', ')}`
        : `no two exhaustions to compare; the first admitted ${capacity}`,
  };
}

/** `ratelimit-limit` of the first rejection. */
export function declaredLimit(rejections: Evidence['rejections']): number | undefined {
  return rejections[0] && integerHeader(rejections[0], 'ratelimit-limit');
}

/** The length of a fixed window: between two openings, each known to be between the last rejection and the first admission. */
export function betweenOpenings(evidence: Evidence): Measured {
  const opened = evidence.third[0];
  const reopened = inPhase(evidence.notes, 'poll-again').find(isAdmitted);
  const between = inPhase(evidence.notes, 'drain', 'drain-longer');
  if (between.some(isAdmitted)) return interval(undefined, undefined);
  return interval(
    gap(opened, lastRejected(evidence, reopened), 'inner'),
    gap(lastRejected(evidence, opened), reopened, 'outer'),
  );
}

/**
 * Returns `perhaps` if a block that begins with the first rejection explains when it opened: then both waits after a
 * first rejection are as long. A window is opened by its own time: the wait is shorter after usage that was spread in
 * it, and the time between two openings is not longer (`never`: it was, so that there is no such window).
 */
export function blockExplains(evidence: Evidence, window: Measured): 'no' | 'perhaps' | 'never' {
  const { own, second, third, notes } = evidence;
  const reopened = inPhase(notes, 'poll-again').find(isAdmitted);
  const [one, two] = [
    [second.find(isRejected), third[0]],
    [third.find(isRejected) ?? own.slice(own.indexOf(third[0]!)).find(isRejected), reopened],
  ] as const;
  const spread = gap(second[0], lastRejected(evidence, third[0]), 'inner') ?? 0;
  if ('high' in window && spread > window.high) return 'never';
  const [shortest, longest] = [
    Math.max(
      ...[one, two].map(([from, to]) => gap(from, lastRejected(evidence, to), 'inner') ?? 0),
    ),
    Math.min(...[one, two].map(([from, to]) => gap(from, to, 'outer') ?? Infinity)),
  ];
  return shortest <= longest ? 'perhaps' : 'no';
}

/** Returns how many came back, for certain, before the second part of a sliding window could have. */
export function cameEarly(evidence: Evidence): number {
  const { second, third, notes } = evidence;
  const spread = gap(second[0], inPhase(notes, 'rest')[0], 'inner') ?? 0;
  const rejected = lastRejected(evidence, third[0]);
  return count(third.filter(note => (gap(rejected, note, 'outer') ?? 0) < spread));
}

/** The last rejection before an admission. */
export function lastRejected({ own }: Evidence, admitted: Note | undefined): Note | undefined {
  return admitted && own.slice(0, own.indexOf(admitted)).findLast(isRejected);
}
