/** Reads and appends the lines of the ledger. Lines are only appended, in one file a day. */
import { isObject } from '../../../schemas/records/exchange.ts';
import type { Files } from './disk.ts';
import { exact, isAmount, isMoney, type Money } from './money.ts';

/** Line that is written before a request is sent. */
interface Reserved {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Digest of the key whose account pays. */
  readonly key: string;
  /** Money that the request could spend. */
  readonly reserved: Money;
  readonly run: string;
  readonly target: string;
  /** Route, or the sender of many requests. */
  readonly what: string;
}

/** Line that ends a reservation. Without it, the whole reservation counts as spent. */
interface Settled {
  readonly settles: string;
  readonly spent: Money;
}

/** Line after which the earlier lines of some keys no longer count. */
interface Reset {
  readonly reset: number;
  readonly keys: readonly string[];
}

type Line = Reserved | Settled | Reset;

export interface Entry extends Reserved {
  /** Money that counts against the cap. */
  readonly spent: Money;
}

/** Time for which money counts against GV_MAX_SPEND. */
export const windowMs = 24 * 60 * 60 * 1000;

const nameOf = (now: number): string => `${new Date(now).toISOString().slice(0, 10)}.jsonl`;

/** Appends lines, and reads new lines of all processes, each once. */
export class Lines {
  readonly #files: Files;
  /** Position up to which each file was read. */
  readonly #ends = new Map<string, number>();
  readonly #entries = new Map<string, Entry>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** Returns after the line is on disk. @throws Error if the line could not be written. */
  append(line: Line, now: number): void {
    // The first line break ends a line that another process may have left half-written.
    this.#files.append(nameOf(now), Buffer.from(`\n${JSON.stringify(line)}\n`));
  }

  /**
   * Reads new lines, and returns the entries of some keys, or of all, that count now. Later entries count too, because the clock may have been set back. Files are
   * never removed, because a clock that was ahead for a moment would make the ledger forget money.
   */
  counted(now: number, keys?: readonly string[]): Entry[] {
    const since = now - windowMs;
    const first = nameOf(since);
    for (const file of this.#files.names()) if (file >= first) this.#readOn(file);
    const found: Entry[] = [];
    // One loop, because a day may have thousands of entries.
    for (const entry of this.#entries.values())
      if (entry.at > since && (keys?.includes(entry.key) ?? true)) found.push(entry);
    return found;
  }

  /** Reads the new lines of a file. The request of an unfinished line was not sent. */
  #readOn(file: string): void {
    const start = this.#ends.get(file) ?? 0;
    const bytes = this.#files.read(file, start);
    const end = bytes?.lastIndexOf('\n') ?? -1;
    if (!bytes || end < 0) return;
    for (const text of bytes.toString('utf8', 0, end).split('\n')) this.#add(parse(text));
    this.#ends.set(file, start + end + 1);
  }

  #add(line: Line | undefined): void {
    if (line === undefined) return;
    if ('reset' in line) {
      for (const { id, key } of this.#entries.values())
        if (line.keys.includes(key)) this.#entries.delete(id);
    } else if ('settles' in line) {
      const entry = this.#entries.get(line.settles);
      if (entry) this.#entries.set(entry.id, { ...entry, spent: line.spent });
    } else this.#entries.set(line.id, { ...line, spent: line.reserved });
  }
}

/** Returns the sum of entries. It rounds only the sum, because a day may have thousands of entries. */
export function sumOf(entries: readonly Entry[]): Money {
  const sum: Record<string, number> = {};
  for (const { spent } of entries)
    for (const currency in spent) sum[currency] = (sum[currency] ?? 0) + (spent[currency] ?? 0);
  return Object.fromEntries(
    Object.entries(sum).map(([currency, value]) => [currency, exact(value)]),
  );
}

const minute = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the times between which the money of entries stops counting. */
export function backBetween(entries: readonly Entry[]): { from: string; to: string } {
  const times = entries.map(({ at }) => at + windowMs);
  return { from: minute(Math.min(...times)), to: minute(Math.max(...times)) };
}

/** Returns undefined for a line that is broken or not ours. */
function parse(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isLine(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

function isLine(line: unknown): line is Line {
  if (!isObject(line)) return false;
  if ('reset' in line) return Array.isArray(line['keys']);
  if ('settles' in line) return isMoney(line['spent']);
  return typeof line['id'] === 'string' && isAmount(line['at']) && isMoney(line['reserved']);
}
