/** What a run does now: one line that is written over on a terminal, lines of their own elsewhere. */
export class StatusLine {
  readonly #stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'>;
  #shown = false;

  constructor(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'>) {
    this.#stream = stream;
  }

  update(text: string): void {
    if (!this.#stream.isTTY) return void this.#stream.write(`${text}\n`);
    this.clear();
    this.#stream.write(text.slice(0, (this.#stream.columns || 80) - 1));
    this.#shown = true;
  }

  /** Before anything else is printed. */
  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001B[2K');
    this.#shown = false;
  }
}
