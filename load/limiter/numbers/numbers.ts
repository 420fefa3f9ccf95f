import {
  announcedSeconds,
  inPhase,
  integerHeader,
  isRejected,
  type Measured,
  type Note,
  type Numbers,
} from '../../../schemas/records/limiter.ts';
import { type Buckets, fitBuckets, fitCounters } from './fits.ts';
import { count, type Evidence, isClean, isUnclear } from '../evidence.ts';
import {
  betweenOpenings,
  blockExplains,
  cameEarly,
  declaredLimit,
  gap,
  interval,
  lastRejected,
  limitOf,
  round,
} from './windows.ts';

const TOO_SLOW = 'responses too slow to determine the algorithm';
const TOO_SHORT = 'window too short to determine the algorithm';

/**
 * Determines the algorithm from what a limiter admitted after usage that was spread in time (§8): the
 * whole limit at once, the two parts one after the other, or a trickle in proportion to the wait.
 */
export function numbers(evidence: Evidence): Numbers {
  const { first, second, third, capacity, notes, stopped } = evidence;
  const unsure = (reason: string): Numbers =>
    slidingCounter(evidence) ?? none(reason, limitOf(evidence));
  if (evidence.rejections.length === 0) return unsure(stopped);
  if (evidence.own.some(isUnclear))
    return unsure('some requests got no response, or that of a gateway');

  const buckets = fitBuckets(evidence);
  // Two fixed windows of less than a second inside one wait look the same.
  if (buckets && buckets.fill.high < 1) return unsure(TOO_SHORT);
  // A window that weighs the last one trickles like this, by chance, if few are admitted; it announces a longer wait.
  const wait = longestWait(first);
  const forOne = ({ rate, fill }: Buckets) => wait <= 1 + 1 / rate.low && 1.9 * wait < fill.low;
  const counter = slidingCounter(evidence);
  if (buckets && (capacity >= 20 || forOne(buckets)))
    return counter
      ? none('a bucket and a window that weighs the last one explain every response', counter.limit)
      : tokenBucket(evidence, buckets);
  if (third.length === 0) return unsure(stopped);
  if (capacity < 3) return unsure(tooFew(capacity));

  const limit = limitOf(evidence);
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
    if (cameEarly(evidence) < opening + rest / 2) return unsure(TOO_SLOW);
    const windowSeconds = betweenOpenings(evidence);
    const block = blockExplains(evidence, windowSeconds);
    if (block === 'never')
      return unsure('it opens a time after a rejection: a block, not a window');
    const sure = released === capacity && drained === 0 && block === 'no' && isPoint(limit);
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
    if (cameEarly(evidence) < released) return unsure(TOO_SLOW);
    const windowSeconds = interval(
      gap(second[0], lastRejected(evidence, third[0]), 'inner'),
      gap(second[0], third[0], 'outer'),
    );
    // Two fixed windows inside the pauses look the same.
    if (!('high' in windowSeconds) || windowSeconds.high < 1) return unsure(TOO_SHORT);
    // A window that weighs the last one comes back like this, by chance, if few are admitted.
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
  return unsure(
    `admissions of ${[capacity, opening, rest, released, drained].join(', ')} fit no algorithm`,
  );
}

/** Requests that this run may have sent to a limiter before its own probe. */
const SENT_BEFORE = 15;
/** Seconds: what fills sooner could be a window that weighs the last one, too. */
const SOON = 2;

/**
 * The bucket was full at the beginning if the limiter states so. Otherwise it may be larger than what it admitted, as large
 * as stated, or by the requests that this run has sent to it before.
 */
function tokenBucket({ rejections, own, first }: Evidence, { size, rate, fill }: Buckets): Numbers {
  // Tokens come one by one, or a few at once: one more or less may have been there.
  const one = 1 / Math.max(2, count(own) - count(first));
  const declared = declaredLimit(rejections);
  const within = (most: number) =>
    declared !== undefined && declared >= size.low && declared <= most;
  const full = within(size.high) && integerHeader(own[0]!, 'ratelimit-remaining') === declared! - 1;
  const most = full
    ? size.high
    : within(Infinity)
      ? Math.max(size.high, declared!)
      : size.high + SENT_BEFORE;
  const limit = interval(size.low, most);
  return {
    limit: within(most) ? { ...limit, value: declared! } : { ...limit, value: size.high },
    windowSeconds: interval(
      fill.low * (1 - one),
      (1 + one) * (full ? fill.high : Math.max(fill.high, most / rate.low)),
    ),
    algorithm: {
      name: 'token-bucket',
      confidence: full && rate.high < 1.05 * rate.low && fill.low > SOON ? 'high' : 'low',
      reason: `admissions grow with the wait, ${round(rate.low)} to ${round(rate.high)} a second`,
    },
  };
}

const isPoint = (measured: Measured): boolean =>
  'value' in measured && measured.low === measured.high;

/** Explains a probe by such a window. Believed if every rejection announces the same wait, and a window of that length explains every response. */
function slidingCounter(evidence: Evidence): Numbers | undefined {
  const { notes, rejections, first, capacity } = evidence;
  const limit = limitOf(evidence);
  const [wait, another] = new Set(rejections.map(announcedSeconds));
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
        reason: `a window of ${wait} s that weighs as much as it still reaches into the past explains every response`,
      },
    }
  );
}

const tooFew = (admitted: number) =>
  `${admitted} admitted requests are too few to determine the algorithm`;

/** Returns seconds; endless if a rejection announces none. */
function longestWait(exhaustion: readonly Note[]): number {
  return Math.max(...exhaustion.filter(isRejected).map(note => announcedSeconds(note) ?? Infinity));
}

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
