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

/** The most bytes of a night, short enough for a webhook: lists and texts are cut if it would be longer, the counts are not. */
export const longestNight = 2048;

/**
 * `same`, `changed`: the contract holds as far as it was shown, and nothing or something else changed.
 * `warning`: nothing failed, and a requirement warns that did not warn before.
 * `worse`: a verdict failed that did not fail before. `failing`: something failed, and all of it failed before, too, or there is
 * nothing to compare with.
 * `incomplete`: nothing failed, and a demanded case was not exercised.
 * `error`: nothing failed, but the suite or the network did: the contract was not shown to be broken.
 * `not-run`: the run could not start, or it left no result.
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
    /** Id of a requirement, with a case behind ` / ` if the requirement is as it was. */
    about: text,
    before: text,
    after: text,
  },
  { anchor: text },
);

/** The file that `./gv drift ... --json FILE` writes about a night. */
export const nightSchema = file(
  'What a night found',
  closed(
    {
      schemaVersion: constant(1),
      outcome,
      /** A sentence for people: chats show this field of a webhook. */
      text,
      /** When the run began; if it did not, when this was written. */
      at: time,
      /** Ids of the requirements that failed and are not waived. */
      failed: texts,
      /** Why the run could not start or finish, or what it demanded and did not exercise. */
      reasons: texts,
      worse: listOf(change),
      counts: closed({ failed: count, worse: count, changes: count }),
      /** Paths of the pages of this night; of a run that could not start, of what it printed. */
      pages: texts,
    },
    {
      /** Absent if there was no run, like all that follows of it. */
      target: text,
      profile: text,
      suite: text,
      verdict: oneOf(runVerdicts),
      /** When the run began that this one was compared with; absent on the first night. */
      comparedWith: time,
    },
  ),
  'night',
);

export interface NightRecord extends TypeOf<typeof nightSchema> {}
