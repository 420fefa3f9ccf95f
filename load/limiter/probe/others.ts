/** Requests to other routes than the one that is exhausted. Those to the other limiters (§8.1) are few enough for limits of five, so that a 429 is not of our own making. */
import {
  integerHeader,
  isRejected,
  type Note,
  type Phase,
} from '../../../schemas/records/limiter.ts';
import { isOutside } from './routes.ts';
import { lastSent, silence, type Step } from './steps.ts';

const sentIn = (notes: readonly Note[], phase: Phase) =>
  notes.filter(note => note.phase === phase && note.to !== undefined);
/** The limiter in the name of a route. */
const limiterIn = (to: string | undefined) => to?.split(' ')[0];

/** Asks one route of each limiter; the rest of them if its Remaining leaves room for all that follow. */
export function askBefore(notes: readonly Note[], others: readonly string[]): Step | undefined {
  const sent = sentIn(notes, 'before');
  const firsts = others.filter((to, at) => others.findIndex(each => sameLimiter(each, to)) === at);
  if (sent.length < firsts.length) return { others: firsts, phase: 'before' };
  const rest = others.filter(to => !firsts.includes(to) && hasRoom(sent, to, others));
  return sent.length < firsts.length + rest.length ? { others: rest, phase: 'before' } : undefined;
}

/** The rest of `before`, and all routes twice. */
function hasRoom(before: readonly Note[], to: string, others: readonly string[]): boolean {
  const first = before.find(note => sameLimiter(note.to, to));
  const routes = others.filter(each => sameLimiter(each, to)).length;
  return (
    first !== undefined && (integerHeader(first, 'ratelimit-remaining') ?? 0) >= 3 * routes - 1
  );
}

/** The other routes of this limiter, once each as soon as it rejects: a 429 of theirs carries what any other does (§8). */
export const askSiblings = (notes: readonly Note[], siblings: readonly string[]) =>
  siblings.length > 0 && sentIn(notes, 'siblings').length === 0
    ? ({ others: siblings, phase: 'siblings' } as const)
    : undefined;

/**
 * All routes while this limiter rejects. One rejection may come from a limiter that somebody else has used up, whose tokens
 * trickle, or that counts what is under way: those routes a second time, one by one, together with one of each limiter that
 * was admitted.
 */
export function askWhileShut(notes: readonly Note[], others: readonly string[]): Step | undefined {
  const sent = sentIn(notes, 'separate');
  if (sent.length < others.length) return { others, phase: 'separate' };
  const first = sent.slice(0, others.length);
  const rejected = first.filter(isRejected).map(({ to }) => to);
  if (rejected.every(isOutside)) return undefined;
  const again = others.filter((to, at) => rejected.includes(to) || isControl(first, to, at));
  const next = again[sent.length - others.length];
  return next === undefined ? undefined : { others: [next], phase: 'separate' };
}

/** The first route of a limiter that was admitted. */
function isControl(first: readonly Note[], to: string, at: number): boolean {
  return first.findIndex(note => sameLimiter(note.to, to) && !isRejected(note)) === at;
}

/**
 * Routes that rejected only here, and were not asked before, once more at the end: one after the other, each behind a wait.
 * They may have a reason of their own.
 *
 * @param waitMs that this limiter announced.
 */
export function askRecovered(
  notes: readonly Note[],
  waitMs: number,
  now: number,
): Step | undefined {
  const known = sentIn(notes, 'before').map(({ to }) => to);
  const suspects = rejectedRoutes(sentIn(notes, 'separate')).filter(
    to => !known.includes(to) && !isOutside(to),
  );
  const next = suspects[sentIn(notes, 'recovered').length];
  if (next === undefined) return undefined;
  return silence(lastSent(notes), waitMs, now) ?? { others: [next], phase: 'recovered' };
}

/** Names of the routes that got a 429 each time. */
export function rejectedRoutes(probed: readonly Note[]): string[] {
  const names = [...new Set(probed.map(note => note.to ?? ''))];
  return names.filter(to =>
    probed.filter(note => note.to === to).every(note => note.status === 429),
  );
}

/** True if two named routes are behind the same limiter. */
export function sameLimiter(one: string | undefined, other: string | undefined): boolean {
  return limiterIn(one) === limiterIn(other);
}
