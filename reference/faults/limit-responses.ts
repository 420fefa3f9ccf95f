import { limiterOf } from '../rules/limiters.ts';
import type { LimiterName } from '../rules/rules.ts';
import { namesOf, type Of, recounted, rejected } from './limits.ts';
import type { Patch } from '../types.ts';
import { breaking, type Fault, onRules, response, together } from '../patches.ts';

/** Rewrites a header's value. */
type Rewrite = (value: number, at: { limit: number; windowSeconds: number }) => number | string;

/** Changes a header of all responses, of 429s only, or of all others. */
const header =
  (name: 'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset', onRefusal?: boolean) =>
  (of: Of, rewrite: Rewrite): Patch =>
    response(({ status, headers }, { route }, { rules }) => {
      const value = headers[name];
      const limiter = limiterOf(rules, route, namesOf(of));
      if (value === undefined || !limiter) return;
      const isRefusal = status === 429;
      if ((onRefusal ?? isRefusal) === isRefusal) headers[name] = rewrite(Number(value), limiter);
    });
const limit = header('RateLimit-Limit');
const remaining = header('RateLimit-Remaining');
const remainingOnRefusal = header('RateLimit-Remaining', true);
const remainingBefore = header('RateLimit-Remaining', false);
const reset = header('RateLimit-Reset');

const now = (): number => Math.ceil(Date.now() / 1000);
const year = 365 * 86_400;

const twice = (name: string, other: (value: number) => unknown): Patch =>
  rejected('all', ({ headers }) => {
    const value = headers[name];
    if (value !== undefined) headers[name] = [String(other(Number(value))), String(value)];
  });

/** Rejects only the first request over the limit in each window. */
const rejectingOnce = (name: LimiterName): Patch =>
  recounted(name, () => {
    let rejectedUntil = 0;
    return counted => {
      const isFirst = !counted.allowed && Date.now() >= rejectedUntil;
      if (isFirst) rejectedUntil = Date.now() + counted.waitMs;
      return { ...counted, allowed: !isFirst };
    };
  });

/** States more than a window admits, and counts down from there. */
const stating = (more: number, name: LimiterName): Patch =>
  together(
    limit(name, value => value + more),
    remainingBefore(name, value => value + more),
  );

/** §8 item 2: headers of limiters that support them. */
export const limitResponsesFaults: readonly Fault[] = [
  ...breaking('limits.header-limit', {
    'limits-two-limits': twice('RateLimit-Limit', value => value * 10),
    'limits-limit-with-policy': limit('all', (value, at) => `${value};w=${at.windowSeconds}`),
    'limits-limit-one-too-many': limit('all', value => value + 1),
    'limits-limit-twice-as-high-on-webhooks': limit('webhooks', value => value * 2),
  }),
  ...breaking('limits.header-remaining', {
    'limits-remaining-one-on-refusal': remainingOnRefusal('all', () => 1),
    'limits-remaining-below-zero-on-refusal': remainingOnRefusal('all', () => -1),
    'limits-remaining-with-fraction': remaining('all', value => value.toFixed(1)),
  }),
  ...breaking('limits.header-reset', {
    'limits-reset-in-seconds-from-now-on-webhooks': reset('webhooks', value =>
      Math.max(0, value - now()),
    ),
    'limits-reset-in-milliseconds-on-wallet': onRules(({ limiters }) => {
      limiters.wallet.reset = atMs => Math.ceil(atMs);
    }),
    'limits-reset-an-iso-date': reset('all', value => new Date(value * 1000).toISOString()),
    'limits-reset-a-minute-ago': reset('all', value => value - 60),
    'limits-reset-in-a-year-on-webhooks': reset('webhooks', value => value + year),
  }),

  // §8 item 2: Remaining is right on a 429, and wrong before.
  ...breaking('limits.header-remaining', {
    'limits-remaining-without-this-request': remainingBefore('all', value => value + 1),
    'limits-catalog-stops-with-a-quarter-left': stating(60, 'catalog'),
  }),
  ...breaking('limits.burst', {
    'limits-each-window-rejects-one-request-only-on-webhooks': rejectingOnce('webhooks'),
  }),
];
