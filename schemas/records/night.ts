/**
 * What `./gv drift ... --json FILE` writes of a night, short enough for a webhook: at most `longestNight` bytes. Lists
 * and texts are cut where it would be longer; the counts are not. Its JSON Schema is in json-schemas/night.ts.
 */
import type { RunVerdict } from './result.ts';

export const longestNight = 2048;

/**
 * `same`, `changed`: the contract holds as far as it was shown, and nothing or something else changed.
 * `worse`: a verdict failed that did not fail before. `failing`: something failed, and all of it failed before, too, or there is
 * nothing to compare with.
 * `incomplete`: nothing failed, and a demanded case was not exercised.
 * `error`: nothing failed, but the suite or the network did: the contract was not shown to be broken.
 * `not-run`: the run could not start and left no result.
 */
export const nightOutcomes = [
  'same',
  'changed',
  'worse',
  'failing',
  'incomplete',
  'error',
  'not-run',
] as const;
export type NightOutcome = (typeof nightOutcomes)[number];

interface NightChange {
  /** Id of a requirement, with a case behind ` / ` where the requirement is as it was. */
  readonly about: string;
  readonly anchor?: string;
  readonly before: string;
  readonly after: string;
}

export interface NightRecord {
  readonly schemaVersion: 1;
  readonly outcome: NightOutcome;
  /** A sentence for people: chats show this field of a webhook. */
  readonly text: string;
  /** When the run began; where it did not, when this was written. */
  readonly at: string;
  /** Absent where there was no run, like all that follows of it. */
  readonly target?: string;
  readonly profile?: string;
  readonly suite?: string;
  readonly verdict?: RunVerdict;
  /** Ids of the requirements that failed and are not waived. */
  readonly failed: readonly string[];
  /** Why the run could not start or finish, or what it demanded and did not exercise. */
  readonly reasons: readonly string[];
  /** When the run began that this one was compared with; absent on the first night. */
  readonly comparedWith?: string;
  readonly worse: readonly NightChange[];
  readonly counts: { readonly failed: number; readonly worse: number; readonly changes: number };
  /** Paths of the pages of this night; of a run that could not start, of what it printed. */
  readonly pages: readonly string[];
}
