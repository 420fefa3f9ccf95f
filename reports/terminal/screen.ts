/** Colours and lists for a terminal, and one line at its end that shows what goes on and is written over. */
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

/** One line at the end of a terminal that shows what goes on, and is written over; elsewhere there is none. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'>;

const erase = '\r\u001B[2K';

/** Erases the line of a process that was killed. */
export const eraseStatusLine = (stream: Stream): void => {
  if (stream.isTTY) stream.write(erase);
};

export class StatusLine {
  readonly #stream: Stream;
  #shown = '';

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** False for what is no terminal, or one that erases nothing. */
  get isShown(): boolean {
    return this.#stream.isTTY && process.env['TERM'] !== 'dumb';
  }

  /** @param parts the first stays; of the others, those in front go first if the terminal is too narrow for all. */
  update([first = '', ...rest]: readonly string[]): void {
    if (!this.isShown) return;
    // In the last column some terminals begin another line.
    const room = (this.#stream.columns || 80) - 1;
    const text = (from: number) => `  ${[first, ...rest.slice(from)].join(', ')}`;
    let from = 0;
    while (from < rest.length && text(from).length > room) from += 1;
    const shown = text(from);
    this.clear();
    this.#shown = shown.length > room ? shown.slice(0, room).replace(/\s*\S*$/, '') : shown;
    this.#stream.write(this.#shown);
  }

  /** Removes the line, before anything else is printed. */
  clear(): void {
    if (this.#shown !== '') this.#stream.write(erase);
    this.#shown = '';
  }
}
