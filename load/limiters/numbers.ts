/** Measures limit, window and algorithm of a limiter from its exhaustions and openings. */
import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  type Measured,
  type Note,
  type Numbers,
} from '../../schemas/records/limiter.ts';
import {
  count,
  limitOn,
  type Evidence,
  isClean,
  isUnclear,
  isWhole,
  lastRejected,
  remainingOn,
} from './evidence.ts';
import { type Buckets, fitBuckets } from './fits.ts';
import { planIsComplete } from './plan.ts';

/** Returns the minimum or maximum of seconds between two decisions of the limiter. */
function gap(a: Note | undefined, b: Note | undefined, kind: 'inner' | 'outer') {
  if (!a || !b) return undefined;
  const ms = kind === 'inner' ? b.sentAt - a.receivedAt : b.receivedAt - a.sentAt;
  return Math.max(0, ms / 1000);
}

/** Returns the middle of an interval, or its only whole number, because limiters are configured in whole seconds and requests. */
function interval(
  low: number | undefined,
  high: number | undefined,
  stopped = planIsComplete,
): Measured {
  const reason = stopped === planIsComplete ? 'no second opening of the window was seen' : stopped;
  if (low === undefined || high === undefined) return { inconclusive: true, reason };
  const whole = Math.ceil(low);
  const onlyWhole = whole >= 1 && whole <= high && whole + 1 > high;
  return {
    value: onlyWhole ? whole : round((low + high) / 2),
    low: round(low, Math.floor),
    high: round(high, Math.ceil),
  };
}

/** Rounds to thousandths. */
function round(value: number, by: (value: number) => number = Math.round): number {
  return by(value * 1000) / 1000;
}

/**
 * Returns the limit on which two exhaustions agree, or one exhaustion and the header. The interval covers all exhaustions and the stated
 * limit, unless two exhaustions admitted the stated limit. Agreement can mislead if there are other clients, several nodes, or a bucket
 * whose tokens come back several at once.
 */
