/** Exchanges and notes -> the form that a result keeps them in, where each piece of a long text is there once. */
import { createHash } from 'node:crypto';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { LimiterProbe } from '../../schemas/records/limiter.ts';
import type { ConformanceResult, LimiterResult } from '../../schemas/records/result.ts';
import type { StoredText } from '../../schemas/records/texts.ts';

/** Shorter texts stay where they are. */
const long = 200;
/** Between two objects of a list: most long bodies are lists of the same objects. */
const seam = /(?<=\},)(?=\{)/;
/** Of the digest, in hexadecimal digits: 48 bits. */
const digits = 12;

/** Collects the texts of one result. */
export class TextStore {
  readonly texts: Record<string, string> = {};

  text(text: string, least = long): StoredText {
    return text.length < least ? text : text.split(seam).map(piece => this.#keep(piece));
  }

  exchange({ id, request, response, ...rest }: Exchange): [string, StoredExchange] {
    const { body, ...sent } = request;
    const stored: StoredExchange = {
      ...rest,
      request: { ...sent, ...(body === undefined ? {} : { body: this.text(body) }) },
      response: { ...response, body: this.text(response.body) },
    };
    return [id, stored];
  }

  limiter(probe: LimiterProbe): LimiterResult {
    if ('skipped' in probe) return probe;
    const { name, settings, findings, notes } = probe;
    const startedAt = notes[0]?.sentAt ?? 0;
    return {
      name,
      ...findings,
      settings,
      startedAt,
      notes: notes.map(({ sentAt, receivedAt, body, ...note }) => ({
        ...note,
        at: sentAt - startedAt,
        took: receivedAt - sentAt,
        // Rejections repeat one body hundreds of times.
        body: this.text(body, 1),
      })),
    };
  }

  #keep(piece: string): string {
    const digest = createHash('sha256').update(piece).digest('hex').slice(0, digits);
    this.texts[digest] = piece;
    return digest;
  }
}

type StoredExchange = ConformanceResult['exchanges'][string];
