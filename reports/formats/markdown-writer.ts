/** Writes GitHub's Markdown. `text` is for our own words, which a result of others may have replaced. Texts from a target must go through `code` or `quoted`. */
import { beginning, harmless, harmlessLine, short } from '../../harness/output/sanitize.ts';
import { upTo } from '../../schemas/counted.ts';

declare const escaped: unique symbol;
/** Escaped Markdown: a part of a line, or a block of lines. */
export type Markdown = string & { readonly [escaped]: true };

export const toText = (blocks: readonly Markdown[]): string => `${blocks.join('\n\n')}\n`;

export const text = (value: string): Markdown =>
  harmlessLine(value.replaceAll(/\s+/g, ' '), Infinity).replaceAll(
    /[\\`*_[\]<>&|~]/g,
    String.raw`\$&`,
  ) as Markdown;

/** Returns a fence that is longer than any run of backticks in a text. */
const fenceFor = (value: string, shortest: number): string =>
  '`'.repeat(Math.max(shortest, ...(value.match(/`+/g) ?? []).map(({ length }) => length + 1)));

/** Writes a pipe behind a backslash as an escape, because it would end the cell of a table. */
export function code(value: string): Markdown {
  if (value.trim() === '') return text('–');
  const shown = harmlessLine(value).replaceAll('\\|', String.raw`\\x7c`);
  const fence = fenceFor(shown, 1);
  const blank = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return `${fence}${blank}${shown}${blank}${fence}` as Markdown;
}

export const strong = (value: string): Markdown => `**${text(value)}**` as Markdown;

export const paragraph = (...parts: readonly Markdown[]): Markdown => parts.join('') as Markdown;

export const heading = (depth: 2 | 3, ...parts: readonly Markdown[]): Markdown =>
  `${'#'.repeat(depth)} ${paragraph(...parts)}` as Markdown;

/** @param rows The first row is the head. */
export function table(...rows: readonly (readonly Markdown[])[]): Markdown {
  const [head = '', ...others] = rows.map(
    cells => `| ${cells.map(each => each.replaceAll(/(?<!\\)\|/g, String.raw`\|`)).join(' | ')} |`,
  );
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others].join('\n') as Markdown;
}

/** Joins items with commas, and states how many are left out. */
export const joined = (items: readonly Markdown[], most: number): Markdown =>
  upTo(most, items).join(', ') as Markdown;

const mostQuoted = { lines: 12, line: 250 };

/** Quotes the beginning of a text. */
export function quoted(said: string): Markdown {
  const lines = beginning(said, mostQuoted.lines * mostQuoted.line).split('\n');
  // States no count, because a message has only the beginning of a body.
  const shown = lines
    .slice(0, mostQuoted.lines)
    .map(each => harmless(short(each, mostQuoted.line), Infinity));
  const value = (lines.length > mostQuoted.lines ? [...shown, '…'] : shown).join('\n');
  const fence = fenceFor(value, 3);
  return `${fence}\n${value}\n${fence}` as Markdown;
}

export const andMore = (left: number, what: string): Markdown[] =>
  left > 0 ? [paragraph(text(`and ${left} more ${what}`))] : [];
