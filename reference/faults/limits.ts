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

/** A limiter, or all of them. */
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
export const onRoute = (route: Incoming['route'], change: (reply: Reply) => unknown): Patch =>
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

/** Changes what a limiter counts of each request; `begin` makes the change, with a state of its own, for one server. */
export const recounted = (name: LimiterName, begin: () => (counted: Count) => Count): Patch =>
  onData(({ counters, rules: { limiters } }) => {
    const [count, change] = [makeCounter(limiters[name]), begin()];
    counters.set(name, async caller => change(await count(caller)));
  });

/** Rejects everything once it has rejected, and announces a second each time. */
const shutForGood = (name: LimiterName): Patch =>
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
const moved = (route: LimiterRules['routes'][number], from: LimiterName, to: LimiterName): Patch =>
  onRules(({ limiters }) => {
    limiters[from].routes = limiters[from].routes.filter(name => name !== route);
    limiters[to].routes.push(route);
  });

/** Rejects the routes of one limiter while another one rejects. */
function shutWith(name: LimiterName, other: LimiterName): Patch {
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

/** Counts the requests of one limiter on another one as well. */
const usedUpToo = (name: LimiterName, by: LimiterName): Patch =>
  onData(({ counters, rules: { limiters } }) => {
    const [own, other] = [by, name].map(each => makeCounter(limiters[each]));
    counters.set(name, other!);
    counters.set(by, async caller => {
      await other!(caller);
      return own!(caller);
    });
  });

/** A fault where every limiter has the same limit. */
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

/** Reads the count, waits and only then writes it; `lost`: writes what it read, plus one. */
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

/** §7, §8: the 429, and its wait. */
export const limitsFaults: readonly Fault[] = [
  ...breaking('limits.rejection', {
    'limits-refuse-with-503': status(503),
    'limits-refuse-with-403-on-catalog': status(403, 'catalog'),
    'limits-refuse-with-509-on-webhooks': status(509, 'webhooks'),
    'limits-refuse-with-400-on-wallet': status(400, 'wallet'),
    'limits-refuse-with-420': status(420),
    'limits-refuse-in-html-on-webhooks': rejected('webhooks', html),
    'limits-refuse-in-plain-text-on-wallet': rejected('wallet', reply => {
      reply.body = 'Too many requests, please try again later.';
      reply.headers['content-type'] = 'text/plain';
    }),
    'limits-refuse-without-body': body('all', () => undefined),
    'limits-refuse-in-html-on-search': onRoute(at.search, html),
    'limits-refuse-with-503-on-ledger': onRoute(at.ledger, reply => (reply.status = 503)),
    'limits-refuse-with-message-only-on-webhook-changes': onRoute(at.changeWebhook, reply => {
      reply.body = { message: 'Slow down' };
    }),
    'limits-refuse-with-a-bare-string': body('catalog', message => JSON.stringify(message)),
    'limits-refuse-with-message-only': body('wallet', message => ({ message })),
    'limits-refuse-with-empty-object': body('catalog', () => ({})),
    'limits-refuse-with-error-object': body('all', message => ({ error: { message } })),
    'limits-refuse-with-error-true': body('webhooks', message => ({ error: true, message })),
    'limits-refuse-with-error-429': body('wallet', message => ({ error: 429, message })),
    'limits-refuse-with-list': body('webhooks', message => [{ error: message }]),
    'limits-refuse-with-success': body('all', error => ({ success: false, error })),
    'limits-refuse-with-code-on-webhooks': body('webhooks', error => ({
      error,
      code: 'RATE_LIMITED',
    })),
    'limits-refuse-with-timestamp-on-wallet': body('wallet', error => ({
      error,
      timestamp: new Date().toISOString(),
    })),
  }),
  ...breaking('limits.retry-after', {
    'limits-retry-after-missing': retryAfter('all', () => undefined),
    'limits-retry-after-missing-on-catalog': retryAfter('catalog', () => undefined),
    'limits-retry-after-missing-on-webhooks': retryAfter('webhooks', () => undefined),
    'limits-retry-after-missing-on-wallet': retryAfter('wallet', () => undefined),
    'limits-retry-after-a-date': retryAfter('all', wait =>
      new Date(Date.now() + wait + 1000).toUTCString(),
    ),
    'limits-retry-after-a-unix-time': retryAfter('all', wait =>
      Math.ceil((Date.now() + wait) / 1000),
    ),
    'limits-retry-after-with-fraction': retryAfter('all', wait =>
      (wait / 1000 + 0.0005).toFixed(3),
    ),
    'limits-retry-after-with-unit': retryAfter('webhooks', wait => `${seconds(wait)}s`),
    'limits-retry-after-in-words': retryAfter('wallet', () => 'soon'),
    'limits-retry-after-empty': retryAfter('catalog', () => ''),
    'limits-retry-after-below-zero': retryAfter('wallet', wait => -seconds(wait)),
    'limits-retry-after-iso-duration': retryAfter('catalog', wait => `PT${seconds(wait)}S`),
    'limits-retry-after-with-zero-fraction': retryAfter('webhooks', wait => `${seconds(wait)}.0`),
    'limits-retry-after-missing-on-search': onRoute(at.search, withoutWait),
    'limits-retry-after-missing-on-browse': onRoute(at.browse, withoutWait),
    'limits-retry-after-missing-on-ledger': onRoute(at.ledger, withoutWait),
    'limits-retry-after-missing-on-webhook-changes': onRoute(at.changeWebhook, withoutWait),
    'limits-retry-after-a-date-on-search': onRoute(at.search, ({ headers }) => {
      headers['retry-after'] = new Date(Date.now() + 3000).toUTCString();
    }),
    'limits-retry-after-under-another-name': rejected('all', ({ headers }) => {
      headers['x-retry-after'] = headers['retry-after']!;
      delete headers['retry-after'];
    }),
  }),
  ...breaking('limits.retry-after-kept', {
    'limits-retry-after-zero-on-wallet': retryAfter('wallet', () => 0),
    'limits-retry-after-half-on-catalog': retryAfter('catalog', wait => Math.floor(wait / 2000)),
    'limits-retry-after-rounded-down': retryAfter('all', wait => Math.floor(wait / 1000)),
    'limits-retry-after-a-second-short-on-webhooks': retryAfter(
      'webhooks',
      wait => seconds(wait) - 1,
    ),
    'limits-block-on-catalog-outlasts-retry-after': blocking('catalog', 12, 3),
    'limits-block-on-webhooks-outlasts-retry-after': blocking('webhooks', 8, 2),
    'limits-block-on-wallet-outlasts-retry-after': blocking('wallet', 12, 1),
    'limits-shut-for-good-on-webhooks': shutForGood('webhooks'),
    'limits-block-for-an-hour': blocking('webhooks', 3600, 2),
  }),

  // §8.1: limiters that are separate.
  ...breaking('limits.separate', {
    'limits-one-for-all': sharing('catalog', ...limiterNames),
    'limits-catalog-with-wallet': sharing('catalog', 'wallet'),
    'limits-one-for-all-of-five': ofFive(sharing('catalog', ...limiterNames)),
    'limits-webhooks-with-wallet-of-five': ofFive(sharing('webhooks', 'wallet')),
    'limits-filters-counted-as-wallet-of-five': ofFive(moved(at.filters, 'catalog', 'wallet')),
    'limits-search-counted-as-webhooks-of-five': ofFive(moved(at.search, 'catalog', 'webhooks')),
    'limits-webhooks-with-wallet': sharing('webhooks', 'wallet'),
    'limits-catalog-with-webhooks': sharing('webhooks', 'catalog'),
    'limits-filters-counted-as-wallet': moved(at.filters, 'catalog', 'wallet'),
    'limits-wallet-counted-as-webhooks': moved(at.wallet, 'wallet', 'webhooks'),
    'limits-webhook-removal-counted-as-wallet': moved(at.removeWebhook, 'webhooks', 'wallet'),
    'limits-webhook-removal-counted-as-catalog': moved(at.removeWebhook, 'webhooks', 'catalog'),
    'limits-search-counted-as-webhooks': moved(at.search, 'catalog', 'webhooks'),
    'limits-browse-counted-as-wallet': moved(at.browse, 'catalog', 'wallet'),
    'limits-ledger-counted-as-catalog': moved(at.ledger, 'wallet', 'catalog'),
    'limits-balance-counted-as-webhooks': moved(at.walletBalance, 'wallet', 'webhooks'),
    'limits-webhook-change-counted-as-wallet': moved(at.changeWebhook, 'webhooks', 'wallet'),
    'limits-webhook-change-counted-as-catalog': moved(at.changeWebhook, 'webhooks', 'catalog'),
    'limits-webhooks-used-up-by-wallet-too-of-fifteen': withLimits(15)(
      usedUpToo('webhooks', 'wallet'),
    ),
    'limits-wallet-shut-with-webhooks': ofSixty(shutWith('wallet', 'webhooks')),
    'limits-wallet-shut-with-catalog': ofSixty(shutWith('wallet', 'catalog')),
  }),

  // §8: limiters that concurrent requests can exceed.
  ...breaking('limits.burst', {
    'limits-counted-after-an-await': countingLate(['catalog', 'webhooks', 'wallet'], 20),
    'limits-counted-after-an-await-on-catalog': countingLate(['catalog'], 25),
    'limits-counted-after-an-await-on-webhooks': countingLate(['webhooks'], 25),
    'limits-counts-lost-on-wallet': countingLate(['wallet'], 5, true),
  }),
];
