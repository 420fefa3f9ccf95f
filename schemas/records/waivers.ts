import { closed, file, listOf, oneOf, type SchemaOf, type TypeOf } from './schema.ts';

/** Non-empty text. */
const statement: SchemaOf<string> = { type: 'string', minLength: 1 };

const day: SchemaOf<string> = { type: 'string', format: 'date' };

/** Describes a failure or warning that a team knows and accepts. A failure is accepted until a date. */
export const waiverOf = (requirement: SchemaOf<string>) =>
  closed(
    {
      /** Id of the requirement. */
      requirement,
      reason: statement,
      /** Person or team responsible. */
      owner: statement,
    },
    {
      /** Last day of the waiver (UTC), `2027-01-31`. Without a date, a waiver accepts warnings only. */
      expires: day,
      /** Id of one case. Without it, the waiver covers every case of the requirement. */
      case: statement,
    },
  );

export interface Waiver extends TypeOf<ReturnType<typeof waiverOf>> {}

/** Describes `waivers.json`, given the ids of all requirements. */
export const waiversSchema = (requirementIds: readonly string[]) =>
  file(
    'Waivers of a conformance run',
    closed(
      { waivers: listOf<Waiver>(waiverOf(oneOf<string>(requirementIds))) },
      { $schema: statement },
    ),
    'waivers',
  );
