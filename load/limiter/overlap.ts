/** The later parts of the probes of limiters that were seen to be separate: while one waits, another one sends. */
import {
  inPhase,
  isAdmitted,
  isRejected,
  targetTime,
  type Note,
} from '../../schemas/records/limiter.ts';
import type { LimiterName } from '../../schemas/routes.ts';
import { count, limitOn, remainingOn, resetOn } from './evidence.ts';
import type { Probing } from './probe.ts';
import { limiterOf, lastReceived } from './steps.ts';

/** More than the probes of the others send to a limiter: they must not use it up. */
const ASKED_BY_OTHERS = 40;

/**
 * True if a limiter has just opened again after its first wait: any later window of it shows as much as this one. Tokens and
 * slots, which come back one by one, show most at once.
 */
export const mayPause = (notes: readonly Note[]): boolean =>
  notes.at(-1)?.phase === 'after' && isOpen(notes) && windowMs(notes) !== undefined;

/** True if a limiter was seen to leave the others alone, and its probe asks them no more. */
export function isShown(notes: readonly Note[]): boolean {
  return notes.at(-1)?.phase === 'burst' && notes.some(isSeparate) && letsOthersBe(notes);
}

const isSeparate = ({ phase }: Note): boolean => phase === 'separate';

const letsOthersBe = (notes: readonly Note[]): boolean =>
  !notes.some(note => isSeparate(note) && isRejected(note));

/** True if a limiter has just opened whole, by its own Remaining, and left the others alone. */
export function isOpen(notes: readonly Note[]): boolean {
  const opened = notes.at(-1);
  if (!opened || opened.to !== undefined || !isAdmitted(opened)) return false;
  const left = remainingOn(opened) ?? 0;
  const whole = left >= count(inPhase(notes, 'warm', 'burst')) - 1;
  return whole && left >= ASKED_BY_OTHERS && letsOthersBe(notes);
}

/** A probe that pauses. */
export interface Paused {
  readonly name: LimiterName;
  readonly notes: readonly Note[];
}

/**
 * Returns the most that a window can last, in milliseconds: as long as it took to open again, if the first request began it, by its
 * own Remaining; else as long as one that has just opened states to last. Undefined if it does not.
 */
function windowMs(notes: readonly Note[]): number | undefined {
  const [own] = inPhase(notes, 'warm');
  const opened = notes.at(-1);
  if (!own || !opened) return undefined;
  const limit = limitOn(own);
  if (limit !== undefined && remainingOn(own) === limit - 1) return opened.sentAt - own.sentAt;
  const reset = resetOn(opened);
  return reset === undefined ? undefined : 1000 * reset - targetTime(opened);
}

/** Part of a window: requests to others in it are answered at once. */
const MOMENT = 0.1;

/**
 * Returns the time from which a paused probe may go on, in milliseconds: at once if its limiter has just opened. Else what is
 * sent to it now begins a window, or the last requests of the others have: they are few, and nobody accuses by that window alone.
 */
export function resumesAt(paused: Paused, others: readonly Note[]): number {
  const opened = paused.notes.at(-1)!;
  const since = others.filter(({ sentAt }) => sentAt >= opened.sentAt);
  const asked = lastReceived([opened, ...sentTo(paused.name, since)]);
  const isFresh = asked - opened.receivedAt < MOMENT * (windowMs(paused.notes) ?? 0);
  return isFresh ? asked : Math.max(asked, opened.receivedAt + (windowMs(paused.notes) ?? 0));
}

/** Returns the time from which the next limiter is free of what paused probes sent to it, if its window is not longer than theirs. */
export function restedFrom(next: LimiterName, paused: readonly Paused[]): number {
  const longest = Math.max(...paused.map(({ notes }) => windowMs(notes) ?? 0));
  return longest + Math.max(...paused.map(({ notes }) => lastReceived(sentTo(next, notes))));
}

const sentTo = (name: LimiterName, notes: readonly Note[]): Note[] =>
  notes.filter(({ to = '' }) => limiterOf(to) === name);

/** A probe that goes on from a time. */
interface Lane<Request, Result> {
  readonly probing: Probing<Request, Result>;
  readonly from: number;
}

/** Drives probes to their ends, whichever is due first, and returns their results in the order of the lanes. */
export function* overlapped<Request, Result>(
  lanes: readonly Lane<Request, Result>[],
  now: () => number,
): Probing<Request, Result[]> {
  const results: Result[] = [];
  const open = lanes.map(({ probing, from }, at) => ({
    at,
    probing,
    due: from,
    send: undefined as readonly Request[] | undefined,
  }));
  for (;;) {
    const [lane] = open.toSorted((a, b) => a.due - b.due);
    if (!lane) return results;
    if (lane.due > now()) yield { waitMs: lane.due - now() };
    const responses = lane.send ? yield { send: lane.send } : [];
    const { done, value } = lane.probing.next(responses);
    if (done) {
      results[lane.at] = value;
      open.splice(open.indexOf(lane), 1);
    } else {
      lane.due = now() + ('waitMs' in value ? value.waitMs : 0);
      lane.send = 'send' in value ? value.send : undefined;
    }
  }
}
