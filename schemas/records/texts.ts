/** Long texts of a result, each piece of them once: the same products are in many lists. */
import type { Exchange, StoredExchange, StoredText } from './exchange.ts';
import type { LimiterResult, Note } from './limiter.ts';
import type { ConformanceResult } from './result.ts';

/** Characters of a body; a string of V8 has twice as many at most. */
const longestText = 2 ** 28;

/** Digest -> piece. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Added up, not joined: a string that was added up refers to its pieces until it is read.
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
 * Characters of all bodies together, before any is joined: a small file may name one piece as often as it likes.
 *
 * @throws Error if the result lacks a piece, or a body is longer than any that a run reads.
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

type Stored = Pick<ConformanceResult, 'exchanges' | 'limiters' | 'texts'>;

/** Id -> exchange, with whole bodies. */
export function exchangesOf({
  exchanges,
  texts,
}: Pick<ConformanceResult, 'exchanges' | 'texts'>): Map<string, Exchange> {
  return new Map(
    Object.entries(exchanges).map(([id, stored]) => [id, wholeExchange({ id, ...stored }, texts)]),
  );
}

/** One exchange, with whole bodies. */
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

/** Returns what the probe of a limiter noted; nothing for one that was not probed. */
export function notesOf(limiter: LimiterResult, texts: Texts): Note[] {
  if ('skipped' in limiter) return [];
  return limiter.notes.map(({ at, took, body, ...note }) => ({
    ...note,
    sentAt: limiter.startedAt + at,
    receivedAt: limiter.startedAt + at + took,
    body: wholeText(body, texts),
  }));
}
