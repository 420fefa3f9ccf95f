import { integerHeader } from '../probe/note.ts';
import type { Range } from './bucket.ts';
import type { Evidence } from './evidence.ts';
import { bySend, type Send } from './sends.ts';

/** Steps through the beginnings and the lengths of windows, and what they may miss of the limit. */
const PHASES = 100;
const FINER = 1.004;
const MISSED = 0.02;
const WIDEST = 1.25;
/** Seconds: less than what matters to any window in scope. */
const MOMENT = 0.02;

/**
 * The sliding-window counters that explain every answer: two aligned windows are counted, and the
 * last one weighs as much as it still reaches into the past. Some round what they add up.
 *
 * @param around seconds: only windows that may be as long are asked for.
 * @returns how long such windows may be, seconds; undefined where there are none.
 */
export function fitCounters(
  { own, refusals, capacity }: Evidence,
  around: number,
): Range | undefined {
  const sends = telling(bySend(own));
  const declared = refusals.map(note => integerHeader(note, 'ratelimit-limit'))[0];
  const limit = declared !== undefined && near(declared, capacity) ? declared : capacity;
  const phases = Array.from({ length: PHASES }, (_, index) => index / PHASES);
  const possible = (window: number) =>
    phases.some(phase => explains(sends, limit, window, phase * window));
  const end = (factor: number) => {
    let window = around;
    while (possible(window * factor) && window < WIDEST * around && window > around / WIDEST)
      window *= factor;
    return window;
  };
  return possible(around) || possible(around * FINER)
    ? { low: end(1 / FINER) / FINER, high: end(FINER) * FINER }
    : undefined;
}

/** Without what follows from the rest: of refusals in a row the last one tells most, and bursts are one moment. */
function telling(sends: Send[]): Send[] {
  const kept: Send[] = [];
  for (const send of sends) {
    const last = kept.at(-1);
    if (last && last.admitted === 0 && send.admitted === 0) kept[kept.length - 1] = send;
    else if (last && last.refused === 0 && send.to - last.from < MOMENT)
      kept[kept.length - 1] = {
        ...send,
        from: last.from,
        admitted: last.admitted + send.admitted,
      };
    else kept.push(send);
  }
  return kept;
}

/** Whether a counter of `limit` in `window` seconds, one of which began `offset` after the first request, answers so. */
function explains(sends: Send[], limit: number, window: number, offset: number): boolean {
  const slack = MISSED * limit;
  let index = Math.floor(-offset / window);
  let [previous, current] = [0, 0];
  for (const { from, to, admitted, refused } of sends) {
    const now = Math.floor((from - offset) / window);
    if (now > index) [previous, current] = [now === index + 1 ? current : 0, 0];
    index = now;
    current += admitted;
    const weighed = (at: number) =>
      previous * Math.max(0, 1 - ((at - offset) / window - index)) + current;
    if (admitted > 0 && weighed(to) > limit + 0.5 + slack) return false;
    if (refused > 0 && weighed(from) <= limit - 1 - slack) return false;
  }
  return true;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1 + 0.05 * b;
}
