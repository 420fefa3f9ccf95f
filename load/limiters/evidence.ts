/** Cuts the notes of a probe into evidence, and has what claims are made of. */
import {
  bodyKept,
  type Claim,
  type ProbeResponse,
  inPhase,
  integerHeader,
  isAdmitted,
  isRejected,
  type Note,
} from '../../schemas/records/limiter.ts';
import { isObject, jsonIn } from '../../schemas/records/exchange.ts';
import { bodyProblem } from '../../schemas/rejection.ts';

const stated = (name: string) => (note: Note | undefined) => note && integerHeader(note, name);

/** Return what a response states, if it is an integer: Limit, Remaining, and Reset in seconds since 1970 (§8). */
export const limitOn = stated('ratelimit-limit');
export const remainingOn = stated('ratelimit-remaining');
export const resetOn = stated('ratelimit-reset');

/** Notes of one limiter, cut into what the plan did; counts are of admitted requests. */
export interface Evidence {
  readonly notes: readonly Note[];
  /** Everything that went to the limiter that is probed. */
  readonly own: readonly Note[];
  readonly rejections: readonly Note[];
  /** Rejections of the other routes of the limiter. */
  readonly siblings: readonly Note[];
  /** Three exhaustions: the first, the second, which is spread in time, and what was admitted at once after polling. */
  readonly first: readonly Note[];
  readonly second: readonly Note[];
  readonly third: readonly Note[];
  readonly capacity: number;
  /** Reason for which the plan ended. */
  readonly stopped: string;
}

/** Cuts the notes of a probe into what the plan did; `stopped` is why it ended. */
export function gather(notes: readonly Note[], stopped: string): Evidence {
  const own = notes.filter(note => note.to === undefined);
  const first = inPhase(notes, 'warm', 'burst');
  return {
    notes,
    own,
    rejections: own.filter(isRejected),
    siblings: notes.filter(note => note.phase === 'siblings' && isRejected(note)),
    first,
    second: inPhase(notes, 'midway', 'after', 'early', 'half', 'rest').filter(isFromAdmission),
    third: inPhase(notes, 'poll', 'refill').filter(isFromAdmission),
    capacity: count(first),
    stopped,
  };
}

/** Returns how many were admitted. */
export function count(notes: readonly Note[]): number {
  return notes.filter(isAdmitted).length;
}

/** Returns when the last of the requests was sent. */
export function lastSent(list: readonly Note[]): number {
  return Math.max(...list.map(note => note.sentAt));
}

/** Returns when the last of the responses had arrived. */
export function lastReceived(list: readonly Note[]): number {
  return Math.max(...list.map(note => note.receivedAt));
}

/** Returns the last rejection before a note. */
export function lastRejected(own: readonly Note[], before: Note | undefined): Note | undefined {
  return before && own.slice(0, own.indexOf(before)).findLast(isRejected);
}

/** Groups requests that were under way together. */
export function together(notes: readonly Note[]): readonly Note[][] {
  const sends: Note[][] = [];
  let received = -Infinity;
  for (const note of notes) {
    const current = sends.at(-1);
    // Clocks show whole milliseconds: what was sent in one may have been under way together.
    if (current && (note.sentAt < received || note.sentAt === current.at(-1)!.sentAt))
      current.push(note);
    else sends.push([note]);
    received = Math.max(received, note.receivedAt);
  }
  return sends;
}

/** Drops what came before the first admission: rejected requests and polls belong to no new window. */
function isFromAdmission(_: Note, index: number, all: readonly Note[]): boolean {
  const start = all.findIndex(isAdmitted);
  return start >= 0 && index >= start;
}

/** Returns true if an exhaustion ended in a rejection, and nothing was admitted again. */
export const isWhole = (exhaustion: readonly Note[]): boolean =>
  exhaustion.some(isRejected) && isClean(exhaustion);

/** True if nothing was admitted again once a rejection had arrived: one window, one counter. */
export function isClean(exhaustion: readonly Note[]): boolean {
  const rejected = Math.min(...exhaustion.filter(isRejected).map(note => note.receivedAt));
  return exhaustion.every(note => !isAdmitted(note) || note.sentAt < rejected);
}

/**
 * Returns the admissions of an exhaustion that nobody else took part in, by the limiter's own headers: Remaining went through
 * n-1 .. 0, for requests at once in any order. Undefined if it did not.
 */
