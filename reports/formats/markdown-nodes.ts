/** Parts of a Markdown document. `code` is the one for what a target sent: nothing in it is markup. */
import type { PhrasingContent, RootContent, TableRow } from 'mdast';
import { harmlessLine } from '../sanitize.ts';

export const text = (value: string): PhrasingContent => ({ type: 'text', value });

export const code = (value: string): PhrasingContent =>
  value.trim() === '' ? text('–') : { type: 'inlineCode', value: harmlessLine(value) };

export const strong = (value: string): PhrasingContent => ({
  type: 'strong',
  children: [text(value)],
});

export const paragraph = (...children: PhrasingContent[]): RootContent => ({
  type: 'paragraph',
  children,
});

export const heading = (depth: 2 | 3, ...children: PhrasingContent[]): RootContent => ({
  type: 'heading',
  depth,
  children,
});

export const row = (...cells: readonly PhrasingContent[][]): TableRow => ({
  type: 'tableRow',
  children: cells.map(children => ({ type: 'tableCell', children })),
});

export const table = (...children: TableRow[]): RootContent => ({ type: 'table', children });

/** Items separated by commas; of many, the first. */
export function joined(items: readonly PhrasingContent[], most: number): PhrasingContent[] {
  const left = items.length - most;
  const shown = [...items.slice(0, most), ...(left > 0 ? [text(`and ${left} more`)] : [])];
  return shown.flatMap((item, at) => (at > 0 ? [text(', '), item] : [item]));
}
