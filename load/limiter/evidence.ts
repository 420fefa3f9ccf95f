import { inPhase, integerHeader, isAdmitted, isRefusal, type Note } from '../probe/note.ts';

/** The notes of one limiter, cut into what the plan did; counts are of admitted requests. */
export interface Evidence {
  notes: readonly Note[];
  /** Everything that went to the measured limiter. */
  own: Note[];
  refusals: Note[];
  /** The first exhaustion; the second, spread in time; what was admitted at once after polling. */
  first: Note[];
  second: Note[];
  third: Note[];
  capacity: number;
  /** Why the plan went no further. */
  stopped: string;
}

export function gather(notes: readonly Note[], stopped: string): Evidence {
  const own = notes.filter(note => note.to === undefined);
  const first = inPhase(notes, 'warm', 'burst');
  return {
    notes,
    own,
    refusals: own.filter(isRefusal),
    first,
    second: inPhase(notes, 'sooner', 'after', 'early', 'half', 'rest').filter(isFromAdmission),
    third: inPhase(notes, 'poll', 'refill').filter(isFromAdmission),
    capacity: count(first),
    stopped,
  };
}

export function count(notes: readonly Note[]): number {
  return notes.filter(isAdmitted).length;
}

/** Drops what came before the first admission: refused asks and polls belong to no new window. */
function isFromAdmission(_: Note, index: number, all: Note[]): boolean {
  const start = all.findIndex(isAdmitted);
  return start >= 0 && index >= start;
}

/** Whether nothing was admitted again once a refusal had arrived: one window, one counter. */
export function isClean(exhaustion: readonly Note[]): boolean {
  const refused = Math.min(...exhaustion.filter(isRefusal).map(note => note.receivedAt));
  return exhaustion.every(note => !isAdmitted(note) || note.sentAt < refused);
}

/**
 * The admissions of an exhaustion that nobody else took part in, by the limiter's own account:
 * Remaining went through n-1 .. 0 in whatever order the answers came. Undefined otherwise.
 */
export function countedDown(exhaustion: readonly Note[]): Note[] | undefined {
  const admitted = exhaustion.filter(isAdmitted);
  if (admitted.length === 0 || exhaustion.some(note => note.status === 0)) return undefined;
  if (!exhaustion.some(isRefusal)) return undefined;
  const values = admitted.map(note => integerHeader(note, 'ratelimit-remaining') ?? -1);
  values.sort((a, b) => b - a);
  return values.every((value, i) => value === values.length - 1 - i) ? admitted : undefined;
}
