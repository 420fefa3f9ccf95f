import { object, type Schema } from '../schema.ts';
import { boolean, string } from '../values.ts';

/** Answer of an automation action that was accepted: `data` under the name of the action (§4.2). */
export function envelope(action: string, data: Schema): Schema {
  return object(`Answer to ${action}`, {
    success: boolean,
    action: { ...string, const: action },
    data,
  });
}
