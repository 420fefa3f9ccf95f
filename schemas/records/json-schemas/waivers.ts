import { requirementIds } from '../../requirements/index.ts';

/** A reason or an owner that is empty states nothing. */
const text = { type: 'string', minLength: 1 } as const;

/** JSON Schema (2020-12) of `waivers.json`. */
export const waiverSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:gift-voucher-conformance:waivers:1',
  title: 'Waivers of a conformance run',
  type: 'object',
  additionalProperties: false,
  required: ['waivers'],
  properties: {
    $schema: text,
    waivers: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['requirement', 'reason', 'owner', 'expires'],
        properties: {
          requirement: { enum: requirementIds },
          case: text,
          reason: text,
          owner: text,
          expires: { type: 'string', format: 'date' },
        },
      },
    },
  },
};