function limitOf({ first, second, third, capacity, rejections }: Evidence): Measured {
  const lists = [first, second, third].filter(list => isWhole(list) && !list.some(isUnclear));
  const complete = lists.map(count);
  // An exhaustion that is long compared with the window may contain parts of two windows.
  const longest = Math.max(...rejections.map(note => announcedSeconds(note) ?? 1), 1);
  const admitted = lists.at(-1)?.filter(isAdmitted) ?? [];
  const compact = (gap(admitted[0], admitted.at(-1), 'outer') ?? 0) < 0.3 * longest;
  const declared = limitOn(rejections[0]) ?? 0;
  const latest = complete.at(-1) ?? 0;
  const alike = (value: number) => complete.filter(n => n === value).length;
  const all = declared > 1 ? [...complete, declared] : complete;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const asDeclared = declared > 1 ? alike(declared) : 0;
  if (asDeclared > 1) return { value: declared, low: declared, high: declared };
  if (asDeclared > 0) return { value: declared, low, high };
  // A few requests easily straddle two windows, and by chance even twice.
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

/** Returns the time between two openings of a fixed window. Each opening is between the last rejection and the first admission. */
function betweenOpenings({ own, third, notes, stopped }: Evidence): Measured {
  const opened = third[0];
  const reopened = inPhase(notes, 'poll-again').find(isAdmitted);
  const between = inPhase(notes, 'drain', 'drain-longer');
  if (between.some(isAdmitted)) return interval(undefined, undefined, stopped);
  return interval(
    gap(opened, lastRejected(own, reopened), 'inner'),
    gap(lastRejected(own, opened), reopened, 'outer'),
    stopped,
  );
}

/** Returns true if the usage before an opening was spread over more than the window, so the limiter blocks after a rejection instead. */
function isBlock({ own, second, third }: Evidence, window: Measured): boolean {
  const spread = gap(second[0], lastRejected(own, third[0]), 'inner') ?? 0;
  return 'high' in window && spread > window.high;
}

/** Returns the number of requests that were certainly admitted before the second part of a sliding window could expire. */
function cameEarly({ own, second, third, notes }: Evidence): number {
  const spread = gap(second[0], inPhase(notes, 'rest')[0], 'inner') ?? 0;
  const rejected = lastRejected(own, third[0]);
  return count(third.filter(note => (gap(rejected, note, 'outer') ?? 0) < spread));
}

const tooSlow = 'responses too slow to determine the algorithm';
const tooShort = 'window too short to determine the algorithm';

/**
 * Determines the algorithm (§8) from the admissions after usage that was spread over time: the whole limit at once, the two parts one after
 * the other, or a number proportional to the wait.
 */
export function numbers(evidence: Evidence): Numbers {
  const { own, first, second, third, capacity, notes, stopped } = evidence;
  const limit = limitOf(evidence);
  const unsure = (reason: string): Numbers => none(reason, limit);
  if (evidence.rejections.length === 0) return unsure(stopped);
  if (own.some(isUnclear))
    return unsure('some requests got no response, or a response from a gateway');

  const buckets = fitBuckets(evidence);
  // Two fixed windows of less than a second within one wait look the same.
  if (buckets && buckets.fill.high < 1) return unsure(tooShort);
  // A sliding counter trickles like a bucket, but it announces a longer wait for one token.
  const wait = Math.max(...first.filter(isRejected).map(note => announcedSeconds(note) ?? 0));
  if (buckets && wait <= 1 + 1 / buckets.rate.low) return tokenBucket(evidence, buckets);
  if (third.length === 0) return unsure(stopped);
  if (capacity < 3) return unsure(tooFew(capacity));

  const rest = count(inPhase(notes, 'rest'));
  const opening = count(second) - rest;
  const released = count(third);
  const drained = count(inPhase(notes, 'drain'));
  const total = count(second);
  if (rest < 0.25 * released || opening < 0.25 * released)
    return unsure('the usage could not be spread over the window');
  const whole = near(released, capacity) || near(released, total);
  const few = total < 6 && (released !== total || !isClean(third));
  if (whole && drained === 0 && !few) {
    if (cameEarly(evidence) < opening + rest / 2) return unsure(tooSlow);
    const windowSeconds = betweenOpenings(evidence);
    if (isBlock(evidence, windowSeconds))
      return unsure(
        'the limiter blocks for a fixed time after a rejection, so no window was measured',
      );
    const sure = released === capacity && isPoint(limit);
    return {
      limit,
      windowSeconds,
      algorithm: {
        name: 'fixed-window',
        confidence: sure ? 'high' : 'low',
        reason: `${released} were admitted at once although the ${total} before were sent in two parts`,
      },
    };
  }
  const exact = total === capacity && released === opening && drained === rest;
  if (exact && isClean(first) && isClean(second)) {
    if (cameEarly(evidence) < released) return unsure(tooSlow);
    const windowSeconds = interval(
      gap(second[0], lastRejected(own, third[0]), 'inner'),
      gap(second[0], third[0], 'outer'),
    );
    // Two fixed windows within the pauses look the same.
    if (!('high' in windowSeconds) || windowSeconds.high < 1) return unsure(tooShort);
    // A sliding counter may look like this by chance if few requests are admitted.
    const alike = wait >= windowSeconds.low && wait <= windowSeconds.high + 1;
    if (total < 6 && !alike) return unsure(tooFew(total));
    return {
      limit,
      windowSeconds,
      algorithm: {
        name: 'sliding-window',
        confidence: total < 6 || !isPoint(limit) ? 'low' : 'high',
        reason: `${opening} and ${rest} sent in two parts came back as ${released} and ${drained}`,
      },
    };
  }
  const admissions = [capacity, opening, rest, released, drained].join(', ');
  // The last count may be cut short.
  return unsure(
    stopped === planIsComplete ? `admissions of ${admissions} fit no algorithm` : stopped,
  );
}

/** Number of requests that this run may have sent to a limiter before its own probe. */
const sentBefore = 15;
/** Fill time in seconds below which a bucket could also be a sliding counter. */
const soonSeconds = 2;

/**
 * Describes a token bucket. It was full at the beginning if the limiter says so. If not, it may be larger than what it admitted: as large as
 * stated, or larger by the requests that this run sent before.
 */
function tokenBucket({ rejections, own, first }: Evidence, { size, rate, fill }: Buckets): Numbers {
  // Tokens may come back a few at once, so the count may be off by one.
  const one = 1 / Math.max(2, count(own) - count(first));
  const declared = limitOn(rejections[0]) ?? 0;
  const believed = declared >= size.low;
  const most = believed ? Math.max(size.high, declared) : size.high + sentBefore;
  const full = believed && declared <= size.high && remainingOn(own[0]) === declared - 1;
  return {
    limit: { ...interval(size.low, most), value: believed ? declared : size.high },
    windowSeconds: interval(
      fill.low * (1 - one),
      (1 + one) * (full ? fill.high : Math.max(fill.high, most / rate.low)),
    ),
    algorithm: {
      name: 'token-bucket',
      confidence: full && rate.high < 1.05 * rate.low && fill.low > soonSeconds ? 'high' : 'low',
      reason: `admissions grow with the wait, ${round(rate.low)} to ${round(rate.high)} a second`,
    },
  };
}

const isPoint = (measured: Measured): boolean =>
  'value' in measured && measured.low === measured.high;

const tooFew = (admitted: number) =>
  `${admitted} admitted requests are too few to determine the algorithm`;

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.1 * b;
}

function none(reason: string, limit: Measured): Numbers {
  return {
    limit,
    windowSeconds: { inconclusive: true, reason },
    algorithm: { name: 'inconclusive', confidence: 'none', reason },
  };
}
