/** Formats observed values for people. */
import type { Measured } from '../../schemas/records/limiter.ts';

/** Returns a string as it is, and any other value as JSON. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');

/** Formats an object as `status 401 · mode asynchronous`, and any other value as `asText` does. */
export function asWords(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asText(value);
  const words = Object.entries(value).map(([name, member]) => `${name} ${asText(member)}`);
  return words.join(' · ');
}

/** Formats a measured number with its interval, `2 s (1.9 s to 2.1 s)`, or the reason why it is unclear. */
export function measuredText(measured: Measured, unit = ''): string {
  if ('inconclusive' in measured) return `unclear (${measured.reason})`;
  const [value, low, high] = [measured.value, measured.low, measured.high].map(
    each => `${each}${unit}`,
  );
  return low === high ? `${value}` : `${value} (${low} to ${high})`;
}
