import {
  type Count,
  type Counter,
  limiterNames,
  limiterOf,
  makeCounter,
} from '../rules/limiters.ts';
import type { LimiterName, LimiterRules } from '../rules/rules.ts';
import { at, breaking, type Fault, type Json, onData, onRules } from '../patches.ts';
import { sleep } from '../world.ts';
import type { Incoming, Patch, Reply } from '../types.ts';
import type { World } from '../world.ts';

/** Limiter, or all limiters. */
export type Of = LimiterName | 'all';
export const namesOf = (of: Of): readonly LimiterName[] => (of === 'all' ? limiterNames : [of]);

/** Changes the 429s of limiters before they are sent. */
export const rejected = (
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

/** Changes the count of each request at a limiter. `begin` returns the change, with new state for each server. */
export const recounted = (name: LimiterName, begin: () => (counted: Count) => Count): Patch =>
  onData(({ counters, rules: { limiters } }) => {
    const [count, change] = [makeCounter(limiters[name]), begin()];
    counters.set(name, async caller => change(await count(caller)));
  });

/** Rejects everything after the first rejection, and always announces a second. */
const rejectingForever = (name: LimiterName): Patch =>
  recounted(name, () => {
    let shut = false;
    return counted => {
      shut ||= !counted.allowed;
      return shut ? { allowed: false, remaining: 0, waitMs: 1000 } : counted;
    };
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

/** Rejects the routes of one limiter while another limiter rejects. */
function rejectingWhileOther(name: LimiterName, other: LimiterName): Patch {
  const shutUntil = new WeakMap<World, number>();
  return {
    routes: [],
    response(reply, request, world) {
      const isOf = (each: LimiterName) => limiterOf(world.rules, request.route, [each]);
      if (isOf(other) && reply.status === 429)
        shutUntil.set(world, Date.now() + 1000 * Number(reply.headers['retry-after']));
      const leftMs = (shutUntil.get(world) ?? 0) - Date.now();
      if (!isOf(name) || reply.status === 429 || leftMs <= 0) return;
      reply.status = 429;
      reply.headers['retry-after'] = `${Math.ceil(leftMs / 1000)}`;
      reply.body = { error: 'Too many requests' };
    },
  };
}

/** Gives all limiters the same limit in the world of a fault. */
const withLimits =
  (limit: number) =>
  (patch: Patch): Patch => ({
    ...patch,
    ...onRules(each => {
      patch.rules?.(each);
      for (const name of limiterNames) each.limiters[name].limit = limit;
    }),
  });
const ofFive = withLimits(5);
const ofSixty = withLimits(60);

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
    'limits-refuse-with-403-on-catalog': status(403, 'catalog'),
    'limits-refuse-in-html-on-webhooks': rejected('webhooks', html),
    'limits-refuse-with-message-only-on-webhook-changes': onRoute(at.changeWebhook, reply => {
      reply.body = { message: 'Slow down' };
    }),
    'limits-refuse-with-success': body('all', error => ({ success: false, error })),
  }),
  ...breaking('limits.retry-after', {
    'limits-retry-after-a-date': retryAfter('all', wait =>
      new Date(Date.now() + wait + 1000).toUTCString(),
    ),
    'limits-retry-after-a-unix-time': retryAfter('all', wait =>
      Math.ceil((Date.now() + wait) / 1000),
    ),
    'limits-retry-after-with-fraction': retryAfter('all', wait =>
      (wait / 1000 + 0.0005).toFixed(3),
    ),
    'limits-retry-after-below-zero': retryAfter('wallet', wait => -seconds(wait)),
    'limits-retry-after-missing-on-search': onRoute(at.search, withoutWait),
  }),
  ...breaking('limits.retry-after-kept', {
    'limits-retry-after-half-on-catalog': retryAfter('catalog', wait => Math.floor(wait / 2000)),
    'limits-retry-after-rounded-down': retryAfter('all', wait => Math.floor(wait / 1000)),
    'limits-block-on-webhooks-outlasts-retry-after': blocking('webhooks', 8, 2),
    'limits-shut-for-good-on-webhooks': rejectingForever('webhooks'),
  }),
  ...breaking('limits.retry-after-end', {
    'limits-retry-after-always-one-second': retryAfter('all', () => 1),
  }),

  // §8.1: separate limiters.
  ...breaking('limits.separate', {
    'limits-one-for-all': sharing('catalog', ...limiterNames),
    'limits-webhooks-with-wallet-of-five': ofFive(sharing('webhooks', 'wallet')),
    'limits-filters-counted-as-wallet': moved(at.filters, 'catalog', 'wallet'),
    'limits-webhook-change-counted-as-catalog': moved(at.changeWebhook, 'webhooks', 'catalog'),
    'limits-wallet-shut-with-webhooks': ofSixty(rejectingWhileOther('wallet', 'webhooks')),
  }),

  // §8: limiters that concurrent requests can exceed.
  ...breaking('limits.burst', {
    'limits-counted-after-an-await': countingLate(['catalog', 'webhooks', 'wallet'], 20),
    'limits-counts-lost-on-wallet': countingLate(['wallet'], 5, true),
  }),
];
