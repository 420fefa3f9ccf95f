/** The shape of `doctor --json`: whether a run can start, and what is worth a look before. Its JSON Schema is in json-schemas/diagnosis.ts. */
import type { Plan } from './plan.ts';

/** `stop`: a run could not start. */
export const marks = ['ok', 'look', 'stop'] as const;
export type Mark = (typeof marks)[number];

export interface Finding {
  readonly mark: Mark;
  /** What was seen, and what to do. */
  readonly text: string;
}

export const sectionNames = [
  'configuration',
  'machine',
  'target',
  'keys',
  'money',
  'plan',
] as const;

export interface Section {
  readonly name: (typeof sectionNames)[number];
  readonly findings: readonly Finding[];
}

export interface Diagnosis {
  readonly schemaVersion: 1;
  readonly canStart: boolean;
  readonly sections: readonly Section[];
  /** Absent where a run could not start. */
  readonly plan?: Plan;
}