export function countedDown(exhaustion: readonly Note[]): readonly Note[] | undefined {
  const admitted = exhaustion.filter(isAdmitted);
  if (admitted.length === 0 || exhaustion.some(isUnclear)) return undefined;
  if (!exhaustion.some(isRejected)) return undefined;
  const values = together(admitted).flatMap(sent =>
    sent.map(note => remainingOn(note) ?? -1).toSorted((a, b) => b - a),
  );
  return values.every((value, i) => value === values.length - 1 - i) ? admitted : undefined;
}

/** Rejections in a row that end a window. */
export const confirmations = 4;

/** True if a response carries any of the three headers. */
export const hasRateLimit = ({ headers }: Note): boolean =>
  Object.keys(headers).some(name => name.startsWith('ratelimit-'));

/** True of a 429 with a page, not JSON: of a gateway, or of a limiter that breaks §8. */
const isPage = (note: Note): boolean => bodyProblem(note.body)?.startsWith('not JSON') === true;

/** Returns the 429s without the pages of a gateway: they carry no RateLimit headers, and this limiter rejects otherwise. */
export function withoutPages(limited: readonly Note[]): readonly Note[] {
  const others = limited.filter(note => hasRateLimit(note) || !isPage(note));
  return others.some(({ to }) => to === undefined) ? others : limited;
}

/** True if a request got an answer that no limiter gives: none, or that of a gateway whose service is gone or too busy. */
export const isUnclear = (note: Note): boolean =>
  note.status === 0 || ([502, 503, 504].includes(note.status) && !isRejected(note));

/** Returns the error in a body of JSON. */
export const errorIn = (body: string): unknown => {
  const parsed = jsonIn(body);
  return isObject(parsed) ? parsed['error'] : undefined;
};

/** Result of a claim, without its id and the indices of its notes. */
export interface ClaimResult extends Omit<Claim, 'claim' | 'evidence'> {
  readonly seen: readonly Note[];
}

/** Returns a claim that these notes show to be kept. */
export function passed(seen: readonly Note[]): ClaimResult {
  return { verdict: 'passed', seen };
}

/** Returns a claim that these notes show to be broken. */
export function failed(expected: string, actual: string, seen: readonly Note[]): ClaimResult {
  return { verdict: 'failed', expected, actual, seen };
}

/** Returns a claim that the notes do not show either way. */
export function notExercised(reason: string, seen: readonly Note[] = []): ClaimResult {
  return { verdict: 'not-exercised', reason, seen };
}

/** Returns a claim that does not concern this limiter. */
export function notApplicable(reason: string): ClaimResult {
  return { verdict: 'not-applicable', reason, seen: [] };
}

/** Returns a claim that fails on the first note that `wrong` describes, and passes if it describes none. */
export function everyNote(
  notes: readonly Note[],
  expected: string,
  wrong: (note: Note) => string | undefined,
): ClaimResult {
  for (const note of notes) {
    const actual = wrong(note);
    if (actual !== undefined)
      return failed(expected, note.to === undefined ? actual : `${actual} (${note.to})`, [note]);
  }
  return passed(notes);
}

/** Joins the lines of each header as k6 does, so that two values of one header show. Lines that are equal are one value. */
export function joinLines(lines: readonly (readonly [string, string])[]): Record<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of lines)
    values.set(name.toLowerCase(), (values.get(name.toLowerCase()) ?? new Set()).add(value));
  return Object.fromEntries([...values].map(([name, each]) => [name, [...each].join(', ')]));
}

/**
 * Keeps of a response what a finding needs; every host builds its responses with it. Bodies of
 * admitted requests are somebody's data and are dropped but for their error, and `secret` is kept nowhere.
 */
export function keep(
  raw: Omit<ProbeResponse, 'headers'> & { headers: Record<string, string | undefined> },
  secret: string,
): ProbeResponse {
  const mask = (text: string) => (secret === '' ? text : text.replaceAll(secret, '<API_KEY>'));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw.headers)) {
    const lower = name.toLowerCase();
    if (value !== undefined && /^(date|retry-after|ratelimit-.*)$/.test(lower))
      headers[lower] = mask(value);
  }
  const response = { ...raw, headers, body: '' };
  const error = raw.status >= 400 ? errorIn(raw.body) : undefined;
  const admitted = typeof error === 'string' ? JSON.stringify({ error }) : '';
  const body = mask(isRejected(response) ? raw.body : admitted);
  return { ...response, body: body.slice(0, bodyKept) };
}
