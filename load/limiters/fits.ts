/** Finds the token buckets that explain every response of a probe. */
import { isAdmitted, isRejected, type Note } from '../../schemas/records/limiter.ts';
import { count, type Evidence, lastReceived, together } from './evidence.ts';

/** Overlapping requests. `from` and `to` are seconds since the first note. */
interface Send {
  readonly from: number;
  readonly to: number;
  readonly admitted: number;
  readonly rejected: number;
}

/**
 * Groups overlapping requests, because the time and order in which the limiter saw them are unknown. Clocks show whole milliseconds, so a
 * response may be one millisecond later than its time.
 */
function bySend(notes: readonly Note[]): Send[] {
  const start = notes[0]?.sentAt ?? 0;
  return together(notes).map(send => ({
    from: (send[0]!.sentAt - start) / 1000,
    to: (lastReceived(send) - start + 1) / 1000,
    admitted: count(send),
    rejected: send.filter(isRejected).length,
  }));
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Range of token buckets that explain every response: size, tokens per second, and seconds to fill an empty bucket. */
export interface Buckets {
  readonly size: Range;
  readonly rate: Range;
  readonly fill: Range;
}

/** Tokens per second to try; wider than any limit in scope over any window in scope. */
const ratesTried: Range = { low: 1e-4, high: 1e5 };
const rateSteps = 40;
/** Ratio of highest to lowest possible rate above which the rate counts as undetermined. */
const undeterminedAbove = 1.1;
const epsilon = 1e-6;

/**
 * Returns the token buckets for which every admission had a token and every rejection had none. Returns undefined if no bucket fits, or if
 * the rate is undetermined. Admissions on other routes of the limiter may have taken a token or not, because a limiter may leave out a route.
 */
export function fitBuckets({ notes, own, first, capacity }: Evidence): Buckets | undefined {
  const onSiblings = notes.filter(note => note.phase === 'siblings' && isAdmitted(note));
  const burst = bySend(first);
  const span = (burst.at(-1)?.to ?? 0) - (burst[0]?.from ?? 0);
  if (!trickles(bySend(own), capacity)) return undefined;
  const found = Array.from({ length: onSiblings.length + 1 }, (_, taken) => {
    const counted = new Set([...own, ...onSiblings.slice(0, taken)]);
    return fitting(bySend(notes.filter(note => counted.has(note))), capacity, span);
  }).flat();
  if (found.length === 0) return undefined;
  const over = (part: keyof Buckets): Range => ({
    low: Math.min(...found.map(each => each[part].low)),
    high: Math.max(...found.map(each => each[part].high)),
  });
  const buckets = { size: over('size'), rate: over('rate'), fill: over('fill') };
  return buckets.rate.high < undeterminedAbove * buckets.rate.low ? buckets : undefined;
}

/** Returns the token buckets that explain these requests, one for each size. */
function fitting(sends: readonly Send[], capacity: number, span: number): Buckets[] {
  const found: Buckets[] = [];
  for (let size = capacity; size > 0; size--) {
    // A higher rate makes every admission possible, and finally some rejection impossible.
    const most = edge(rate => !rejectionsPossible(sends, size, rate));
    const least = edge(rate => admissionsPossible(sends, size, rate));
    if (least <= most)
      found.push({
        size: { low: size, high: size },
        rate: { low: least, high: most },
        fill: { low: size / most, high: size / least },
      });
    else if (found.length > 0) break;
    if (size <= capacity - 2 - 1.5 * span * most) break;
  }
  return found;
}

/** Returns true if less than everything came back, more than once, which is typical of a refill. */
function trickles(sends: readonly Send[], capacity: number): boolean {
  const total = sends.reduce((sum, { admitted }) => sum + admitted, 0);
  let since = 0;
  const returned: number[] = [];
  for (const { admitted, rejected } of sends) {
    since += admitted;
    if (rejected > 0 && since > 0) returned.push(since);
    if (rejected > 0) since = 0;
  }
  return returned.slice(1).filter(n => n < capacity).length > 1 && total - capacity > 2;
}

/** Returns the lowest rate for which `holds` returns true. It is false below and true above. */
function edge(holds: (rate: number) => boolean): number {
  let { low, high } = ratesTried;
  for (let step = 0; step < rateSteps; step++) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns true if the admissions are possible at the latest possible times, which give the most tokens. */
function admissionsPossible(sends: readonly Send[], size: number, rate: number): boolean {
  let [tokens, since] = [size, sends[0]?.from ?? 0];
  for (const { from, to, admitted } of sends) {
    if (tokens + rate * (to - since) >= size) [tokens, since] = [size, from];
    if (admitted > tokens + rate * (to - since) + epsilon) return false;
    tokens -= admitted;
  }
  return true;
}

/** Returns true if the rejections are possible at the earliest possible times, which give the fewest tokens. */
function rejectionsPossible(sends: readonly Send[], size: number, rate: number): boolean {
  let [tokens, since] = [size, sends[0]?.to ?? 0];
  for (const { from, to, admitted, rejected } of sends) {
    if (tokens + rate * (from - since) >= size) [tokens, since] = [size, to];
    const least = tokens + rate * Math.max(0, from - since);
    if (rejected > 0 && least - admitted >= 1 + epsilon) return false;
    tokens -= admitted;
  }
  return true;
}
