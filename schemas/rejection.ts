/**
 * Judges a 429 (§7, §8 item 2). Each function returns the problem with one part, or undefined. No packages are imported,
 * because the probes in k6 use the same functions.
 */
import { isObject, jsonIn } from './records/exchange.ts';

/** Requires a JSON object with a string `error`, without the wrapper of the automation routes. */
export function bodyProblem(text: string): string | undefined {
  const body = jsonIn(text);
  if (body === undefined) return `not JSON: ${JSON.stringify(text.slice(0, 80))}`;
  if (!isObject(body)) return `not an object: ${text.slice(0, 80)}`;
  if (typeof body['error'] !== 'string')
    return `error is ${'error' in body ? JSON.stringify(body['error']) : 'missing'}`;
  const wrapper = ['success', 'action', 'code', 'timestamp'].filter(name => name in body);
  return wrapper.length > 0 ? `has ${wrapper.join(', ')}` : undefined;
}

/** Farthest time that a limiter can mean: a year. */
const farthestSeconds = 366 * 86_400;
/** Lowest Unix time that counts as a time of now, in 2001. */
const decadesSeconds = 1e9;

/**
 * Requires that `retry-after` is an integer of seconds to wait, not a time near now in seconds or milliseconds. A wait that
 * doubles with each rejection may be as large as a Unix time, but it is unlikely to be a time of this year.
 *
 * @param now in seconds, by the target's clock if it sends a Date.
 */
export function retryAfterProblem(value: string | undefined, now: number): string | undefined {
  if (value === undefined) return 'no retry-after';
  const isTime = [1, 1000]
    .map(unit => Number(value) / unit)
    .some(time => time > decadesSeconds && Math.abs(time - now) < farthestSeconds);
  return /^\d+$/.test(value) && !isTime ? undefined : `retry-after: ${value}`;
}

/** Requires that RateLimit-Limit is an integer above 0, because a limit of 0 admits nobody. */
export const limitProblem = (value: string): string | undefined =>
  /^0*[1-9]\d*$/.test(value) ? undefined : `ratelimit-limit: ${value}`;

/** Requires that RateLimit-Remaining is an integer. `remainingLeft` judges its value on a 429. */
export const remainingProblem = (value: string): string | undefined =>
  /^-?\d+$/.test(value) ? undefined : `ratelimit-remaining: ${value}`;

/** Requires that RateLimit-Remaining is 0 on a 429. */
export const remainingLeft = (value: string): string | undefined =>
  Number(value) === 0 ? undefined : value;

/** Seconds by which two clocks may differ (§8). */
export const toleranceSeconds = 1;

/** Requires that RateLimit-Reset is an integer. */
export const resetIntegerProblem = (value: string): string | undefined =>
  /^\d+$/.test(value) ? undefined : `ratelimit-reset: ${value}`;

/**
 * Requires that RateLimit-Reset is a Unix timestamp in seconds, not in the past and not too far away.
 *
 * @param now in seconds, by the target's clock if it sends a Date.
 * @param wait that the same 429 announces, in seconds. A reset as far away says the same, and is observed elsewhere.
 */
export function resetProblem(value: string, now: number, wait = 0): string | undefined {
  const notInteger = resetIntegerProblem(value);
  if (notInteger) return notInteger;
  const stated = `ratelimit-reset: ${value}`;
  const ahead = Number(value) - now;
  if (ahead < -toleranceSeconds) return `${stated}, ${Math.round(-ahead)} s before the response`;
  const isWait = Math.abs(ahead - wait) <= 1 + toleranceSeconds;
  return ahead > farthestSeconds && !isWait
    ? `${stated}, ${Math.round(ahead)} s after the response`
    : undefined;
}
