/** Settings as options: `GV_MAX_SPEND` is `--max-spend`. */
import {
  loadProfiles,
  settingNames,
  settings,
  type SettingName,
} from '../../fixtures/config/settings.ts';
import { permissions } from '../../fixtures/config/parsers.ts';
import { featureNames } from '../../schemas/features/features.ts';
import { profiles } from '../../schemas/profiles.ts';
import { limiterNames } from '../../schemas/routes.ts';

/** The process list shows options to everybody on the machine. */
export const isSecret = (name: SettingName): boolean => 'secret' in settings[name];

export const optionOf = (name: SettingName): string =>
  name.replace(/^GV_/, '').toLowerCase().replaceAll('_', '-');

const starting = (...starts: string[]): SettingName[] =>
  settingNames.filter(name => starts.some(start => name.startsWith(start)));

const ofLoad = starting('GV_LOAD_');
const ofCertificates = [
  'GV_FEATURES',
  'GV_SIGNING_KEY',
  'GV_CHALLENGE',
  'GV_CERTIFICATE_DAYS',
] as const satisfies readonly SettingName[];

const without = (...left: readonly SettingName[]): SettingName[] =>
  settingNames.filter(name => !left.includes(name));

/** Settings that have an effect on a run of the checks. */
export const settingsOfRuns = without(...ofLoad, ...ofCertificates);
export const settingsOfCertificates = without(...ofLoad, 'GV_PROFILE');
export const settingsOfLoad = without(...ofCertificates, ...starting('GV_PROBE', 'GV_PROFILE'));

/** Beside what applies to every request, what reads alone need. */
export const settingsOfReads = without(
  ...ofLoad,
  ...ofCertificates,
  ...starting('GV_PROBE', 'GV_PROFILE', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_STATE'),
);

/** Settings that recorded traffic is read and judged with. */
export const settingsOfRecordings = [
  ...settingNames.filter(isSecret),
  'GV_BULK_ORDER_PATH',
  'GV_COUNTRIES',
  ...starting('GV_LEDGER_', 'GV_SEARCH_'),
  'GV_SORT_BY',
  'GV_OUT',
] as const satisfies readonly SettingName[];

/** Settings whose values are known, for completion. */
export const closedValues: { readonly [Name in SettingName]?: readonly string[] } = {
  GV_PROFILE: profiles,
  GV_ALLOW: permissions,
  GV_PROBE: limiterNames,
  GV_FEATURES: featureNames,
  GV_LOAD_PROFILE: loadProfiles,
};

/** Those that take several of them, with commas. */
export const listed: readonly SettingName[] = ['GV_ALLOW', 'GV_PROBE', 'GV_FEATURES'];

/** Why a key is no option, and where it goes. */
export const secretRefusal = (name: SettingName): string =>
  `--${optionOf(name)} is no option: everybody on this machine can read the options of a process. Set ${name} in .env (mode 600) or in the environment.`;
