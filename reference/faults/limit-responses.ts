import { limiterOf } from '../rules/limiters.ts';
import { namesOf, type Of } from './limits.ts';
import type { Patch } from '../types.ts';
import { breaking, type Fault, response } from '../patches.ts';

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

/** §8 item 2: headers of limiters that support them. */
export const limitResponsesFaults: readonly Fault[] = [
  ...breaking('limits.header-limit', {
    'limits-limit-with-policy': limit('all', (value, at) => `${value};w=${at.windowSeconds}`),
    'limits-limit-one-too-many': limit('all', value => value + 1),
  }),
  ...breaking('limits.header-remaining', {
    'limits-remaining-one-on-refusal': remainingOnRefusal('all', () => 1),
    'limits-remaining-with-fraction': remaining('all', value => value.toFixed(1)),
  }),
  ...breaking('limits.header-reset', {
    'limits-reset-in-seconds-from-now-on-webhooks': reset('webhooks', value =>
      Math.max(0, value - now()),
    ),
    'limits-reset-a-minute-ago': reset('all', value => value - 60),
  }),

  // §8 item 2: Remaining is right on a 429, and wrong before.
  ...breaking('limits.header-remaining', {
    'limits-remaining-without-this-request': remainingBefore('all', value => value + 1),
  }),
];
