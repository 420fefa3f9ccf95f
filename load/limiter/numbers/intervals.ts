import type { Measured, Note } from '../../../schemas/records/limiter.ts';

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
