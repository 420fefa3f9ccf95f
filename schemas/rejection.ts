/**
 * Judges a 429 (§7, §8 item 2): each function states what is wrong with one part, undefined if nothing is.
 * Without packages, because the probes in k6 judge by the same functions.
 */
import { isObject, jsonIn } from './records/exchange.ts';

/** The body is a JSON object with a string `error`, without the wrapper of the automation routes. */
export function bodyProblem(text: string): string | undefined {
  const body = jsonIn(text);
  if (body === undefined) return `not JSON: ${JSON.stringify(text.slice(0, 80))}`;
  if (!isObject(body)) return `not an object: ${text.slice(0, 80)}`;
  if (typeof body['error'] !== 'string')
    return `error is ${'error' in body ? JSON.stringify(body['error']) : 'missing'}`;
  const wrapper = ['success', 'action', 'code', 'timestamp'].filter(name => name in body);
  return wrapper.length > 0 ? `has ${wrapper.join(', ')}` : undefined;
}

/** A time that is further away than this is none that a limiter means: a year. */
const farthestSeconds = 366 * 86_400;
/** As a Unix time, in 2001: a clock of before states no time of now. */
const decadesSeconds = 1e9;

/**
 * `retry-after` is an integer of seconds to wait, and no point in time near to now, in seconds or milliseconds: a wait that doubles with
 * each rejection may be as long as a Unix time, but is hardly ever one of this year.
 *
 * @param now by the target's own clock where it sends a Date, seconds.
 */
export function retryAfterProblem(value: string | undefined, now: number): string | undefined {
  if (value === undefined) return 'no retry-after';
  const isTime = [1, 1000]
    .map(unit => Number(value) / unit)
    .some(time => time > decadesSeconds && Math.abs(time - now) < farthestSeconds);
  return /^\d+$/.test(value) && !isTime ? undefined : `retry-after: ${value}`;
}

/** RateLimit-Limit is an integer; a limit of none could have admitted nobody. */
export const limitProblem = (value: string): string | undefined =>
  /^0*[1-9]\d*$/.test(value) ? undefined : `ratelimit-limit: ${value}`;

/** RateLimit-Remaining is an integer; what it is on a 429 is judged by `remainingLeft`. */
export const remainingProblem = (value: string): string | undefined =>
  /^-?\d+$/.test(value) ? undefined : `ratelimit-remaining: ${value}`;

/** Nothing remains on a 429. */
export const remainingLeft = (value: string): string | undefined =>
  Number(value) === 0 ? undefined : value;

/** Of two clocks (§8). */
export const toleranceSeconds = 1;

/** RateLimit-Reset is an integer. */
export const resetIntegerProblem = (value: string): string | undefined =>
  /^\d+$/.test(value) ? undefined : `ratelimit-reset: ${value}`;

/**
 * RateLimit-Reset is a Unix timestamp in seconds, neither past nor absurd.
 *
 * @param now by the target's own clock where it sends a Date, seconds.
 * @param wait that the same 429 announces, seconds: a reset as far away is the same statement, and observed elsewhere.
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

/**
 * The wait that a `retry-after` header states, in seconds. Lenient (a fraction or an HTTP date counts), so that a caller
 * can respect a malformed header and a limiter that sends one can still be measured; that it is an integer (§8) is judged
 * elsewhere.
 *
 * @param now what an HTTP date is compared with: the target's own clock where it is known, milliseconds since 1970.
 * @returns undefined if the header is absent or states no wait.
 */
export function retryAfterSeconds(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Date.parse reads `soon 3` as a day: an HTTP date begins with the name of one.
  const until = /^[a-z]{3,}, /i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1000);
}
