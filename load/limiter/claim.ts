import type { Note } from '../probe/note.ts';

export const claimIds = [
  'rejection-status',
  'rejection-body',
  'body-wait',
  'retry-after-integer',
  'retry-after-kept',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'remaining-zero',
  'limit-admitted',
  'remaining-falls',
  'burst',
  'separate',
] as const;

export type ClaimId = (typeof claimIds)[number];

/** What the notes say about one statement of §8; `evidence` holds indices of notes. */
export interface Claim {
  claim: ClaimId;
  verdict: 'passed' | 'failed' | 'not-applicable' | 'not-exercised';
  reason?: string;
  expected?: string;
  actual?: string;
  evidence: number[];
}

/** A claim's outcome before it knows its id and the indices of its notes. */
export interface Outcome {
  verdict: Claim['verdict'];
  reason?: string;
  expected?: string;
  actual?: string;
  seen: Note[];
}

export function passed(seen: Note[]): Outcome {
  return { verdict: 'passed', seen };
}

export function failed(expected: string, actual: string, seen: Note[]): Outcome {
  return { verdict: 'failed', expected, actual, seen };
}

export function notExercised(reason: string, seen: Note[] = []): Outcome {
  return { verdict: 'not-exercised', reason, seen };
}

export function notApplicable(reason: string): Outcome {
  return { verdict: 'not-applicable', reason, seen: [] };
}

/** Fails on the first note that `wrong` describes; passes on all of them otherwise. */
export function everyNote(
  notes: Note[],
  expected: string,
  wrong: (note: Note) => string | undefined,
): Outcome {
  for (const note of notes) {
    const actual = wrong(note);
    if (actual !== undefined) return failed(expected, actual, [note]);
  }
  return passed(notes);
}
