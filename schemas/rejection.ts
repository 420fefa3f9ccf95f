/**
 * What a 429 carries (§7, §8 item 2): each function states what is wrong with one part of it, undefined where nothing is.
 * Without packages, because the probes in k6 judge by the same functions.
 */

/** The body is a JSON object with a string `error`, without the wrapper of the automation routes. */
export function bodyProblem(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `not JSON: ${JSON.stringify(text.slice(0, 80))}`;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return `not an object: ${text.slice(0, 80)}`;
  const fields = new Map<string, unknown>(Object.entries(body));
  if (typeof fields.get('error') !== 'string')
    return `error is ${fields.has('error') ? JSON.stringify(fields.get('error')) : 'missing'}`;
  const wrapper = ['success', 'action', 'code', 'timestamp'].filter(name => fields.has(name));
  return wrapper.length > 0 ? `has ${wrapper.join(', ')}` : undefined;
}

/** `retry-after` is an integer of seconds. */
export function retryAfterProblem(value: string | undefined): string | undefined {
  if (value === undefined) return 'no retry-after';
  return /^\d+$/.test(value) ? undefined : `retry-after: ${value}`;
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

const toleranceSeconds = 1;
/** A reset that is further away is absurd. */
const farthestSeconds = 366 * 86_400;

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
