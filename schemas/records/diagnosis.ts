/** The shape of `doctor --json`: if a run can start, and what is worth a look before. */
import { plan } from './plan.ts';
import { closed, constant, file, flag, listOf, oneOf, text, type TypeOf } from './schema.ts';

/** `stop`: a run could not start. */
export const marks = ['ok', 'look', 'stop'] as const;
export type Mark = (typeof marks)[number];

const finding = closed({
  mark: oneOf(marks),
  /** What was seen, and what to do. */
  text,
});
export interface Finding extends TypeOf<typeof finding> {}

const section = closed({
  name: oneOf(['configuration', 'machine', 'target', 'keys', 'money', 'plan']),
  findings: listOf<Finding>(finding),
});
export interface Section extends TypeOf<typeof section> {}

export const diagnosisSchema = file(
  'Whether a conformance run can start',
  closed(
    { schemaVersion: constant(1), canStart: flag, sections: listOf<Section>(section) },
    {
      /** Absent if a run could not start. */
      plan,
    },
  ),
);
export interface Diagnosis extends TypeOf<typeof diagnosisSchema> {}
