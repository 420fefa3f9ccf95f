/** Says since when a requirement fails or warns. A result takes the streaks of the last result over and continues them. */
import { closed, mapOf, oneOf, positive, time, type TypeOf } from './schema.ts';

const streak = closed({
  state: oneOf(['failed', 'warning']),
  /** Start of the first run in which the requirement had this state. */
  since: time,
  /** Number of results since then that have this state. */
  results: positive,
});
export interface Streak extends TypeOf<typeof streak> {}

/** Streaks by the id of the requirement. */
export const streaksSchema = mapOf<Streak>(streak);
export type Streaks = Readonly<Record<string, Streak>>;

/**
 * Returns the streak of a requirement after one more result. A result that did not judge the requirement neither counts nor ends the
 * streak.
 *
 * @param state in the new result.
 */
export function continueStreak(
  before: Streak | undefined,
  state: string | undefined,
  startedAt: string,
): Streak | undefined {
  if (state === 'failed' || state === 'warning')
    return before?.state === state
      ? { ...before, results: before.results + 1 }
      : { state, since: startedAt, results: 1 };
  return state === 'passed' ? undefined : before;
}
