/**
 * The parts of plans: the routes that a probe calls, and the steps that send to them. All times are milliseconds of the
 * clock of the notes.
 */
import { given } from '../../fixtures/config/needs.ts';
import type { Target } from '../../fixtures/config/target.ts';
import { route, type LimiterName, type Route } from '../../schemas/routes.ts';
import { compose, type GuardedRequest, type Variant } from '../request.ts';
import {
  announcedSeconds,
  inPhase,
  isAdmitted,
  isRejected,
  type Note,
  type Phase,
} from '../../schemas/records/limiter.ts';
import { confirmations, lastSent, remainingOn } from './evidence.ts';

/** A limiter of §8.1, or `outside`: none of the three. */
type Counted = LimiterName | 'outside';

const one: Variant = { query: [['limit', 1]] };

/**
 * Routes of each limiter (§8.1): cheap ones, and writes that change nothing because their id does not exist. The first is the
 * one that a probe exhausts. None of the three limiters needs to count those outside: if they reject as well, one limiter counts
 * all routes.
 */
const probeRoutes: Readonly<Record<Counted, readonly (readonly [Route, Variant?])[]>> = {
  catalog: [[route.filters], [route.browse, one], [route.search]],
  webhooks: [[route.deleteWebhook], [route.updateWebhook, { body: {} }]],
  wallet: [[route.wallet], [route.ledger, one], [route.walletBalance]],
  outside: [
    [route.tool, { params: { toolName: 'list_gift_categories' } }],
    [route.orders, one],
  ],
};

const nameOf = (limiter: Counted, { id }: Route): string => `${limiter} ${id}`;

/** Returns the names of the routes of a limiter, as notes have them in `to`: `wallet GET /wallet/balance`. */
export const namesOf = (limiter: Counted): string[] =>
  probeRoutes[limiter].map(([each]) => nameOf(limiter, each));

/** Returns the limiter of a named route; undefined without a name. */
export const limiterOf = (name: string | undefined) => name?.split(' ')[0] as Counted | undefined;

/** True if the named route is behind none of the three limiters. */
export const isOutside = (name: string | undefined): boolean => limiterOf(name) === 'outside';

/** True if two named routes are behind the same limiter. */
export const sameLimiter = (one: string | undefined, other: string | undefined): boolean =>
  limiterOf(one) === limiterOf(other);

/**
 * Returns the requests of a limiter, by the name of their route; the first is the one to exhaust it with.
 *
 * @throws NotExercised if the target does not permit one of them, or lacks the id that it needs.
 * @throws SuiteError if one would leave the target.
 */
export function requestsOf(target: Target, limiter: Counted): Map<string, GuardedRequest> {
  const requests = probeRoutes[limiter].map(([each, variant]) => {
    const webhook = each.path.includes('{id}')
      ? { params: { id: given(target, 'GV_WEBHOOK_UNKNOWN') } }
      : {};
    return [nameOf(limiter, each), compose(target, each, { ...variant, ...webhook })] as const;
  });
  return new Map(requests);
}

/** The next step of a probe. Its requests are sent at once: to named routes, or to the one that is exhausted (undefined). */
export type Step =
  { to: readonly (string | undefined)[]; phase: Phase } | { wait: number } | { done: string };

export const maxBurst = 50;
const maxPolls = 50;
/** The last requests of a window, and how many are sent at once in place of the very last. */
const edgePolls = 3;
const waveSize = 20;

/** Sends in growing bursts until nothing is admitted any more; undefined once that is so. */
export function exhaust(seen: readonly Note[], phase: Phase, expected = 0): Step | undefined {
  const rejectedAt = seen.findIndex(isRejected);
  if (rejectedAt < 0) {
    const size =
      seen.length < expected ? expected - seen.length : Math.max(confirmations, seen.length >> 1);
    return send(Math.min(maxBurst, size), phase);
  }
  const confirmed =
    seen.length - rejectedAt >= confirmations && seen.slice(-confirmations).every(isRejected);
  return confirmed || seen.length - rejectedAt >= 6 * confirmations
    ? undefined
    : send(confirmations, phase);
}

/**
 * Goes to the last request of a window that Remaining counts down, the end of it one by one, and then sends many at
 * once, which a counter that checks first and counts later admits. Undefined if the numbers do not lead there.
 */
