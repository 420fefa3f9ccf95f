/** Builds the steps of plans, and names the routes that they call. All times are in milliseconds on the clock of the notes. */
import { given } from '../../harness/config/needs.ts';
import type { Target } from '../../harness/config/target.ts';
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
import { confirmations, lastSent } from './evidence.ts';

/** Limiter of §8.1, or `outside` for routes behind no limiter. */
type Counted = LimiterName | 'outside';

const one: Variant = { query: [['limit', 1]] };

/**
 * Routes of each limiter (§8.1): cheap reads, and writes that change nothing because their id does not exist or their body is empty. A probe
 * exhausts the first route. The tool is behind none of the three limiters, so if it is also rejected, there is another limiter.
 */
const probeRoutes: Readonly<Record<Counted, readonly (readonly [Route, Variant?])[]>> = {
  catalog: [[route.filters], [route.browse, one], [route.search]],
  webhooks: [
    [route.deleteWebhook],
    [route.updateWebhook, { body: {} }],
    [route.createWebhook, { body: {} }],
  ],
  wallet: [[route.wallet], [route.ledger, one], [route.walletBalance]],
  outside: [[route.tool, { params: { toolName: 'list_gift_categories' } }]],
};

const nameOf = (limiter: Counted, { id }: Route): string => `${limiter} ${id}`;

/** Returns the names of a limiter's routes, as notes have them in `to`: `wallet GET /wallet/balance`. */
export const namesOf = (limiter: Counted): string[] =>
  probeRoutes[limiter].map(([each]) => nameOf(limiter, each));

/** Returns the limiter of a named route, or undefined without a name. */
export const limiterOf = (name: string | undefined) => name?.split(' ')[0] as Counted | undefined;

/** Returns true if the named route is behind none of the three limiters. */
export const isOutside = (name: string | undefined): boolean => limiterOf(name) === 'outside';

/**
 * Returns the requests of a limiter, by route. The first request is the one to exhaust it with.
 *
 * @throws NotExercised if the target does not permit a request, or lacks the id that it needs.
 * @throws SuiteError if a request would leave the target.
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

/** Next step of a probe. Its requests are sent at once, to named routes or (undefined) to the exhausted route. */
export type Step =
  { to: readonly (string | undefined)[]; phase: Phase } | { wait: number } | { done: string };

export const maxBurst = 50;
const maxPolls = 50;

/** Sends in growing bursts until nothing more is admitted. Returns undefined after that. */
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
 * Sends single requests until one is admitted: at each twentieth of the announced wait, and at each hundredth around its end. Returns
 * undefined after that.
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

/** Waits, and then sends until nothing more is admitted. Returns undefined after that. */
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

/** Returns the rest of a wait that began at `since`, or undefined if it is over. */
export function silence(since: number, ms: number, now: number): { wait: number } | undefined {
  const left = since + ms - now;
  return left > 0 ? { wait: left } : undefined;
}

/** Sends to the exhausted route. */
export function send(count: number, phase: Phase): Step {
  return { to: Array.from({ length: count }, () => undefined), phase };
}

/** Returns the announced wait in seconds, or one second if none was announced. */
function secondsOf(note: Note): number {
  return announcedSeconds(note) ?? 1;
}

/** Returns the longest announced wait of the rejections, in seconds. */
export function mostSeconds(list: readonly Note[]): number {
  return Math.max(...list.filter(isRejected).map(secondsOf));
}

/** Returns the shortest announced wait of the rejections, in seconds. */
export function leastSeconds(list: readonly Note[]): number {
  return Math.min(...list.filter(isRejected).map(secondsOf));
}

/** Returns the first named route of each limiter. */
export const firstOfEach = (names: readonly string[]): string[] =>
  names.filter((to, at) => names.findIndex(each => limiterOf(each) === limiterOf(to)) === at);

/** Asks these routes at once. Returns undefined if that was done or there are no routes. */
export const askOnce = (
  notes: readonly Note[],
  names: readonly string[],
  phase: Phase,
): Step | undefined =>
  names.length === 0 || notes.some(note => note.phase === phase && note.to !== undefined)
    ? undefined
    : { to: names, phase };

/** Returns the notes of requests to other routes in one phase. */
export const sentIn = (notes: readonly Note[], phase: Phase): Note[] =>
  notes.filter(note => note.phase === phase && note.to !== undefined);

/**
 * Returns the first rejection of each other limiter that admitted before. Only one per limiter, so that a second look does not use up a
 * limiter of two requests.
 */
export function suspectsIn(notes: readonly Note[]): Note[] {
  const open = sentIn(notes, 'before').filter(isAdmitted);
  const rejected = sentIn(notes, 'separate').filter(
    ({ to, status }) => status === 429 && open.some(each => limiterOf(each.to) === limiterOf(to)),
  );
  const firsts = firstOfEach(rejected.map(({ to = '' }) => to));
  return rejected.filter(({ to = '' }) => firsts.includes(to));
}
