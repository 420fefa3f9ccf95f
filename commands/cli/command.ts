/** Declares commands. Help and parsing follow from a declaration. */
import { type SettingName, settingNames, settings } from '../../harness/config/settings.ts';
import { optionOf } from '../../schemas/records/repeating.ts';
import type { RunVerdict } from '../../schemas/records/result.ts';

export interface Argument {
  readonly about: string;
  readonly optional?: true;
  /** True if the argument may be given any number of times. It must be the last. */
  readonly many?: true;
}

export interface Option {
  readonly about: string;
  /** Names the value in help. An option without a value is a switch. */
  readonly value?: string;
  readonly default?: string;
  readonly short?: string;
  readonly repeated?: true;
  /** Lists the only values that are accepted. */
  readonly choices?: readonly string[];
  /** Heading in help. */
  readonly group?: string;
}

type Arguments = Readonly<Record<string, Argument>>;
export type Options = Readonly<Record<string, Option>>;

type ArgumentValue<A extends Argument> = A extends { many: true }
  ? readonly string[]
  : A extends { optional: true }
    ? string | undefined
    : string;

type OptionValue<O extends Option> = O extends { value: string; repeated: true }
  ? readonly string[]
  : O extends { value: string; default: string }
    ? string
    : O extends { value: string }
      ? string | undefined
      : boolean;

/** Values given on the command line, by the names of arguments and options. */
type Given<A extends Arguments, O extends Options> = {
  readonly [Name in keyof A]: ArgumentValue<A[Name]>;
} & { readonly [Name in keyof O]: OptionValue<O[Name]> };

export type GivenOptions<O extends Options> = Given<{}, O>;

interface Settings {
  /** Names the settings that help shows. */
  readonly first: readonly SettingName[];
  /** Names all settings that affect the command. Each is an option. */
  readonly all: readonly SettingName[];
}

interface Declared {
  /** Says what the command does, for whom, and which files it leaves. */
  readonly about: string;
  readonly settings?: Settings;
  /** Options that are refused, with the reason. */
  readonly refused?: Readonly<Record<string, string>>;
  readonly examples: readonly (readonly [line: string, about: string])[];
  readonly exitCodes: Readonly<Record<number, string>>;
}

interface Declaration<A extends Arguments, O extends Options> extends Declared {
  readonly arguments?: A;
  readonly options?: O;
  /** @returns the exit code. */
  run(given: Given<A, O>): number | Promise<number>;
}

export interface Command extends Declared {
  readonly arguments: Arguments;
  readonly options: Options;
  run(given: Readonly<Record<string, unknown>>): number | Promise<number>;
}

export const command = <const A extends Arguments = {}, const O extends Options = {}>(
  declaration: Declaration<A, O>,
): Command => ({
  arguments: {},
  options: {},
  ...(declaration as unknown as Omit<Command, 'arguments' | 'options'>),
});

/** Reports wrong usage. The message has the wrong text and the right form. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses the value of an option, if it was given.
 *
 * @throws UsageError that names the option.
 */
export function parsed<T>(name: string, given: string | undefined, parse: (text: string) => T) {
  if (given === undefined) return undefined;
  try {
    return parse(given);
  } catch (error) {
    throw new UsageError(`--${name} ${(error as Error).message}.`);
  }
}

/** @param text like `30d`. */
export function days(text: string): number {
  const [, number] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (number === undefined) throw new Error('must be a number of days, like 30d');
  return Number(number);
}

/** Names the exit codes. `exitCodesOfRuns` explains them. */
export const exitCodes: Readonly<Record<RunVerdict, number>> = {
  conformant: 0,
  passed: 0,
  'non-conformant': 1,
  'wrong-waiver': 1,
  incomplete: 2,
  error: 3,
};

/**
 * Returns the exit code of a result.
 *
 * @param isComplete False if a report is missing, which is an error unless something failed.
 */
export function exitCodeOf({ verdict }: { verdict: RunVerdict }, isComplete: boolean): number {
  const code = exitCodes[verdict];
  return isComplete || code === exitCodes['non-conformant'] ? code : exitCodes.error;
}

/** Describes the exit codes of every command that runs the checks. */
export const exitCodesOfRuns = {
  0: 'nothing failed',
  1: 'something failed, a waiver is wrong, or a warning counts as a failure',
  2: 'a demanded case was not exercised',
  3: 'an error, or the run could not start',
} as const;

/** Returns true for a setting that is never an option, because the process list shows options to everybody on the machine. */
export const isSecret = (name: SettingName): boolean => 'secret' in settings[name];

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

/** Names the settings that affect a run of the checks. */
export const settingsOfRuns = without(...ofLoad, ...ofCertificates);
export const settingsOfCertificates = without(...ofLoad, 'GV_PROFILE');
export const settingsOfLoad = without(...ofCertificates, ...starting('GV_PROBE', 'GV_PROFILE'));

/** Names the settings of every request, and the settings of reads. */
export const settingsOfReads = without(
  ...ofLoad,
  ...ofCertificates,
  ...starting('GV_PROBE', 'GV_PROFILE', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_STATE'),
);

/** Names the settings that affect how recorded traffic is judged. */
export const settingsOfRecordings = [
  ...settingNames.filter(isSecret),
  'GV_BULK_ORDER_PATH',
  'GV_COUNTRIES',
  ...starting('GV_LEDGER_', 'GV_SEARCH_'),
  'GV_SORT_BY',
  'GV_STRICT',
  'GV_OUT',
] as const satisfies readonly SettingName[];

/** Says why a key cannot be an option, and where to set it. */
export const secretRefusal = (name: SettingName): string =>
  `--${optionOf(name)} is not an option, because everybody on this machine can read the options of a process. Set ${name} in .env (mode 600) or in the environment.`;
