/** The later parts of the probes of limiters that were seen to be separate: while one waits, another one sends. */
import {
  inPhase,
  integerHeader,
  isAdmitted,
  isRejected,
  type Note,
} from '../../../schemas/records/limiter.ts';
import type { LimiterName } from '../../../schemas/routes.ts';
import { count, reopenedAfter } from '../evidence.ts';
import type { Probing } from './loop.ts';
import { limiterOf } from './routes.ts';
import { lastReceived } from './steps.ts';

/** More than the probes of the others send to a limiter: they must not use it up. */
const ASKED_BY_OTHERS = 40;

/**
 * True if a limiter has just opened whole, by its own Remaining, and left the others alone: any later window of it shows as
 * much as this one. Tokens and slots, which come back one by one, show most at once.
 */
export function mayPause(notes: readonly Note[]): boolean {
  if (notes.at(-1)?.phase !== 'after' || !isOpen(notes)) return false;
  return !notes.some(note => note.phase === 'separate' && isRejected(note));
}

/** True if a limiter has just opened whole, by its own Remaining. */
export function isOpen(notes: readonly Note[]): boolean {
  const opened = notes.at(-1);
  if (!opened || opened.to !== undefined || !isAdmitted(opened)) return false;
  const left = integerHeader(opened, 'ratelimit-remaining') ?? 0;
  return left >= Math.max(ASKED_BY_OTHERS, count(inPhase(notes, 'warm', 'burst')) - 1);
}

/** A probe that pauses. */
export interface Paused {
  readonly name: LimiterName;
  readonly notes: readonly Note[];
}

const windowMs = ({ notes }: Paused): number =>
  reopenedAfter(inPhase(notes, 'warm', 'burst'), notes.at(-1)!);

/** Returns the time from which the window of a paused probe is free of what was sent to its limiter; 0 if it has just opened. */
export function freeFrom(paused: Paused, others: readonly Note[]): number {
  const opened = paused.notes.at(-1)!;
  if (others.every(({ sentAt }) => sentAt < opened.sentAt)) return 0;
  return lastReceived([opened, ...sentTo(paused.name, others)]) + windowMs(paused);
}

/** Returns the time from which the next limiter is free of what paused probes sent to it, if its window is not longer than theirs. */
export const restedFrom = (next: LimiterName, paused: readonly Paused[]): number =>
  Math.max(
    ...paused.map(
      each => lastReceived(sentTo(next, each.notes)) + Math.max(...paused.map(windowMs)),
    ),
  );

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
