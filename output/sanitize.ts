/** What a target sent, made harmless wherever it is printed: by the checks before a run, the terminal, every report. Nothing is hidden: what could act is shown as an escape. */

/** Controls but line feed and tab, other line ends, bidi controls, halves of surrogate pairs, what XML takes for no character. */
const acting = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\ufffe\uffff]/gu;

/** Commands of CI logs: GitHub's at the start of a line; `##[…]` of GitHub and Azure, `##teamcity[…]`, anywhere in it. */
const commandAtStart = /^([^\S\n]*)::/gm;
const commandAnywhere = /##(?=\w*\[)/g;

const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\0': '\\0' };

function escape(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return (
    escapes[character] ??
    (hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`)
  );
}

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
    .replace(acting, each =>
      each === '\n' ? each : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replace(commandAnywhere, '#\\u0023')}\n`;
