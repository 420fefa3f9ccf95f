/** Defines `baseline.json`, which `./gv baseline` writes and a gate reads. */
import { closed, count, text, texts, type TypeOf } from './schema.ts';

const origin = {
  /** Address of the target, or `reference`. */
  target: text,
  /** Version of the suite. */
  suite: text,
};

/** Describes the run that made a baseline. */
const originSchema = closed(origin);
export interface BaselineOrigin extends TypeOf<typeof originSchema> {}

/** Describes the baseline of a gate in its result: the number of cases, which older results lack, and the origin if the file says it. */
export const readBaselineSchema = closed({}, { cases: count, ...origin });

export const baselineSchema = closed(
  {
    /** Cases that a gate demands, as `requirement / case`. If later runs may use another name for the case, only the requirement. */
    cases: { ...texts, minItems: 1 },
  },
  {
    ...origin,
    /** Requirements whose warnings a gate accepts. */
    warnings: texts,
  },
);
export interface Baseline extends TypeOf<typeof baselineSchema> {}
