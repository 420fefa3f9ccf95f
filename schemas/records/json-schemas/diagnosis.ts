/** JSON Schema (2020-12) of `doctor --json`. */
import { marks, sectionNames } from '../diagnosis.ts';
import { planSchema } from './plan.ts';
import { closed, head, listOf, text } from './parts.ts';

const { $schema: _, title: __, ...plan } = planSchema;

const finding = closed({ mark: { enum: [...marks] }, text });

export const diagnosisSchema = {
  ...head('Whether a conformance run can start'),
  ...closed(
    {
      schemaVersion: { const: 1 },
      canStart: { type: 'boolean' },
      sections: listOf(closed({ name: { enum: [...sectionNames] }, findings: listOf(finding) })),
    },
    { plan },
  ),
};
