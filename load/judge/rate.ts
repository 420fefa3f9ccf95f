import { inPhase, isRefusal, type Note, type Phase } from '../note.ts';
import { count, type Evidence } from './evidence.ts';

/** Requests a second. */
export interface Rate {
  low: number;
  high: number;
}

/**
 * The refill rate of a token bucket: after two silent waits, the second twice as long, admissions
 * are in proportion to the time, and the first token came no later than that rate says. Undefined
 * where the notes do not show exactly that.
 */
export function fitRate({ notes, own, third, capacity }: Evidence): Rate | undefined {
  const short = drained(notes, own, 'drain');
  const long = drained(notes, own, 'drain-longer');
  if (!short || !long || short.admitted < 2 || long.admitted <= short.admitted) return undefined;
  if (capacity < 6) return undefined;
  const full = long.admitted >= capacity;
  const low = Math.max(short.low, long.low);
  const high = full ? short.high : Math.min(short.high, long.high);
  if (low > high) return undefined;
  const polled = third[0];
  const start = inPhase(notes, 'rest').findLast(isRefusal);
  if (polled && start) {
    const lastRefused = own.slice(0, own.indexOf(polled)).findLast(isRefusal) ?? start;
    if ((lastRefused.sentAt - start.receivedAt) / 1000 > 1 / low) return undefined;
  }
  return { low, high };
}

/** Admissions of a drain, and the rates that they allow: one token may have been half there. */
function drained(notes: readonly Note[], own: Note[], phase: Phase) {
  const list = inPhase(notes, phase);
  const [opening] = list;
  const end = list.findLast(note => !isRefusal(note));
  if (!opening || !end) return undefined;
  const before = own.slice(0, own.indexOf(opening)).findLast(isRefusal);
  if (!before) return undefined;
  const admitted = count(own.slice(own.indexOf(before), own.indexOf(end) + 1));
  const least = (end.sentAt - before.receivedAt) / 1000;
  const most = (end.receivedAt - before.sentAt) / 1000;
  return { admitted, low: (admitted - 1) / most, high: (admitted + 1) / least };
}
