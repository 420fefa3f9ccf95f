/** A line that shows what a run does now, from the records that its worker appends; colours and lists. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { areaOf } from '../../contract/statements.ts';
import { LogLines } from '../../harness/output/exchange-log.ts';
import { linesIn, readRecord } from '../../harness/output/files.ts';
import { has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import {
  runSchema,
  type FinishedCheck,
  type RunDescription,
  type SelectedChecks,
} from '../../schemas/records/run.ts';
import { route } from '../../schemas/routes.ts';
import { columnsOf } from '../../harness/output/wrap.ts';

type Money = Readonly<Record<string, number>>;

/** The probes of the limiters come last, and take minutes: their checks say nothing of the time that others take. */
const isProbe = (id: string): boolean => areaOf(id) === 'limits';

/** An order request is read again after ten seconds at most. */
const stillMs = 12_000;
/** An estimate before this would be a guess. */
const soonest = { checks: 10, ms: 3000 };

export class Progress {
  readonly #out: string;
  readonly #selected: readonly string[];
  readonly #now: () => number;
  readonly #begun: number;
  /** Bytes that were read so far of the records that the worker appends. */
  readonly #readTo = { 'outcomes.jsonl': 0, 'exchanges.jsonl': 0 };
  readonly #lines = new LogLines();
  readonly #done = new Set<string>();
  /** The check that ended last. */
  #last: string | undefined;
  #requests = 0;
  #responses = 0;
  readonly #spent: Record<string, number> = {};
  /** When each order request that had not ended was read. */
  readonly #orders = new Map<string, number>();
  /** When each limiter opens. */
  readonly #opens = new Map<string, number>();
  #probedSince: number | undefined;
  #run: RunDescription | undefined;

  /**
   * @param out the folder of the run.
   * @param selected ids of all its checks.
   */
  constructor(out: string, selected: readonly string[], now: () => number = Date.now) {
    this.#out = out;
    this.#selected = selected;
    this.#now = now;
    this.#begun = now();
  }

  /** Takes note that the run waits for a limiter. */
  wait(limiter: string, seconds: number): void {
    this.#opens.set(limiter, this.#now() + seconds * 1000);
  }

  /** Takes note of a check that ended. */
  end(id: string): void {
    if (!this.#done.has(id)) this.#last = id;
    this.#done.add(id);
  }

  /** Reads what was recorded since the last time. */
  read(): void {
    const file = join(this.#out, 'run.json');
    if (existsSync(file)) this.#run ??= readRecord(file, runSchema);
    for (const line of this.#appendedTo('outcomes.jsonl')) {
      const entry = JSON.parse(line.toString()) as SelectedChecks | FinishedCheck;
      if ('outcome' in entry) this.end(entry.outcome.id);
    }
    for (const line of this.#appendedTo('exchanges.jsonl')) {
      const { attempts, spent = {}, exchange } = this.#lines.read(line);
      this.#requests += attempts;
      for (const [currency, value] of Object.entries(spent))
        this.#spent[currency] = (this.#spent[currency] ?? 0) + value;
      if (!exchange) continue;
      this.#responses += 1;
      if (exchange.route === route.orderRequest.id) this.#follow(exchange);
    }
    const rest = this.#selected.filter(id => !this.#done.has(id));
    if (rest.length > 0 && rest.every(isProbe)) this.#probedSince ??= this.#now();
  }

  /** Yields the whole lines since the last time. */
  *#appendedTo(file: 'outcomes.jsonl' | 'exchanges.jsonl'): Generator<Buffer> {
    for (const line of linesIn(join(this.#out, file), this.#readTo[file])) {
      this.#readTo[file] += line.length + 1;
      if (line.length > 0) yield line;
    }
  }

  #follow(exchange: Exchange): void {
    const id = exchange.request.url.split('/').at(-1) ?? '';
    if (!isSuccess(exchange)) return;
    if (has(exchange, 'result') || has(exchange, 'error')) this.#orders.delete(id);
    else this.#orders.set(id, this.#now());
  }

  /** Returns the line of a log. */
  logLine(): string {
    return `${this.#done.size} of ${this.#selected.length} checks ran, ${this.#responses} responses`;
  }

  /** Returns the parts of the line of a terminal; what matters most comes first and last. */
  parts(): string[] {
    const last = this.#probedSince === undefined ? this.#last : 'limits.';
    const area = last === undefined ? '' : `${areaOf(last)}: `;
    return [
      `${area}${this.#done.size} of ${this.#selected.length} checks`,
      `${this.#requests} ${this.#requests === 1 ? 'request' : 'requests'}`,
      ...this.#money(),
      ...this.#left(),
      ...this.#awaited(),
    ];
  }

  /** Returns the money that is spent of what may be spent, which counts over several runs; what is nearest to its cap comes last. */
  #money(): string[] {
    const { replay, target, spentEarlier = {} } = this.#run ?? {};
    const most = target?.origin === 'configured' ? (replay?.settings['GV_MAX_SPEND'] as Money) : {};
    return Object.entries(this.#spent)
      .map(([currency, value]) => {
        const cap = most?.[currency];
        const sum = value + (cap === undefined ? 0 : (spentEarlier[currency] ?? 0));
        return { currency, cap, sum: Math.round(sum * 100) / 100 };
      })
      .toSorted((a, b) => a.sum / (a.cap ?? Infinity) - b.sum / (b.cap ?? Infinity))
      .map(
        ({ currency, cap, sum }) => `${sum}${cap === undefined ? '' : ` of ${cap}`} ${currency}`,
      );
  }

  /** Returns the time that is left, if the other checks take as long as those that are done. */
  #left(): string[] {
    const all = this.#selected.filter(id => !isProbe(id));
    const done = all.filter(id => this.#done.has(id)).length;
    const ms = this.#now() - this.#begun;
    if (done < soonest.checks || ms < soonest.ms || done === all.length) return [];
    const time = duration((ms / done) * (all.length - done));
    const probes =
      all.length < this.#selected.length && this.#run?.target.allow.includes('exhaust');
    return [probes ? `${time} to the limiters` : `${time} left`];
  }

  #awaited(): string[] {
    const now = this.#now();
    const [wait] = [...this.#opens]
      .filter(([, opens]) => opens > now)
      .toSorted(([, a], [, b]) => a - b);
    if (wait) return [`waiting ${duration(wait[1] - now)} for the ${wait[0]} limiter`];
    if (this.#probedSince !== undefined)
      return [`measuring limiters, ${duration(now - this.#probedSince)}`];
    const orders = [...this.#orders.values()].filter(at => at > now - stillMs).length;
    return orders > 0 ? [`${orders} ${orders === 1 ? 'order' : 'orders'} in progress`] : [];
  }
}

const duration = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;

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
