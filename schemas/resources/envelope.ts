import { object, type Schema } from '../schema.ts';
import { boolean, string } from '../values.ts';

/** Response to an accepted automation action: its name and `data` (§4.2). */
export function envelope(action: string, data: Schema): Schema {
  return object(`Answer to ${action}`, {
    success: boolean,
    action: { ...string, const: action },
    data,
  });
}
