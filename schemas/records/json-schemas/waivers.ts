import { requirementIds } from '../../requirements/index.ts';
import { closed, head, listOf } from './parts.ts';

/** A reason or an owner that is empty states nothing. */
const text = { type: 'string', minLength: 1 } as const;

export const waiver = closed(
  {
    requirement: { enum: requirementIds },
    reason: text,
    owner: text,
    expires: { type: 'string', format: 'date' },
  },
  { case: text },
);

/** JSON Schema (2020-12) of `waivers.json`. */
export const waiverSchema = {
  ...head('Waivers of a conformance run', 'waivers'),
  ...closed({ waivers: listOf(waiver) }, { $schema: text }),
};
