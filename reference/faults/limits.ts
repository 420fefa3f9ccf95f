import { type Counter, limiterNames, limiterOf } from '../rules/limiters.ts';
import type { LimiterName, LimiterRules } from '../rules/rules.ts';
import { at, breaking, type Fault, type Json, onData, onRules } from '../patches.ts';
import { sleep } from '../world.ts';
import type { Incoming, Patch, Reply } from '../types.ts';
import type { World } from '../world.ts';

/** Limiter, or all limiters. */
export type Of = LimiterName | 'all';
export const namesOf = (of: Of): readonly LimiterName[] => (of === 'all' ? limiterNames : [of]);

/** Changes the 429s of limiters before they are sent. */
const rejected = (
  of: Of,
  change: (reply: Reply, request: Incoming, world: World) => unknown,
): Patch => ({
  routes: [],
  response(reply, request, world) {
    if (reply.status === 429 && limiterOf(world.rules, request.route, namesOf(of)))
      change(reply, request, world);
  },
});

/** Changes the 429s of one route. */
const onRoute = (route: Incoming['route'], change: (reply: Reply) => unknown): Patch =>
  rejected('all', (reply, request) => {
    if (request.route === route) change(reply);
  });
const withoutWait = ({ headers }: Reply): void => void delete headers['retry-after'];

const status = (code: number, of: Of = 'all'): Patch =>
  rejected(of, reply => (reply.status = code));
const body = (of: Of, make: (message: string) => unknown): Patch =>
  rejected(of, reply => {
    reply.body = make((reply.body as Json).error);
  });
const retryAfter = (of: Of, value: LimiterRules['retryAfter']): Patch =>
  onRules(({ limiters }) => {
    for (const name of namesOf(of)) limiters[name].retryAfter = value;
  });

/** Blocks rejected callers for longer than `retry-after` states. */
const blocking = (name: LimiterName, seconds: number, stated: number): Patch =>
  onRules(({ limiters }) => {
    Object.assign(limiters[name], { blockSeconds: seconds, retryAfter: () => stated });
  });

const seconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));
const page = '<!doctype html><title>429</title><h1>Too many requests</h1>';
const html = (reply: Reply): void => {
  reply.body = page;
  reply.headers['content-type'] = 'text/html';
};

const sharing = (bucket: LimiterName, ...names: LimiterName[]): Patch =>
  onRules(({ limiters }) => names.forEach(name => (limiters[name].bucket = bucket)));

/** Moves a route to another limiter. */
export const moved = (
  route: LimiterRules['routes'][number],
  from: LimiterName,
  to: LimiterName,
): Patch =>
  onRules(({ limiters }) => {
    limiters[from].routes = limiters[from].routes.filter(name => name !== route);
    limiters[to].routes.push(route);
  });

/** Reads the count, waits and then writes it. If `lost`, counts of other requests meanwhile are lost. */
function late({ limit, windowSeconds }: LimiterRules, waitsMs: number, lost: boolean): Counter {
  const windows = new Map<string, { end: number; count: number }>();
  return async caller => {
    const now = Date.now();
    let window = windows.get(caller);
    if (!window || now >= window.end)
      windows.set(caller, (window = { end: now + windowSeconds * 1000, count: 0 }));
    const seen = window.count;
    const waitMs = window.end - now;
    if (seen >= limit) return { allowed: false, remaining: 0, waitMs };
    await sleep(waitsMs);
    window.count = lost ? seen + 1 : window.count + 1;
    return { allowed: true, remaining: Math.max(0, limit - window.count), waitMs };
  };
}

const countingLate = (names: readonly LimiterName[], waitsMs: number, lost = false): Patch =>
  onData(({ counters, rules: { limiters } }) => {
    for (const name of names) counters.set(name, late(limiters[name], waitsMs, lost));
  });

/** §7, §8: the 429 and its wait. */
export const limitsFaults: readonly Fault[] = [
  ...breaking('limits.rejection', {
    'limits-refuse-with-503': status(503),
    'limits-refuse-in-html-on-webhooks': rejected('webhooks', html),
    'limits-refuse-with-success': body('all', error => ({ success: false, error })),
  }),
  ...breaking('limits.retry-after', {
    'limits-retry-after-a-date': retryAfter('all', wait =>
      new Date(Date.now() + wait + 1000).toUTCString(),
    ),
    'limits-retry-after-below-zero': retryAfter('wallet', wait => -seconds(wait)),
    'limits-retry-after-missing-on-search': onRoute(at.search, withoutWait),
  }),
  ...breaking('limits.retry-after-kept', {
    'limits-retry-after-half-on-catalog': retryAfter('catalog', wait => Math.floor(wait / 2000)),
    'limits-retry-after-rounded-down': retryAfter('all', wait => Math.floor(wait / 1000)),
    'limits-block-on-webhooks-outlasts-retry-after': blocking('webhooks', 8, 2),
  }),
  ...breaking('limits.retry-after-end', {
    'limits-retry-after-always-one-second': retryAfter('all', () => 1),
  }),

  // §8.1: separate limiters.
  ...breaking('limits.separate', {
    'limits-one-for-all': sharing('catalog', ...limiterNames),
    'limits-filters-counted-as-wallet': moved(at.filters, 'catalog', 'wallet'),
  }),

  // §8: limiters that concurrent requests can exceed.
  ...breaking('limits.burst', {
    'limits-counted-after-an-await': countingLate(['catalog', 'webhooks', 'wallet'], 20),
  }),
];
