/** What a target sent, made harmless wherever it is printed: by the checks before a run, the terminal, every report. Nothing is hidden: what could act is shown as an escape. */

/** Emoji are joined by a zero width joiner, and ask for colours by a selector; elsewhere both are invisible. */
const inEmoji = [
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
].join('|');

/**
 * Controls but line feed and tab, other line ends, bidi controls, halves of surrogate pairs, what XML takes for no character,
 * and what a reader cannot see: text may hide in it, or differ by it from what looks the same.
 */
const acting = new RegExp(
  String.raw`(?!${inEmoji}|[\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffb\ufffe\uffff]`,
  'gu',
);

/** Commands of CI logs: GitHub's at the start of a line; `##[…]` of GitHub and Azure, `##teamcity[…]`, anywhere in it. */
const commandAtStart = /^([^\S\n]*)::/gm;
const commandAnywhere = /##(?=\w*\[)/g;

const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\0': '\\0' };

function escape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length > 4) return `\\u{${hex}}`;
  return (
    escapes[character] ??
    (hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`)
  );
}

/** Each half of a pair is an escape of its own. */
const escapeInJson = (character: string): string =>
  character
    .split('')
    .map(half => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** So many characters of a text, without half a surrogate pair at the end. */
export const beginning = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

/** The beginning of a long text, and how much was left out. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const kept = beginning(text, longest);
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** Text of several lines. */
export const harmless = (text: string, longest = 10_000): string =>
  cut(text, longest)
    .replace(acting, escape)
    .replace(commandAtStart, '$1\\::')
    .replace(commandAnywhere, '#\\#');

/** Text for a title, a cell or an attribute. */
export const harmlessLine = (text: string, longest = 300): string =>
  harmless(
    cut(text, longest).replace(/\s+/g, blank => (/[\n\t]/.test(blank) ? ' ' : blank)),
    Infinity,
  );

/** The same value with every text in it harmless. */
export function harmlessIn<T>(value: T, longest: number): T;
export function harmlessIn(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return harmless(value, longest);
  if (Array.isArray(value)) return value.map(each => harmlessIn(each, longest));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    harmless(name, longest),
    harmlessIn<unknown>(each, longest),
  ]);
  return Object.fromEntries(entries);
}

/**
 * JSON with the same values, whose text is harmless in a terminal or a log: what could act is written as an escape of JSON.
 *
 * @param indent 0 for one line.
 */
export const harmlessJson = (value: unknown, indent = 2): string =>
  `${JSON.stringify(value, undefined, indent)
    .replace(acting, escapeInJson)
    .replace(commandAnywhere, '#\\u0023')}\n`;
