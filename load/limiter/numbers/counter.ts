import type { Range } from './bucket.ts';
import type { Evidence } from '../evidence.ts';
import { declaredLimit } from './limit.ts';
import { bySend, type Send } from './sends.ts';

/** Steps through the beginnings and the lengths of windows, and the share of the limit they may miss. */
const PHASES = 100;
const FINER = 1.004;
const MISSED = 0.02;
const WIDEST = 1.25;
/** Seconds: shorter than anything that matters to a window in scope. */
const MOMENT = 0.02;

/**
 * The sliding-window counters that explain every response: two aligned windows are counted, and the
 * last one weighs as much as it still reaches into the past. Some round the sum.
 *
 * @param around seconds: only windows of about this length are tried.
 * @returns how long such windows may be, seconds; undefined where there are none.
 */
export function fitCounters(
  { own, rejections, capacity }: Evidence,
  around: number,
): Range | undefined {
  const sends = decisive(bySend(own));
  const declared = declaredLimit(rejections);
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

/** Without what follows from the rest: of rejections in a row the last one shows most, and a burst is one moment. */
function decisive(sends: Send[]): Send[] {
  const kept: Send[] = [];
  for (const send of sends) {
    const last = kept.at(-1);
    if (last && last.admitted === 0 && send.admitted === 0) kept[kept.length - 1] = send;
    else if (last && last.rejected === 0 && send.to - last.from < MOMENT)
      kept[kept.length - 1] = {
        ...send,
        from: last.from,
        admitted: last.admitted + send.admitted,
      };
    else kept.push(send);
  }
  return kept;
}

/** True if a counter of `limit` in `window` seconds, with a window that began `offset` after the first request, responds like this. */
function explains(sends: Send[], limit: number, window: number, offset: number): boolean {
  const slack = MISSED * limit;
  let index = Math.floor(-offset / window);
  let [previous, current] = [0, 0];
  for (const { from, to, admitted, rejected } of sends) {
    const now = Math.floor((from - offset) / window);
    if (now > index) [previous, current] = [now === index + 1 ? current : 0, 0];
    index = now;
    current += admitted;
    const weighed = (at: number) =>
      previous * Math.max(0, 1 - ((at - offset) / window - index)) + current;
    if (admitted > 0 && weighed(to) > limit + 0.5 + slack) return false;
    if (rejected > 0 && weighed(from) <= limit - 1 - slack) return false;
  }
  return true;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1 + 0.05 * b;
}
