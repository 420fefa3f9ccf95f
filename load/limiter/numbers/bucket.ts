import type { Evidence } from '../evidence.ts';
import { bySend, type Send } from './sends.ts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Token buckets that explain every response: their size, tokens a second, seconds to fill an empty one. */
export interface Buckets {
  readonly size: Range;
  readonly rate: Range;
  readonly fill: Range;
}

/** Tokens a second, wider than any limit in scope over any window in scope. */
const RATES: Range = { low: 1e-4, high: 1e5 };
const STEPS = 40;
/** The notes do not determine a rate if the highest possible one is this many times the lowest. */
const OPEN = 1.1;
const EPSILON = 1e-6;

/**
 * The token buckets for which no request was admitted without a token and none rejected with one.
 * Undefined where there is none, or where the notes leave the rate open.
 */
export function fitBuckets({ notes, first, capacity }: Evidence): Buckets | undefined {
  const sends = bySend(notes.filter(({ to, phase }) => to === undefined || phase === 'siblings'));
  const burst = bySend(first);
  const span = (burst.at(-1)?.to ?? 0) - (burst[0]?.from ?? 0);
  if (!trickles(sends, capacity)) return undefined;
  let found: Buckets | undefined;
  for (let size = capacity; size > 0; size--) {
    // More tokens make every admission possible and in the end some rejection impossible.
    const most = edge(rate => !rejectionsPossible(sends, size, rate));
    const least = edge(rate => admissionsPossible(sends, size, rate));
    if (least <= most) {
      const [low, high] = [size / most, size / least];
      found = {
        size: { low: size, high: found?.size.high ?? size },
        rate: {
          low: Math.min(least, found?.rate.low ?? least),
          high: Math.max(most, found?.rate.high ?? 0),
        },
        fill: {
          low: Math.min(low, found?.fill.low ?? low),
          high: Math.max(high, found?.fill.high ?? 0),
        },
      };
    } else if (found) break;
    if (size <= capacity - 2 - 1.5 * span * most) break;
  }
  return found && found.rate.high < OPEN * found.rate.low ? found : undefined;
}

/** True if less than everything came back, more than once: the mark of a refill. */
function trickles(sends: Send[], capacity: number): boolean {
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

/** The lowest rate for which `holds`, which is false below and true above. */
function edge(holds: (rate: number) => boolean): number {
  let { low, high } = RATES;
  for (let step = 0; step < STEPS; step++) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Times are stretched to where the most tokens may have been there. */
function admissionsPossible(sends: Send[], size: number, rate: number): boolean {
  let [tokens, since] = [size, sends[0]?.from ?? 0];
  for (const { from, to, admitted } of sends) {
    if (tokens + rate * (to - since) >= size) [tokens, since] = [size, from];
    if (admitted > tokens + rate * (to - since) + EPSILON) return false;
    tokens -= admitted;
  }
  return true;
}

/** Times are shrunk to where the fewest tokens may have been there. */
function rejectionsPossible(sends: Send[], size: number, rate: number): boolean {
  let [tokens, since] = [size, sends[0]?.to ?? 0];
  for (const { from, to, admitted, rejected, beside } of sends) {
    if (tokens + rate * (from - since) >= size) [tokens, since] = [size, to];
    const least = tokens + rate * Math.max(0, from - since);
    if (rejected > 0 && least - admitted - beside >= 1 + EPSILON) return false;
    tokens -= admitted + beside;
  }
  return true;
}
