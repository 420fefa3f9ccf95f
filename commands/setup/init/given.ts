/** Settings that need not be asked for: those of the environment, of options (which are in it), and of standard input. */
import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { settingNames, settings, type SettingName } from '../../../fixtures/config/settings.ts';
import {
  ConfigurationError,
  parseValues,
  type Environment,
} from '../../../fixtures/config/values.ts';
import { normalised } from './address.ts';

export type Texts = Readonly<Partial<Record<SettingName, string>>>;

/** What `init` writes: settings that describe a target. Folders and bounds of this machine are not among them. */
export const initialisable: readonly SettingName[] = settingNames.filter(
  name => 'target' in settings[name],
);

/** `GV_API_KEY=...`, a line each. */
export function ofStandardInput(text = readFileSync(0, 'utf8')): Texts {
  const found = parse(text);
  const { problems } = parseValues(found);
  if (problems.length > 0)
    throw new ConfigurationError(problems.map(each => `standard input: ${each}`));
  return chosen(found);
}

/** Of an environment, what `init` writes. */
export const chosen = (env: Environment): Texts =>
  Object.fromEntries(
    initialisable.flatMap(name => (env[name] ? [[name, env[name]] as const] : [])),
  );

/** Why a text is none for a setting. */
export function problemOf(name: SettingName, text: string): string | undefined {
  try {
    if (name === 'GV_BASE_URL') normalised(text);
    else settings[name].parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** @throws ConfigurationError */
export function withPlainAddress(texts: Texts, say: (text: string) => void): Texts {
  const { GV_BASE_URL: given } = texts;
  if (given === undefined) return texts;
  const problem = problemOf('GV_BASE_URL', given);
  if (problem !== undefined) throw new ConfigurationError([`GV_BASE_URL: ${problem}`]);
  const { address, changes } = normalised(given);
  for (const change of changes) say(`${address}: ${change}.`);
  return { ...texts, GV_BASE_URL: address };
}

/** Address and one key: what a target needs. */
export function missingOf(texts: Texts): string[] {
  return [
    ...(texts.GV_BASE_URL === undefined ? ['GV_BASE_URL (--base-url, or in the environment)'] : []),
    ...(texts.GV_API_KEY === undefined && texts.GV_AUTOMATION_KEY === undefined
      ? [
          'GV_API_KEY or GV_AUTOMATION_KEY (in the environment, or as a line of standard input with --stdin)',
        ]
      : []),
  ];
}
