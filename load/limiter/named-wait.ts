import type { Note } from '../../schemas/records/limiter.ts';

/** A wait that a body names; without a unit there are several `readings`. Seconds throughout. */
export interface Wait {
  /** The words of the body. */
  readonly named: string;
  readonly text: boolean;
  readonly readings: readonly { readonly seconds: number; readonly unit: number }[];
}

const units: readonly [RegExp, seconds: number][] = [
  [/^(ms|msecs?|millis|milliseconds?)$/, 0.001],
  [/^(s|secs?|seconds?)$/, 1],
  [/^(m|mins?|minutes?)$/, 60],
  [/^(h|hrs?|hours?)$/, 3600],
];
const unitOf = (word: string): number | undefined =>
  units.find(([pattern]) => pattern.test(word))?.[1];

/** `retryAfter`, `retry_after_ms`, `waitSeconds`, in any case. */
const fieldName = /^(?:retry(?:after|in)|wait(?:for|time)?)(?:in)?([a-z]*)$/;
const latestWait = 1e9;

const unitPattern =
  '(milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)';
const quantity = `(\\d+(?:\\.\\d+)?)\\s*${unitPattern}\\b`;
/** "try again in 12 seconds", "wait 1 minute 5 s"; not "100 requests in 15 minutes", nor "at least", nor a rate. */
const phrase = new RegExp(
  `\\b(?:again|retry|retrying|wait)\\b(?: (?:in|after|for|about|approximately|another|please))*:? ` +
    `(${quantity}(?:(?:,|,? and)?\\s*${quantity})*)(?!\\s*(?:between|per|for each|or)\\b)`,
  'gi',
);

/** Every wait that the JSON body of a rejection names without ambiguity, in a field or in a text. */
export function waitsIn({ body }: Note): Wait[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  return visit(parsed, '', 0);
}

function visit(value: unknown, name: string, depth: number): Wait[] {
  if (typeof value === 'number') return inField(name, value);
  if (typeof value === 'string') return inText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 1) return [];
  return Object.entries(value).flatMap(([key, inner]) => visit(inner, key, depth + 1));
}

/** A number as large as a Unix time may be a time, and is no wait. */
function inField(name: string, value: number): Wait[] {
  const suffix = fieldName.exec(name.toLowerCase().replaceAll(/[_-]/g, ''))?.[1];
  if (suffix === undefined || value < 0 || value >= latestWait) return [];
  const possible = suffix === '' ? [1, 0.001] : [unitOf(suffix)];
  if (!possible.every(unit => unit !== undefined)) return [];
  const readings = possible.map(unit => ({ seconds: value * unit, unit }));
  return [{ named: `${name} ${value}`, text: false, readings }];
}

function inText(text: string): Wait[] {
  return [...text.matchAll(phrase)].flatMap(([, named = '']) => {
    const parts = [...named.matchAll(new RegExp(quantity, 'gi'))].map(([, count, word = '']) => {
      const unit = unitOf(word.toLowerCase()) ?? Number.NaN;
      return { seconds: Number(count) * unit, unit };
    });
    const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
    // A range, or the same unit twice, is not a single wait.
    const distinct = new Set(parts.map(({ unit }) => unit)).size === parts.length;
    const unit = Math.min(...parts.map(part => part.unit));
    return distinct ? [{ named, text: true, readings: [{ seconds, unit }] }] : [];
  });
}
