/** Lines of `exchanges.jsonl`: each piece of a long body is in the line of the first exchange that has it. */
import { createHash } from 'node:crypto';
import type { Exchange } from '../schemas/records/exchange.ts';
import { logLineSchema, type LogEntry, type LogLine } from '../schemas/records/log-entry.ts';
import { routes } from '../schemas/routes.ts';
import { wholeExchange, type Texts } from '../schemas/records/texts.ts';
import { asRecord } from './json.ts';
import { linesIn } from './lines.ts';
import { Pieces } from './pieces.ts';
import { beginning, harmlessJson } from './sanitize.ts';

/** Bytes of bodies that a run keeps: what reads them holds them in memory, and no string has more than 512 MiB. */
const mostEvidence = 200_000_000;
/** Characters of a body beyond that. */
const shown = 4096;

/** Writes and reads the lines of one log. */
export class LogLines {
  /** Pieces that were read. */
  readonly #texts: Record<string, string> = {};
  /** Digests of those that the log has. */
  readonly #known = new Set<string>();
  readonly #mostEvidence: number;
  #evidence = 0;

  /** @param most bytes of evidence. */
  constructor(most = mostEvidence) {
    this.#mostEvidence = most;
  }

  /** A line with its end. */
  write({ exchange, ...entry }: LogEntry): string {
    if (!exchange) return harmlessJson(entry, 0);
    const whole = this.#stored(exchange);
    const fits = this.#evidence + whole.bytes <= this.#mostEvidence;
    const { line, texts } = fits || isKept(exchange) ? whole : this.#stored(shortened(exchange));
    this.#count(texts);
    const fresh = Object.keys(texts).length > 0 ? { texts } : {};
    return harmlessJson({ ...entry, exchange: line, ...fresh } satisfies LogLine, 0);
  }

  /**
   * @param line without its end.
   * @param log where it was read.
   * @throws SyntaxError if it is no JSON, Error if it is no line of a log, or refers to a piece of a line that is not there.
   */
  read(line: Buffer, log = 'the exchange log'): LogEntry {
    const json: unknown = JSON.parse(line.toString());
    const { exchange, texts = {}, ...entry } = asRecord(json, logLineSchema, log);
    this.#count(texts);
    Object.assign(this.#texts, texts);
    return exchange ? { ...entry, exchange: wholeExchange(exchange, this.#texts) } : entry;
  }

  #stored(exchange: Exchange) {
    const pieces = new Pieces();
    const [id, stored] = pieces.exchange(exchange);
    const fresh = Object.entries(pieces.texts).filter(([digest]) => !this.#known.has(digest));
    const bytes = fresh.reduce((sum, [, text]) => sum + sizeOf(text), 0);
    return { line: { id, ...stored }, texts: Object.fromEntries(fresh), bytes };
  }

  #count(texts: Texts): void {
    for (const [digest, text] of Object.entries(texts)) {
      if (!this.#known.has(digest)) this.#evidence += sizeOf(text);
      this.#known.add(digest);
    }
  }
}

/** The entries of a log, one at a time; half a line that a crash left is left out. */
export function* entriesIn(file: string): Generator<LogEntry> {
  const lines = new LogLines();
  for (const line of linesIn(file)) if (line.length > 0) yield lines.read(line, file);
}

/** In JSON, in which a control character takes six. */
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Webhooks that a run has to remove are known by their responses. */
const isKept = ({ route }: Exchange): boolean =>
  routes.all.find(({ id }) => id === route)?.effect === 'write';

function shortened(exchange: Exchange): Exchange {
  const { response, unrecorded = [] } = exchange;
  const { body } = response;
  if (body.length <= shown) return exchange;
  return {
    ...exchange,
    response: { ...response, body: beginning(body, shown) },
    unrecorded: [...new Set([...unrecorded, 'response body' as const])],
    shortened: {
      characters: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    },
  };
}
