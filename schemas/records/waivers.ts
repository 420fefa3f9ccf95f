/** The shape of `waivers.json`: failures that a team knows of and accepts for a time. */
import { requirementIds } from '../requirements/index.ts';

export interface Waiver {
  /** Id of the requirement. */
  readonly requirement: string;
  /** Id of one case; without it, every case of the requirement. */
  readonly case?: string;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** The last day on which it holds (UTC), `2027-01-31`. */
  readonly expires: string;
}

export interface WaiverFile {
  readonly $schema?: string;
  readonly waivers: readonly Waiver[];
}

const text = { type: 'string', minLength: 1 } as const;

/** JSON Schema (2020-12). */
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
