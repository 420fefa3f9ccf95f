import { runVerdicts } from './result.ts';
import {
  closed,
  constant,
  count,
  file,
  listOf,
  oneOf,
  text,
  texts,
  time,
  type TypeOf,
} from './schema.ts';

/** Longest report of a night in bytes, short enough for a webhook. Longer lists and texts are cut, but the counts stay. */
export const longestNight = 2048;

/**
 * `same`, `changed`: nothing failed, and nothing changed or something else did. `warning`: nothing failed, and a requirement
 * warns for the first time. `worse`: a requirement fails for the first time. `failing`: every failure is old, or there is
 * nothing to compare with. `incomplete`: nothing failed, and a demanded case was not exercised. `error`: nothing failed, but the
 * suite or the network did, so the contract was not shown to be broken. `not-run`: the run could not start, or it left no
 * result.
 */
const outcome = oneOf([
  'same',
  'changed',
  'warning',
  'worse',
  'failing',
  'incomplete',
  'error',
  'not-run',
]);
export type NightOutcome = TypeOf<typeof outcome>;

const change = closed(
  {
    /** Id of a requirement, followed by ` / ` and a case if only the case changed. */
    about: text,
    before: text,
    after: text,
  },
  { anchor: text },
);

/** File that `./gv drift ... --json FILE` writes about a night. */
export const nightSchema = file(
  'What a night found',
  closed(
    {
      schemaVersion: constant(1),
      outcome,
      /** Sentence for people. Chats show this field of a webhook. */
      text,
      /** Start of the run. If it did not start, the time of this report. */
      at: time,
      /** Ids of the requirements that failed and are not waived. */
      failed: texts,
      /** Reasons why the run could not start or finish, and demanded cases that were not exercised. */
      reasons: texts,
      worse: listOf(change),
      counts: closed({ failed: count, worse: count, changes: count }),
      /** Paths of the pages of this night. If the run could not start, paths of its output. */
      pages: texts,
    },
    {
      /** Absent if there was no run, like the next fields. */
      target: text,
      profile: text,
      suite: text,
      verdict: oneOf(runVerdicts),
      /** Start of the run that was compared. Absent on the first night. */
      comparedWith: time,
    },
  ),
  'night',
);

export interface NightRecord extends TypeOf<typeof nightSchema> {}
