/** Colours, where a person looks at a terminal. */
import { styleText } from 'node:util';
import { columnsOf } from '../../fixtures/output/wrap.ts';

export type Style = Parameters<typeof styleText>[0];

export const paint = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;

export const indent = (text: string, by: string): string => text.replace(/^/gm, by);

/** Items separated by semicolons (they may have commas), in lines of a hundred characters at most. */
export function wrapped(items: readonly string[], by: string): string {
  const columns = Math.min(100, columnsOf(process.stdout));
  const lines = [''];
  for (const [at, item] of items.entries()) {
    const text = at < items.length - 1 ? `${item}; ` : item;
    if (lines.at(-1) !== '' && `${by}${lines.at(-1)}${text}`.length > columns) lines.push('');
    lines[lines.length - 1] += text;
  }
  return lines.map(line => by + line.trimEnd()).join('\n');
}

/** The first of many, and how many more there are. */
export const upTo = (most: number, items: readonly string[]): string[] =>
  items.length > most + 1
    ? [...items.slice(0, most), `and ${items.length - most} more`]
    : [...items];
