/** Stores each piece of the long texts of a result once, because many lists have the same products. */
import type { Exchange, StoredExchange, StoredText } from './exchange.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { LimiterRecord, Note } from './limiter.ts';

/** Longest body in characters. A string of V8 can have about twice as many. */
const longestText = 2 ** 28;

/** Pieces by digest. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Concatenates the pieces. A concatenated string refers to its pieces until it is read.
 *
 * @throws Error if the result lacks a piece.
 */
function wholeText(stored: StoredText, texts: Texts): string {
  if (typeof stored === 'string') return stored;
  return stored.reduce((whole, digest) => whole + piece(digest, texts), '');
}

function piece(digest: string, texts: Texts): string {
  const found = Object.hasOwn(texts, digest) ? texts[digest] : undefined;
  if (found !== undefined) return found;
  throw new Error(`the result lacks the text ${digest}, which one of its exchanges refers to`);
}

/**
 * Counts the characters of all bodies before any is built, because a small file can repeat one piece without limit.
 *
 * @throws Error if the result lacks a piece, or if a body is longer than any that a run reads.
 */
export function charactersOf({ exchanges, limiters, texts }: Stored): number {
  let sum = 0;
  const add = (stored: StoredText = '') => {
    const before = sum;
    if (typeof stored === 'string') sum += stored.length;
    else for (const digest of stored) sum += piece(digest, texts).length;
    if (sum - before > longestText) throw new Error(`a body has ${sum - before} characters`);
  };
  for (const { request, response } of Object.values(exchanges)) {
    add(request.body);
    add(response.body);
  }
  for (const limiter of limiters)
    if (!('skipped' in limiter)) for (const { body } of limiter.notes) add(body);
  return sum;
}

export type Stored = Pick<RecordedRun, 'exchanges' | 'limiters' | 'texts'>;

/** Returns the exchanges by id, with whole bodies. */
export function exchangesOf({
  exchanges,
  texts,
}: Pick<Stored, 'exchanges' | 'texts'>): Map<string, Exchange> {
  return new Map(
    Object.entries(exchanges).map(([id, stored]) => [id, wholeExchange({ id, ...stored }, texts)]),
  );
}

/** Returns an exchange with its whole body. */
export function wholeExchange(
  { request, response, ...rest }: StoredExchange & { readonly id: string },
  texts: Texts,
): Exchange {
  const { body, ...sent } = request;
  return {
    ...rest,
    request: { ...sent, ...(body === undefined ? {} : { body: wholeText(body, texts) }) },
    response: { ...response, body: wholeText(response.body, texts) },
  };
}

/** Returns the notes of the probe of a limiter. Empty if it was not probed. */
export function notesOf(limiter: LimiterRecord, texts: Texts): Note[] {
  if ('skipped' in limiter) return [];
  return limiter.notes.map(({ at, took, body, ...note }) => ({
    ...note,
    sentAt: limiter.startedAt + at,
    receivedAt: limiter.startedAt + at + took,
    body: wholeText(body, texts),
  }));
}
