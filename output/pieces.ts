/** Long texts in pieces, each of which is kept once: the same products are in many lists. */
import { createHash } from 'node:crypto';
import type { Exchange, StoredExchange, StoredText } from '../schemas/records/exchange.ts';

/** Shorter texts stay where they are. */
const long = 200;
/** Around each object of a list: most long bodies are lists of the same objects, whose heads and ends differ. */
const seam = /(?<=\},|\[)(?=\{)|(?<=\})(?=\])/;
/** Of the digest, in hexadecimal digits: 48 bits. */
const digits = 12;

export class Pieces {
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

  #keep(piece: string): string {
    const digest = createHash('sha256').update(piece).digest('hex').slice(0, digits);
    // A part of a string keeps all of it in memory; this is a copy.
    this.texts[digest] ??= Buffer.from(piece).toString();
    return digest;
  }
}
