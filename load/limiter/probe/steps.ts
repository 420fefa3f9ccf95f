/** The steps that plans are made of. All times are milliseconds of the clock of the notes. */
import {
  announcedSeconds,
  inPhase,
  integerHeader,
  isAdmitted,
  isRejected,
  type Note,
  type Phase,
} from '../../../schemas/records/limiter.ts';

/** The next step of a probe. All its requests, to this limiter or to named routes of others, are sent at once. */
export type Step =
  | { send: number; phase: Phase }
  | { others: readonly string[]; phase: Phase }
  | { wait: number }
  | { done: string };

export const MAX_BURST = 50;
const CONFIRM = 4;
const MAX_POLLS = 50;
/** The last requests of a window, and how many are sent at once in place of the very last. */
const EDGE = 3;
const WAVE = 20;

/** Sends in growing bursts until nothing is admitted any more; undefined once that is so. */
export function exhaust(seen: readonly Note[], phase: Phase, expected = 0): Step | undefined {
  const rejectedAt = seen.findIndex(isRejected);
  if (rejectedAt < 0) {
    const size =
      seen.length < expected ? expected - seen.length : Math.max(CONFIRM, seen.length >> 1);
    return send(Math.min(MAX_BURST, size), phase);
  }
  const confirmed = seen.length - rejectedAt >= CONFIRM && seen.slice(-CONFIRM).every(isRejected);
  return confirmed || seen.length - rejectedAt >= 6 * CONFIRM ? undefined : send(CONFIRM, phase);
}

/**
 * Goes to the last request of a window that Remaining counts down, the end of it one by one, and then sends many at
 * once, which a counter that checks first and counts later admits. Undefined if the numbers do not lead there.
 */
export function toEdge(seen: readonly Note[]): Step | undefined {
  const remaining = seen.map(note => integerHeader(note, 'ratelimit-remaining') ?? -1);
  const left = Math.min(...remaining);
  if (left < 1 || !seen.every(isAdmitted)) return undefined;
  const near = seen.slice(remaining.findIndex(value => value <= EDGE));
  const since = near.filter(note => note.sentAt >= near[0]!.receivedAt).length;
  if (left <= EDGE && since > 2 * EDGE) return undefined;
  if (left === 1) return oneByOne(seen, 2) ? send(WAVE, 'refill') : undefined;
  // The Remaining of requests at once may be from before any of them was counted.
  const settled = oneByOne(seen, 1);
  // Tokens that come back faster than they are taken never run out.
  if (settled && (remaining.at(-1) ?? 0) > left) return undefined;
  if (settled && remaining.filter(value => value === left).length > 2 * EDGE) return undefined;
  const burst = settled || left > 2 * MAX_BURST;
  return send(burst ? Math.max(1, Math.min(MAX_BURST, left - EDGE)) : 1, 'refill');
}

/** True if each of the last requests was sent after the response to the one before it. */
function oneByOne(seen: readonly Note[], count: number): boolean {
  const last = seen.slice(-count - 1);
  const after = (note: Note, before: Note | undefined) => note.sentAt >= (before?.receivedAt ?? 0);
  return seen.length >= count && last.every((note, index) => after(note, last[index - 1]));
}

/**
 * Sends single requests until one is admitted: each twentieth of the announced wait, and each hundredth around its end.
 * Undefined once one was.
 */
export function poll(
  polls: readonly Note[],
  phase: Phase,
  rejected: readonly Note[],
  announced: number,
  now: number,
) {
  if (polls.some(isAdmitted)) return undefined;
  if (polls.length >= MAX_POLLS) return { done: 'nothing was admitted while polling' };
  const previous = polls.length > 0 ? polls : rejected;
  const waited = (lastSent(previous) - lastSent(rejected)) / announced;
  const step = announced / (waited > 0.85 && waited < 1.05 ? 100 : 20);
  return silence(lastSent(previous), Math.max(20, step), now) ?? send(1, phase);
}

/** A silent wait, then whatever is admitted behind it; undefined once nothing more is. */
export function drainAfter(
  notes: readonly Note[],
  phase: Phase,
  since: readonly Note[],
  wait: number,
  now: number,
) {
  const seen = inPhase(notes, phase);
  return (
    (seen.length === 0 ? silence(lastSent(since), wait, now) : undefined) ?? exhaust(seen, phase)
  );
}

/** Returns the rest of a wait that began at `since`; undefined if it is over. */
export function silence(since: number, ms: number, now: number): { wait: number } | undefined {
  const left = since + ms - now;
  return left > 0 ? { wait: left } : undefined;
}

export function send(count: number, phase: Phase): Step {
  return { send: count, phase };
}

/** Returns the announced wait, in seconds; one if nothing was announced. */
export function secondsOf(note: Note): number {
  return announcedSeconds(note) ?? 1;
}

/** Returns the longest wait that the rejections announced, in seconds. */
export function mostSeconds(list: readonly Note[]): number {
  return Math.max(...list.filter(isRejected).map(secondsOf));
}

/** Returns the shortest wait that the rejections announced, in seconds. */
export function leastSeconds(list: readonly Note[]): number {
  return Math.min(...list.filter(isRejected).map(secondsOf));
}

export function lastSent(list: readonly Note[]): number {
  return Math.max(...list.map(note => note.sentAt));
}

export function lastReceived(list: readonly Note[]): number {
  return Math.max(...list.map(note => note.receivedAt));
}
