import {
  announcedSeconds,
  inPhase,
  integerHeader,
  isAdmitted,
  isRefusal,
  type Note,
} from '../probe/note.ts';
import { count, isClean, type Evidence } from './evidence.ts';
import { fitCounters } from './counter.ts';
import { fitBuckets, type Buckets } from './bucket.ts';

/** A measured number with the interval that the notes leave it, or why there is none. */
export type Measured =
  { value: number; low: number; high: number } | { inconclusive: true; reason: string };

interface Algorithm {
  name: 'fixed-window' | 'sliding-window' | 'token-bucket' | 'inconclusive';
  confidence: 'high' | 'low' | 'none';
  reason: string;
}

/** `limit` in requests as this caller was admitted them, `windowSeconds` in seconds. */
export interface Numbers {
  limit: Measured;
  windowSeconds: Measured;
  algorithm: Algorithm;
}

const TOO_SLOW = 'the answers are too slow to tell by';
const TOO_SHORT = 'the window is too short to tell by';

/**
 * Tells the algorithm from what a limiter admitted after usage that was spread in time (§8): the
 * whole limit at once, the two parts one after the other, or a trickle in proportion to the wait.
 */
export function numbers(evidence: Evidence): Numbers {
  const { first, second, third, capacity, notes, stopped } = evidence;
  const unsure = (reason: string): Numbers =>
    slidingCounter(evidence) ?? none(reason, limitAlone(evidence));
  if (evidence.refusals.length === 0) return unsure(stopped);
  if (evidence.own.some(note => note.status === 0)) return unsure('some requests got no answer');

  const buckets = fitBuckets(evidence);
  // Two fixed windows of less than a second inside one wait look the same.
  if (buckets && buckets.fill.high < 1) return unsure(TOO_SHORT);
  // A window that weighs the last one trickles so too, by chance, where few are admitted; it announces a longer wait.
  const wait = longestWait(first);
  const forOne = ({ rate, fill }: Buckets) => wait <= 1 + 1 / rate.low && 1.9 * wait < fill.low;
  if (buckets && (capacity >= 20 || forOne(buckets))) return tokenBucket(evidence, buckets);
  if (third.length === 0) return unsure(stopped);
  if (capacity < 3) return unsure(`${capacity} admitted requests are too few to tell by`);

  const rest = count(inPhase(notes, 'rest'));
  const opening = count(second) - rest;
  const released = count(third);
  const drained = count(inPhase(notes, 'drain'));
  const total = count(second);
  if (rest < 0.25 * released || opening < 0.25 * released)
    return unsure('the usage could not be spread over the window');
  const whole = near(released, capacity) || near(released, total);
  const few = total < 6 && (released !== total || drained > 0 || !isClean(third));
  if (whole && near(drained, 0) && !few) {
    if (early(evidence) < opening + rest / 2) return unsure(TOO_SLOW);
    return {
      limit: limitAlone(evidence),
      windowSeconds: fixedWindow(evidence),
      algorithm: {
        name: 'fixed-window',
        confidence: released === capacity && drained === 0 ? 'high' : 'low',
        reason: `${released} were admitted at once although the ${total} before were sent in two parts`,
      },
    };
  }
  const exact = total === capacity && released === opening && drained === rest;
  if (exact && isClean(first) && isClean(second)) {
    if (early(evidence) < released) return unsure(TOO_SLOW);
    const windowSeconds = interval(
      gap(second[0], lastRefused(evidence, third[0]), 'inner'),
      gap(second[0], third[0], 'outer'),
    );
    // Two fixed windows inside the pauses look the same.
    if (!('high' in windowSeconds) || windowSeconds.high < 1) return unsure(TOO_SHORT);
    // A window that weighs the last one comes back so too, by chance, where few are admitted.
    const alike = wait >= windowSeconds.low && wait <= windowSeconds.high + 1;
    if (total < 6 && !alike) return unsure(`${total} admitted requests are too few to tell by`);
    return {
      limit: limitAlone(evidence),
      windowSeconds,
      algorithm: {
        name: 'sliding-window',
        confidence: total < 6 ? 'low' : 'high',
        reason: `${opening} and ${rest} sent in two parts came back as ${released} and ${drained}`,
      },
    };
  }
  return unsure(
    `admissions of ${[capacity, opening, rest, released, drained].join(', ')} fit no algorithm`,
  );
}

function tokenBucket({ refusals }: Evidence, { size, rate, fill }: Buckets): Numbers {
  const limit = interval(size.low, size.high);
  const declared = refusals.map(note => integerHeader(note, 'ratelimit-limit'))[0] ?? 0;
  const told = declared >= size.low && declared <= size.high;
  return {
    limit: told ? { ...limit, value: declared } : limit,
    windowSeconds: interval(fill.low, fill.high),
    algorithm: {
      name: 'token-bucket',
      confidence: rate.high < 1.05 * rate.low ? 'high' : 'low',
      reason: `admissions grow with the wait, ${round(rate.low)} to ${round(rate.high)} a second`,
    },
  };
}

