/** Reads retry-after. Imports no module, because each virtual user of a load in k6 loads this file. */

/**
 * Returns the wait in a `retry-after` header, in seconds. Also accepts a fraction or an HTTP date, so that a caller can respect
 * a malformed header, and the limiter can still be measured. Another function requires an integer (§8).
 *
 * @param now in milliseconds since 1970, by the target's clock if it is known. HTTP dates are compared with it.
 * @returns undefined if the header is absent or states no wait.
 */
export function retryAfterSeconds(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Date.parse reads `soon 3` as a day, but an HTTP date begins with the name of a weekday.
  const until = /^[a-z]{3,}, /i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1000);
}
