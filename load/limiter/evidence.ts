import {
  inPhase,
  integerHeader,
  isAdmitted,
  isRejected,
  type Note,
} from '../../schemas/records/limiter.ts';
import { isUnclear } from './foreign.ts';

/** The notes of one limiter, cut into what the plan did; counts are of admitted requests. */
export interface Evidence {
  readonly notes: readonly Note[];
  /** Everything that went to the limiter that is probed. */
  readonly own: readonly Note[];
  readonly rejections: readonly Note[];
  /** Rejections of the other routes of the limiter. */
  readonly siblings: readonly Note[];
  /** The first exhaustion; the second, spread in time; what was admitted at once after polling. */
  readonly first: readonly Note[];
  readonly second: readonly Note[];
  readonly third: readonly Note[];
  readonly capacity: number;
  /** Why the plan ended. */
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
    second: inPhase(notes, 'sooner', 'after', 'early', 'half', 'rest').filter(isFromAdmission),
    third: inPhase(notes, 'poll', 'refill').filter(isFromAdmission),
    capacity: count(first),
    stopped,
  };
}

export function count(notes: readonly Note[]): number {
  return notes.filter(isAdmitted).length;
}

/** Drops what came before the first admission: rejected requests and polls belong to no new window. */
function isFromAdmission(_: Note, index: number, all: readonly Note[]): boolean {
  const start = all.findIndex(isAdmitted);
  return start >= 0 && index >= start;
}

/** True if nothing was admitted again once a rejection had arrived: one window, one counter. */
export function isClean(exhaustion: readonly Note[]): boolean {
  const rejected = Math.min(...exhaustion.filter(isRejected).map(note => note.receivedAt));
  return exhaustion.every(note => !isAdmitted(note) || note.sentAt < rejected);
}

/**
 * The admissions of an exhaustion that nobody else took part in, by the limiter's own headers:
 * Remaining went through n-1 .. 0 in whatever order the responses came. Undefined otherwise.
 */
export function countedDown(exhaustion: readonly Note[]): readonly Note[] | undefined {
  const admitted = exhaustion.filter(isAdmitted);
  if (admitted.length === 0 || exhaustion.some(isUnclear)) return undefined;
  if (!exhaustion.some(isRejected)) return undefined;
  const values = admitted.map(note => integerHeader(note, 'ratelimit-remaining') ?? -1);
  values.sort((a, b) => b - a);
  return values.every((value, i) => value === values.length - 1 - i) ? admitted : undefined;
}
