/** Results of claims. */
import type { Claim, Note } from '../../../schemas/records/limiter.ts';

/** The result of a claim, before it knows its id and the indices of its notes. */
export interface ClaimResult extends Omit<Claim, 'claim' | 'evidence'> {
  readonly seen: readonly Note[];
}

/** A claim that these notes show to be kept. */
export function passed(seen: readonly Note[]): ClaimResult {
  return { verdict: 'passed', seen };
}

/** A claim that these notes show to be broken. */
export function failed(expected: string, actual: string, seen: readonly Note[]): ClaimResult {
  return { verdict: 'failed', expected, actual, seen };
}

/** A claim that the notes do not show either way. */
export function notExercised(reason: string, seen: readonly Note[] = []): ClaimResult {
  return { verdict: 'not-exercised', reason, seen };
}

/** A claim that does not concern this limiter. */
export function notApplicable(reason: string): ClaimResult {
  return { verdict: 'not-applicable', reason, seen: [] };
}

/** Fails on the first note that `wrong` describes; passes on all of them otherwise. */
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
