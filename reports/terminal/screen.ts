/** Writes a status line to a terminal, and formats colours and lists. */
import { styleText } from 'node:util';
import { columnsOf } from '../../harness/output/wrap.ts';

export type Style = Parameters<typeof styleText>[0];

export const paint = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;

export const indent = (text: string, by: string): string => text.replace(/^/gm, by);

/** Joins items with semicolons, because items may contain commas, and wraps them at a hundred characters. */
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

/** Status line at the end of a terminal, which each update overwrites. Other outputs get none. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'>;

const erase = '\r\u001B[2K';

/** Erases the status line of a process that was killed. */
export const eraseStatusLine = (stream: Stream): void => {
  if (stream.isTTY) stream.write(erase);
};

export class StatusLine {
  readonly #stream: Stream;
  #shown = '';

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** False if the output is not a terminal, or cannot erase lines. */
  get isShown(): boolean {
    return this.#stream.isTTY && process.env['TERM'] !== 'dumb';
  }

  /** @param parts The first always stays. On a narrow terminal, the parts after it are dropped from the front. */
  update([first = '', ...rest]: readonly string[]): void {
    if (!this.isShown) return;
    // Some terminals begin another line after the last column.
    const room = (this.#stream.columns || 80) - 1;
    const text = (from: number) => `  ${[first, ...rest.slice(from)].join(', ')}`;
    let from = 0;
    while (from < rest.length && text(from).length > room) from += 1;
    const shown = text(from);
    this.clear();
    this.#shown = shown.length > room ? shown.slice(0, room).replace(/\s*\S*$/, '') : shown;
    this.#stream.write(this.#shown);
  }

  /** Removes the line before other output. */
  clear(): void {
    if (this.#shown !== '') this.#stream.write(erase);
    this.#shown = '';
  }
}
