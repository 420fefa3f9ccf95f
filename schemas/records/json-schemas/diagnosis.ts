/** JSON Schema (2020-12) of `doctor --json`. */
import { marks, sectionNames } from '../diagnosis.ts';
import { planSchema } from './plan.ts';
import { closed, text } from './parts.ts';

const { $schema, title: _, ...plan } = planSchema;

const finding = closed({ mark: { enum: [...marks] }, text });

export const diagnosisSchema = {
  $schema,
  title: 'Whether a conformance run can start',
  ...closed(
    {
      schemaVersion: { const: 1 },
      canStart: { type: 'boolean' },
      sections: {
        type: 'array',
        items: closed({
          name: { enum: [...sectionNames] },
          findings: { type: 'array', items: finding },
        }),
      },
    },
    { plan },
  ),
};
