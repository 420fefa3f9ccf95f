/** Text of a target as a page shows it: whatever it contains is visible, and none of it acts. */
import { harmless } from '../../../fixtures/output/sanitize.ts';

/** The longest text of a body that the page has. */
export const longestBody = 2048;

/** A control character becomes `\x1b`, and what is very long is cut; markup is escaped by the template. */
export const visible = (text: string, longest = longestBody): string => harmless(text, longest);

/** The beginning of a text, and how many characters were left out. */
export function cut(text: string, longest = longestBody): { text: string; left: number } {
  if (text.length <= longest) return { text, left: 0 };
  return { text: text.slice(0, longest), left: text.length - longest };
}

/** A short text of one line: what is longer ends with …. */
export function short(text: string, longest: number): string {
  const part = cut(text, longest);
  return part.left > 0 ? `${part.text}…` : text;
}

/** A sentence as it is, anything else as JSON. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');

/** Members of a record as `status 401 · mode asynchronous`, anything else as it is. */
export function asWords(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asText(value);
  const words = Object.entries(value).map(([name, member]) => `${name} ${asText(member)}`);
  return words.join(' · ');
}

/** `1 route`, `15 routes`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Milliseconds for a person: `840 ms`, `12.3 s`, `4 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