/** Believed where every refusal announces the same wait, and a window as long as that explains every answer. */
function slidingCounter(evidence: Evidence): Numbers | undefined {
  const { notes, refusals, first, capacity } = evidence;
  const limit = limitAlone(evidence);
  const [wait, another] = new Set(refusals.map(announcedSeconds));
  const slow = (gap(first[0], first.at(-1), 'outer') ?? 0) > 0.3 * (wait ?? 0);
  const seen = capacity >= 3 && inPhase(notes, 'drain').length > 0;
  if (!seen || !wait || another !== undefined || slow || 'inconclusive' in limit) return undefined;
  const window = fitCounters(evidence, wait);
  return (
    window && {
      limit,
      windowSeconds: { ...interval(window.low, window.high), value: wait },
      algorithm: {
        name: 'sliding-window',
        confidence: 'low',
        reason: `a window of ${wait} s that weighs as much as it still reaches into the past explains every answer`,
      },
    }
  );
}

/** Two exhaustions that admitted the same number, or one that agrees with the limiter's header. */
function limitAlone({ first, second, third, capacity, refusals }: Evidence): Measured {
  const lists = [first, second, third].filter(list => list.some(isRefusal) && isClean(list));
  const complete = lists.map(count);
  // An exhaustion that takes long beside the window can hold parts of two.
  const longest = Math.max(...refusals.map(note => announcedSeconds(note) ?? 1), 1);
  const admitted = lists.at(-1)?.filter(isAdmitted) ?? [];
  const compact = (gap(admitted[0], admitted.at(-1), 'outer') ?? 0) < 0.3 * longest;
  const declared = refusals.map(note => integerHeader(note, 'ratelimit-limit'))[0];
  const latest = complete.at(-1) ?? 0;
  const alike = complete.filter(n => n === latest).length;
  // A few requests straddle two windows easily, and twice by chance.
  if (compact && latest > 0 && alike >= (latest < 6 ? 3 : 2))
    return { value: latest, low: latest, high: latest };
  if (declared !== undefined && declared > 1 && complete.includes(declared))
    return { value: declared, low: declared, high: declared };
  return {
    inconclusive: true,
    reason:
      complete.length > 1
        ? `exhaustions admitted ${complete.join(', ')}`
        : `no two exhaustions to compare; the first admitted ${capacity}`,
  };
}

/** Between two openings, each known to lie between the last refusal and the first admission. */
function fixedWindow(evidence: Evidence): Measured {
  const opened = evidence.third[0];
  const reopened = inPhase(evidence.notes, 'poll-again').find(isAdmitted);
  const between = inPhase(evidence.notes, 'drain', 'drain-longer');
  if (between.some(isAdmitted)) return interval(undefined, undefined);
  return interval(
    gap(opened, lastRefused(evidence, reopened), 'inner'),
    gap(lastRefused(evidence, opened), reopened, 'outer'),
  );
}

/** How many came back surely before the second part of a sliding window could have. */
function early(evidence: Evidence): number {
  const { second, third, notes } = evidence;
  const spread = gap(second[0], inPhase(notes, 'rest')[0], 'inner') ?? 0;
  const refused = lastRefused(evidence, third[0]);
  return count(third.filter(note => (gap(refused, note, 'outer') ?? 0) < spread));
}

function lastRefused({ own }: Evidence, admitted: Note | undefined): Note | undefined {
  return admitted && own.slice(0, own.indexOf(admitted)).findLast(isRefusal);
}

/** Seconds between two decisions of the limiter: the least or the most that they can be apart. */
function gap(a: Note | undefined, b: Note | undefined, kind: 'inner' | 'outer') {
  if (!a || !b) return undefined;
  const ms = kind === 'inner' ? b.sentAt - a.receivedAt : b.receivedAt - a.sentAt;
  return Math.max(0, ms / 1000);
}

function interval(low: number | undefined, high: number | undefined): Measured {
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

/** Seconds; endless where a refusal announces none. */
function longestWait(exhaustion: Note[]): number {
  return Math.max(...exhaustion.filter(isRefusal).map(note => announcedSeconds(note) ?? Infinity));
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.1 * b;
}

function round(value: number, by: (value: number) => number = Math.round): number {
  return by(value * 1000) / 1000;
}

function none(reason: string, limit: Measured): Numbers {
  return {
    limit,
    windowSeconds: { inconclusive: true, reason },
    algorithm: { name: 'inconclusive', confidence: 'none', reason },
  };
}
