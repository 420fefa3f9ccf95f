/** States what a run lacks to exercise a case, as data. Reports make the sentences. */
import { amount, anyOf, closed, mapOf, oneOf, textOf, type TypeOf } from './records/schema.ts';
import type { Permission } from './routes.ts';

export const lacksSchema = anyOf(
  /** Setting that is not set. */
  closed({ setting: textOf<`GV_${string}`>() }),
  /** Permission that GV_ALLOW does not have. */
  closed({ permission: oneOf<Exclude<Permission, 'read'>>(['write', 'spend', 'exhaust']) }),
  /** Money that GV_MAX_SPEND has no room for, by currency. */
  closed({ money: mapOf(amount) }),
  /** Set if the profile leaves the case out, or the user selected other checks. */
  oneOf(['profile', 'selection']),
);
export type Lacks = TypeOf<typeof lacksSchema>;

/** Returns true if the profile or the user left a case or a requirement out, which is no gap. */
export const isLeftOut = (lacks: Lacks | undefined): boolean =>
  lacks === 'profile' || lacks === 'selection';

/** Returns the setting to change, as a user writes it: `GV_KEY_REVOKED`, `GV_ALLOW=spend`. Without one, returns undefined. */
export function settingOf(lacks: Lacks): string | undefined {
  if (typeof lacks === 'string') return undefined;
  if ('setting' in lacks) return lacks.setting;
  return 'permission' in lacks ? `GV_ALLOW=${lacks.permission}` : 'GV_MAX_SPEND';
}
