/**
 * What happened to one probe request. Times are milliseconds of the sender's clock; status 0 means
 * that no answer arrived. `headers` holds only `date`, `retry-after` and `ratelimit-*`, lower-cased.
 */
export interface Answer {
  sentAt: number;
  receivedAt: number;
  status: number;
  headers: Record<string, string>;
  /** The first `BODY_KEPT` characters of a refusal's body; empty otherwise. */
  body: string;
}

/** An answer in its place in the plan; `to` names another limiter's route when it went there. */
export interface Note extends Answer {
  phase: Phase;
  to?: string;
}

/**
 * `before`, `separate`: other limiters, before this one is touched and while it refuses.
 * `warm`, `burst`: the first exhaustion. `sooner` (where waits announced at one time differ much), `after` (`early` when the announced wait is too long for
 * the bounds): single requests behind a silent wait. `half`, `rest`: the second exhaustion, spread
 * in time. `poll`: single requests until the first admission; `refill`: what is admitted at once
 * from there. `drain`, `drain-longer`: what is admitted after a part of the window and after twice
 * that. `poll-again`: until the window after that opens.
 */
export type Phase =
  | 'before'
  | 'warm'
  | 'burst'
  | 'separate'
  | 'sooner'
  | 'early'
  | 'after'
  | 'half'
  | 'rest'
  | 'poll'
  | 'refill'
  | 'drain'
  | 'drain-longer'
  | 'poll-again';

export const BODY_KEPT = 2048;

/**
 * Keeps of an answer what a judgement needs; every host builds its answers with it. Bodies of
 * admitted requests are somebody's data and are dropped, and `secret` is kept nowhere.
 */
export function keep(
  raw: Omit<Answer, 'headers'> & { headers: Record<string, string | undefined> },
  secret: string,
): Answer {
  const mask = (text: string) => (secret === '' ? text : text.replaceAll(secret, '<API_KEY>'));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw.headers)) {
    const lower = name.toLowerCase();
    if (value !== undefined && /^(date|retry-after|ratelimit-.*)$/.test(lower))
      headers[lower] = mask(value);
  }
  const answer = { ...raw, headers, body: '' };
  return isRefusal(answer) ? { ...answer, body: mask(raw.body).slice(0, BODY_KEPT) } : answer;
}

/** Whether the limiter turned the request away: a 429, or another error that says when to retry. */
export function isRefusal(note: Answer): boolean {
  return note.status === 429 || (note.status >= 400 && note.headers['retry-after'] !== undefined);
}

/** Whether the limiter let the request through, whatever the route made of it. */
export function isAdmitted(note: Answer): boolean {
  return note.status !== 0 && !isRefusal(note);
}

/** The notes of the given phases that went to the limiter being measured, in order. */
export function inPhase(notes: readonly Note[], ...phases: Phase[]): Note[] {
  return notes.filter(note => note.to === undefined && phases.includes(note.phase));
}

/** A header as an integer, or undefined when it is absent or anything else. */
export function integerHeader(note: Answer, name: string): number | undefined {
  const value = note.headers[name];
  return value !== undefined && /^-?\d+$/.test(value) ? Number(value) : undefined;
}

/**
 * The wait that a refusal asks for, in seconds, read generously (a fraction or an HTTP date counts)
 * so that a limiter with a malformed header can still be measured; undefined when there is none.
 */
export function announcedSeconds(note: Answer): number | undefined {
  const value = note.headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const until = Date.parse(value);
  const now = Date.parse(note.headers['date'] ?? '') || note.receivedAt;
  return Number.isNaN(until) || value.startsWith('-')
    ? undefined
    : Math.max(0, (until - now) / 1000);
}
