import { requirementIds } from '../../contract/statements.ts';
import { closed, file, listOf, oneOf, type SchemaOf, type TypeOf } from './schema.ts';

/** Non-empty text. */
const statement: SchemaOf<string> = { type: 'string', minLength: 1 };

const day: SchemaOf<string> = { type: 'string', format: 'date' };

/** Failure or warning that a team knows and accepts. A failure is accepted until a date. */
export const waiverSchema = closed(
  {
    /** Id of the requirement. */
    requirement: oneOf<string>(requirementIds),
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

export interface Waiver extends TypeOf<typeof waiverSchema> {}

/** Describes `waivers.json`. */
export const waiversSchema = file(
  'Waivers of a conformance run',
  closed({ waivers: listOf<Waiver>(waiverSchema) }, { $schema: statement }),
  'waivers',
);
