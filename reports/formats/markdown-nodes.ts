/**
 * Parts of a Markdown document. What a target sent is in `code` and `quoted` alone, where neither links nor images, HTML,
 * mentions or tables work; the library chooses fences that it cannot end.
 */
import type { ListItem, PhrasingContent, RootContent, TableRow } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { cut, harmless, harmlessLine } from '../../fixtures/output/sanitize.ts';

export const toText = (children: RootContent[]): string =>
  toMarkdown({ type: 'root', children }, { extensions: [gfmTableToMarkdown()], fences: true });

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

export const item = (...children: PhrasingContent[]): ListItem => ({
  type: 'listItem',
  spread: false,
  children: [{ type: 'paragraph', children }],
});

export const list = (children: ListItem[]): RootContent => ({
  type: 'list',
  spread: false,
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

const most = { lines: 12, line: 250 };

/** The beginning of a text, in lines that a screen shows. */
export function quoted(said: string): RootContent {
  const lines = cut(said, most.lines * most.line).split('\n');
  const shown = lines.slice(0, most.lines).map(line => harmless(line, most.line));
  return { type: 'code', value: (lines.length > most.lines ? [...shown, '…'] : shown).join('\n') };
}

export const andMore = (left: number, what: string): RootContent[] =>
  left > 0 ? [paragraph(text(`and ${left} more ${what}`))] : [];
