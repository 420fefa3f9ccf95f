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
