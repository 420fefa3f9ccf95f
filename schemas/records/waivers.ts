import { requirementIds } from '../../contract/statements.ts';
import { closed, file, listOf, oneOf, type SchemaOf, type TypeOf } from './schema.ts';

/** One that is empty states nothing. */
const statement: SchemaOf<string> = { type: 'string', minLength: 1 };

const day: SchemaOf<string> = { type: 'string', format: 'date' };

/** A failure that a team knows of and accepts for a time, or a warning that it accepts. */
export const waiverSchema = closed(
  {
    /** Id of the requirement. */
    requirement: oneOf<string>(requirementIds),
    reason: statement,
    /** Who answers for it. */
    owner: statement,
  },
  {
    /** The last day on which it holds (UTC), `2027-01-31`. Without it, a waiver accepts warnings alone. */
    expires: day,
    /** Id of one case; without it, every case of the requirement. */
    case: statement,
  },
);

export interface Waiver extends TypeOf<typeof waiverSchema> {}

/** `waivers.json` */
export const waiversSchema = file(
  'Waivers of a conformance run',
  closed({ waivers: listOf<Waiver>(waiverSchema) }, { $schema: statement }),
  'waivers',
);
