import { type Counter, limiterNames, limiterOf } from '../rules/limiters.ts';
import type { LimiterName, LimiterRules } from '../rules/rules.ts';
import { at, breaking, type Fault, type Json, onData, onRules, response } from '../patches.ts';
import { sleep, type World } from '../world.ts';
import type { Incoming, Patch, Reply } from '../types.ts';

/** Limiter, or all limiters. */
type Of = LimiterName | 'all';
const namesOf = (of: Of): readonly LimiterName[] => (of === 'all' ? limiterNames : [of]);

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

const retryAfter = (of: Of, value: LimiterRules['retryAfter']): Patch =>
  onRules(({ limiters }) => {
    for (const name of namesOf(of)) limiters[name].retryAfter = value;
  });

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

/** Changes a header of all responses, of 429s only, or of all others. */
const header =
  (name: 'Limit' | 'Remaining' | 'Reset', onRefusal?: boolean) =>
  (rewrite: (value: number, limiter: LimiterRules) => number | string): Patch =>
    response(({ status, headers }, { route }, { rules }) => {
      const value = headers[`RateLimit-${name}`];
      const limiter = limiterOf(rules, route);
      if (value === undefined || !limiter) return;
      const isRefusal = status === 429;
      if ((onRefusal ?? isRefusal) === isRefusal)
        headers[`RateLimit-${name}`] = rewrite(Number(value), limiter);
    });
const limit = header('Limit');

/** Reads the count, waits and then counts. */
function countingLate({ limit, windowSeconds }: LimiterRules): Counter {
  const windows = new Map<string, { end: number; count: number }>();
  return async caller => {
    const now = Date.now();
    let window = windows.get(caller);
    if (!window || now >= window.end)
      windows.set(caller, (window = { end: now + windowSeconds * 1000, count: 0 }));
    const waitMs = window.end - now;
    if (window.count >= limit) return { allowed: false, remaining: 0, waitMs };
    await sleep(20);
    window.count++;
    return { allowed: true, remaining: Math.max(0, limit - window.count), waitMs };
  };
}

/** §7, §8: the 429 and its wait. */
export const limitsFaults: readonly Fault[] = [
  ...breaking('limits.rejection', {
    'limits-refuse-with-503': rejected('all', reply => (reply.status = 503)),
    'limits-refuse-in-html-on-webhooks': rejected('webhooks', reply => {
      reply.body = '<!doctype html><title>429</title><h1>Too many requests</h1>';
      reply.headers['content-type'] = 'text/html';
    }),
    'limits-refuse-with-success': rejected('all', reply => {
      reply.body = { success: false, error: (reply.body as Json).error };
    }),
  }),
  ...breaking('limits.retry-after', {
    'limits-retry-after-a-date': retryAfter('all', wait =>
      new Date(Date.now() + wait + 1000).toUTCString(),
    ),
    'limits-retry-after-below-zero': retryAfter('wallet', wait => -Math.ceil(wait / 1000)),
    'limits-retry-after-missing-on-search': rejected('all', ({ headers }, { route }) => {
      if (route === at.search) delete headers['retry-after'];
    }),
  }),
  ...breaking('limits.retry-after-kept', {
    'limits-retry-after-half-on-catalog': retryAfter('catalog', wait => Math.floor(wait / 2000)),
    'limits-retry-after-rounded-down': retryAfter('all', wait => Math.floor(wait / 1000)),
    'limits-block-on-webhooks-outlasts-retry-after': onRules(({ limiters }) => {
      Object.assign(limiters.webhooks, { blockSeconds: 8, retryAfter: () => 2 });
    }),
  }),
  ...breaking('limits.retry-after-end', {
    'limits-retry-after-always-one-second': retryAfter('all', () => 1),
  }),

  // §8.1: separate limiters.
  ...breaking('limits.separate', {
    'limits-one-for-all': onRules(({ limiters }) => {
      for (const limiter of Object.values(limiters)) limiter.bucket = 'catalog';
    }),
    'limits-filters-counted-as-wallet': moved(at.filters, 'catalog', 'wallet'),
  }),

  // §8 item 2: headers of limiters that support them.
  ...breaking('limits.header-limit', {
    'limits-limit-with-policy': limit((value, { windowSeconds }) => `${value};w=${windowSeconds}`),
    'limits-limit-one-too-many': limit(value => value + 1),
  }),
  ...breaking('limits.header-remaining', {
    'limits-remaining-one-on-refusal': header('Remaining', true)(() => 1),
    'limits-remaining-with-fraction': header('Remaining')(value => value.toFixed(1)),
    'limits-remaining-without-this-request': header('Remaining', false)(value => value + 1),
  }),
  ...breaking('limits.header-reset', {
    'limits-reset-in-seconds-from-now': header('Reset')(value =>
      Math.max(0, value - Math.ceil(Date.now() / 1000)),
    ),
    'limits-reset-a-minute-ago': header('Reset')(value => value - 60),
  }),

  // §8: limiters that concurrent requests can exceed.
  ...breaking('limits.burst', {
    'limits-counted-after-an-await': onData(({ counters, rules: { limiters } }) => {
      for (const name of limiterNames) counters.set(name, countingLate(limiters[name]));
    }),
  }),
];
