/** The embedded reference in place of a target: the settings that the target has, with the reference's values. */
import { isUuid } from '../../../fixtures/config/keys.ts';
import {
  settingNames,
  settings,
  type SettingName,
  type Values,
} from '../../../fixtures/config/settings.ts';
import { targetOf, type Target } from '../../../fixtures/config/target.ts';
import { parseValues } from '../../../fixtures/config/values.ts';
import type { Patch } from '../../../reference/types.ts';

/** What bounds a run, whatever the target is. */
const bounds: readonly SettingName[] = [
  'GV_ALLOW',
  'GV_MAX_SPEND',
  'GV_PROFILE',
  'GV_MAX_REQUESTS',
  'GV_SEED',
  'GV_RUNS',
  'GV_RECIPIENT',
];

/** Between this machine and the target: nothing is between it and the reference. */
const ofNetwork: readonly SettingName[] = ['GV_CA_FILE', 'GV_CLIENT_CERT', 'GV_CLIENT_KEY'];

/** @param served the settings of the reference. */
export function standInFor(target: Target, served: Readonly<Record<string, string>>): Target {
  const { origin, values } = target;
  const { values: ofReference } = parseValues(served);
  const valueOf = (name: SettingName): unknown => {
    if (bounds.includes(name)) return values[name];
    const isMeant = origin === 'reference' || values[name] !== undefined;
    return isMeant && settings[name].target && !ofNetwork.includes(name)
      ? ofReference[name]
      : undefined;
  };
  const chosen = Object.fromEntries(
    settingNames
      .map(name => [name, valueOf(name)] as const)
      .filter(([, value]) => value !== undefined),
  ) as Values;
  const same = hasOneKey(target) ? { GV_API_KEY: chosen.GV_AUTOMATION_KEY! } : {};
  return { ...targetOf({ ...chosen, ...same }, origin === 'reference'), maxRps: Infinity };
}

/** Both settings hold one key. */
const hasOneKey = ({ values: { GV_API_KEY: business, GV_AUTOMATION_KEY: automation } }: Target) =>
  business !== undefined && business === automation;

const isPresent = ({ values }: Target, name: 'GV_API_KEY' | 'GV_AUTOMATION_KEY'): boolean =>
  values[name] !== undefined;

/** A business key alone that is a UUID may serve for both (§5.4). */
const mayServeForBoth = (target: Target): boolean =>
  isPresent(target, 'GV_API_KEY') &&
  !isPresent(target, 'GV_AUTOMATION_KEY') &&
  isUuid(target.values.GV_API_KEY ?? '');

/** The business key of the reference serves for both where that of the target may. */
export const keysLike = (target: Target): readonly Patch[] =>
  mayServeForBoth(target)
    ? [
        {
          data({ keys, random }) {
            Object.assign(keys.business, { value: random.uuid(), integration: true });
          },
        },
      ]
    : [];

/** What only a read of the target shows. `smoke` asks for it neither, and uses no key for another. */
export function assumptions(target: Target): string[] {
  if (target.origin === 'reference' || target.profile === 'smoke') return [];
  const alone = mayServeForBoth(target)
    ? 'GV_API_KEY'
    : isPresent(target, 'GV_API_KEY')
      ? undefined
      : 'GV_AUTOMATION_KEY';
  return alone === undefined ? [] : [`${alone} serves for business and automation routes`];
}