export function toEdge(seen: readonly Note[]): Step | undefined {
  const remaining = seen.map(note => remainingOn(note) ?? -1);
  const left = Math.min(...remaining);
  if (left < 1 || !seen.every(isAdmitted)) return undefined;
  const near = seen.slice(remaining.findIndex(value => value <= edgePolls));
  const since = near.filter(note => note.sentAt >= near[0]!.receivedAt).length;
  if (left <= edgePolls && since > 2 * edgePolls) return undefined;
  if (left === 1) return oneByOne(seen, 2) ? send(waveSize, 'refill') : undefined;
  // The Remaining of requests at once may be from before any of them was counted.
  const settled = oneByOne(seen, 1);
  // Tokens that come back faster than they are taken never run out.
  if (settled && (remaining.at(-1) ?? 0) > left) return undefined;
  if (settled && remaining.filter(value => value === left).length > 2 * edgePolls) return undefined;
  const burst = settled || left > 2 * maxBurst;
  return send(burst ? Math.max(1, Math.min(maxBurst, left - edgePolls)) : 1, 'refill');
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
  notes: readonly Note[],
  phase: Phase,
  rejected: readonly Note[],
  announced: number,
  now: number,
) {
  const polls = inPhase(notes, phase);
  if (polls.some(isAdmitted)) return undefined;
  if (polls.length >= maxPolls) return { done: 'nothing was admitted while polling' };
  const previous = polls.length > 0 ? polls : rejected;
  const waited = (lastSent(previous) - lastSent(rejected)) / announced;
  const step = announced / (waited > 0.85 && waited < 1.05 ? 100 : 20);
  return silence(lastSent(previous), Math.max(20, step), now) ?? send(1, phase);
}

/** A silent wait, then whatever is admitted behind it; undefined once nothing more is. */
export function exhaustAfter(
  notes: readonly Note[],
  phase: Phase,
  since: readonly Note[],
  wait: number,
  now: number,
  expected = 0,
) {
  const seen = inPhase(notes, phase);
  const waiting = seen.length === 0 ? silence(lastSent(since), wait, now) : undefined;
  return waiting ?? exhaust(seen, phase, expected);
}

/** Returns the rest of a wait that began at `since`; undefined if it is over. */
export function silence(since: number, ms: number, now: number): { wait: number } | undefined {
  const left = since + ms - now;
  return left > 0 ? { wait: left } : undefined;
}

/** Sends to the route that is exhausted. */
export function send(count: number, phase: Phase): Step {
  return { to: Array.from({ length: count }, () => undefined), phase };
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

const sentIn = (notes: readonly Note[], phase: Phase) =>
  notes.filter(note => note.phase === phase && note.to !== undefined);

/**
 * Asks one route of each limiter; the rest of them if its Remaining leaves room for all that follow. Requests to other
 * limiters are few enough for limits of five, so that a 429 is not of our own making.
 */
export function askBefore(notes: readonly Note[], others: readonly string[]): Step | undefined {
  const sent = sentIn(notes, 'before');
  const firsts = others.filter((to, at) => others.findIndex(each => sameLimiter(each, to)) === at);
  if (sent.length < firsts.length) return { to: firsts, phase: 'before' };
  const rest = others.filter(to => !firsts.includes(to) && hasRoom(sent, to, others));
  return sent.length < firsts.length + rest.length ? { to: rest, phase: 'before' } : undefined;
}

/** The rest of `before`, and all routes twice. */
function hasRoom(before: readonly Note[], to: string, others: readonly string[]): boolean {
  const first = before.find(note => sameLimiter(note.to, to));
  const routes = others.filter(each => sameLimiter(each, to)).length;
  return first !== undefined && (remainingOn(first) ?? 0) >= 3 * routes - 1;
}

/** The other routes of this limiter, once each as soon as it rejects: a 429 of theirs carries what any other does (§8). */
export const askSiblings = (notes: readonly Note[], siblings: readonly string[]) =>
  siblings.length > 0 && sentIn(notes, 'siblings').length === 0
    ? ({ to: siblings, phase: 'siblings' } as const)
    : undefined;

/**
 * All routes while this limiter rejects. One rejection may come from a limiter that somebody else has used up, whose tokens
 * trickle, or that counts what is under way: those routes a second time, one by one, together with one of each limiter that
 * was admitted.
 */
export function askWhileShut(notes: readonly Note[], others: readonly string[]): Step | undefined {
  const sent = sentIn(notes, 'separate');
  if (sent.length < others.length) return { to: others, phase: 'separate' };
  const first = sent.slice(0, others.length);
  const rejected = first.filter(isRejected).map(({ to }) => to);
  if (rejected.every(isOutside)) return undefined;
  const again = others.filter((to, at) => rejected.includes(to) || isControl(first, to, at));
  const next = again[sent.length - others.length];
  return next === undefined ? undefined : { to: [next], phase: 'separate' };
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
  return silence(lastSent(notes), waitMs, now) ?? { to: [next], phase: 'recovered' };
}

/** Names of the routes that got a 429 each time. */
export function rejectedRoutes(probed: readonly Note[]): string[] {
  const names = [...new Set(probed.map(note => note.to ?? ''))];
  return names.filter(to =>
    probed.filter(note => note.to === to).every(note => note.status === 429),
  );
}
