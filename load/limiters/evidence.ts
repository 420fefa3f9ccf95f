/** Splits the notes of a probe into evidence, and provides the results of claims. */
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

/** Return the integer value of a header: Limit, Remaining, or Reset in seconds since 1970 (§8). */
export const limitOn = stated('ratelimit-limit');
export const remainingOn = stated('ratelimit-remaining');
export const resetOn = stated('ratelimit-reset');

/** Notes of one limiter, split by the phases of the plan. Counts are of admitted requests. */
export interface Evidence {
  readonly notes: readonly Note[];
  /** Requests to the probed limiter. */
  readonly own: readonly Note[];
  readonly rejections: readonly Note[];
  /** Rejections on other routes of the limiter. */
  readonly siblings: readonly Note[];
  /** Three exhaustions: the first; the second, which is spread over time; and the admissions at once after polling. */
  readonly first: readonly Note[];
  readonly second: readonly Note[];
  readonly third: readonly Note[];
  readonly capacity: number;
  /** Reason why the plan ended. */
  readonly stopped: string;
}

/** Splits the notes of a probe by the phases of the plan. `stopped` is the reason why it ended. */
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

/** Returns the number of admitted requests. */
export function count(notes: readonly Note[]): number {
  return notes.filter(isAdmitted).length;
}

/** Returns the time at which the last request was sent. */
export function lastSent(list: readonly Note[]): number {
  return Math.max(...list.map(note => note.sentAt));
}

/** Returns the time at which the last response arrived. */
export function lastReceived(list: readonly Note[]): number {
  return Math.max(...list.map(note => note.receivedAt));
}

/** Returns the last rejection before a note. */
export function lastRejected(own: readonly Note[], before: Note | undefined): Note | undefined {
  return before && own.slice(0, own.indexOf(before)).findLast(isRejected);
}

/** Groups requests that overlapped in time. */
export function together(notes: readonly Note[]): readonly Note[][] {
  const sends: Note[][] = [];
  let received = -Infinity;
  for (const note of notes) {
    const current = sends.at(-1);
    // Clocks show whole milliseconds, so requests sent in the same millisecond may have overlapped.
    if (current && (note.sentAt < received || note.sentAt === current.at(-1)!.sentAt))
      current.push(note);
    else sends.push([note]);
    received = Math.max(received, note.receivedAt);
  }
  return sends;
}

/** Drops notes before the first admission, because rejections and polls belong to no new window. */
function isFromAdmission(_: Note, index: number, all: readonly Note[]): boolean {
  const start = all.findIndex(isAdmitted);
  return start >= 0 && index >= start;
}

/** Returns true if an exhaustion ended with a rejection, and nothing was admitted after it. */
export const isWhole = (exhaustion: readonly Note[]): boolean =>
  exhaustion.some(isRejected) && isClean(exhaustion);

/** Returns true if nothing was admitted after a rejection had arrived, so the window has one counter. */
export function isClean(exhaustion: readonly Note[]): boolean {
  const rejected = Math.min(...exhaustion.filter(isRejected).map(note => note.receivedAt));
  return exhaustion.every(note => !isAdmitted(note) || note.sentAt < rejected);
}

/**
 * Returns the admissions of an exhaustion if no other client took part, or undefined. Remaining must count from n-1 to 0. The order of
 * simultaneous requests does not matter.
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

/** Number of consecutive rejections that ends a window. */
export const confirmations = 4;

/** Returns true if a response has any of the three headers. */
export const hasRateLimit = ({ headers }: Note): boolean =>
  Object.keys(headers).some(name => name.startsWith('ratelimit-'));

/** Returns true for a 429 with a page instead of JSON, from a gateway or from a limiter that breaks §8. */
const isPage = (note: Note): boolean => bodyProblem(note.body)?.startsWith('not JSON') === true;

/** Returns the 429s without pages from a gateway, which have no RateLimit headers, if this limiter also sends other 429s. */
export function withoutPages(limited: readonly Note[]): readonly Note[] {
  const others = limited.filter(note => hasRateLimit(note) || !isPage(note));
  return others.some(({ to }) => to === undefined) ? others : limited;
}

/** Returns true if the response is not from a limiter: there was none, or a gateway reported that the service is gone or busy. */
export const isUnclear = (note: Note): boolean =>
  note.status === 0 || ([502, 503, 504].includes(note.status) && !isRejected(note));

/** Returns the error in a JSON body. */
export const errorIn = (body: string): unknown => {
  const parsed = jsonIn(body);
  return isObject(parsed) ? parsed['error'] : undefined;
};

/** Result of a claim, without its id and the indices of its notes. */
export interface ClaimResult extends Omit<Claim, 'claim' | 'evidence'> {
  readonly seen: readonly Note[];
}

/** Returns a passed claim with the notes that show it. */
export function passed(seen: readonly Note[]): ClaimResult {
  return { verdict: 'passed', seen };
}

/** Returns a failed claim with the notes that show it. */
export function failed(expected: string, actual: string, seen: readonly Note[]): ClaimResult {
  return { verdict: 'failed', expected, actual, seen };
}

/** Returns a claim that the notes cannot decide. */
export function notExercised(reason: string, seen: readonly Note[] = []): ClaimResult {
  return { verdict: 'not-exercised', reason, seen };
}

/** Returns a claim that does not apply to this limiter. */
export function notApplicable(reason: string): ClaimResult {
  return { verdict: 'not-applicable', reason, seen: [] };
}

/** Returns a claim that fails on the first note for which `wrong` returns a text, and passes otherwise. */
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

/** Joins the lines of each header as k6 does, so that different values are visible. Equal lines count once. */
export function joinLines(lines: readonly (readonly [string, string])[]): Record<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of lines)
    values.set(name.toLowerCase(), (values.get(name.toLowerCase()) ?? new Set()).add(value));
  return Object.fromEntries([...values].map(([name, each]) => [name, [...each].join(', ')]));
}

/**
 * Reduces a response to what findings need. Every host uses it. Bodies of admitted requests contain personal data, so only their error is
 * kept, and `secret` is always removed.
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
