import { anything, closed, text, type TypeOf } from './schema.ts';

/** What a run found out about its target in place of a setting that is not there. */
export const discoveredSchema = closed(
  {
    /** The setting, `GV_ORDER_UNKNOWN`. */
    name: text,
    /** How it was found, by its effect; or why it was not. */
    how: text,
  },
  {
    /** Absent: it was not found. */
    value: anything,
  },
);
export interface Discovered extends TypeOf<typeof discoveredSchema> {}
