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
  const until = Date.parse(value);
  return Number.isNaN(until) || value.startsWith('-')
    ? undefined
    : Math.max(0, (until - now) / 1000);
}
