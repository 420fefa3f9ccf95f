/** Settings as they are given: an address as people have it; the environment, options (which are in it) and standard input. */
import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { baseUrl } from '../../fixtures/config/parsers.ts';
import { settingNames, settings, type SettingName } from '../../fixtures/config/settings.ts';
import { ConfigurationError, parseValues, type Environment } from '../../fixtures/config/values.ts';

export type Texts = Readonly<Partial<Record<SettingName, string>>>;

/** The settings that `init` writes: those that describe a target, without folders and bounds of this machine. */
export const initialisable: readonly SettingName[] = settingNames.filter(
  name => 'target' in settings[name],
);

/** Returns what `init` writes of an environment. */
export const chosen = (env: Environment): Texts =>
  Object.fromEntries(
    initialisable.flatMap(name => (env[name] ? [[name, env[name]] as const] : [])),
  );

/**
 * Reads settings like `GV_API_KEY=...`, a line each.
 *
 * @throws ConfigurationError
 */
export function ofStandardInput(): Texts {
  const found = parse(readFileSync(0, 'utf8'));
  const { problems } = parseValues(found);
  if (problems.length > 0)
    throw new ConfigurationError(problems.map(each => `standard input: ${each}`));
  return chosen(found);
}

interface Address {
  readonly address: string;
  /** Differences to what was given, for the person to see. */
  readonly changes: readonly string[];
}

/** Begins with the version of the API. */
const ofRoutes = /\/api\/v\d+(?:\/.*)?$/;

/**
 * Returns {base_url} of an address as people have it.
 *
 * @throws Error that states what is wrong with it.
 */
export function normalised(given: string): Address {
  const text = given.trim().replace(/^<(.*)>$/, '$1');
  const changes: string[] = [];
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (withScheme !== text) changes.push('https:// was put before it');
  const plain = withScheme.replace(/[?#].*$/s, '');
  if (plain !== withScheme) changes.push('what follows ? or # was left out');
  const parsed = baseUrl(plain);
  const address = parsed.replace(ofRoutes, '').replace(/\/+$/, '');
  if (address !== parsed)
    changes.push(
      `${parsed.slice(address.length)} was left out: the routes below it are those of the API`,
    );
  return { address: baseUrl(address), changes };
}

/**
 * Returns the settings with {base_url} in place of the address, and says what was changed of it.
 *
 * @throws ConfigurationError
 */
export function withPlainAddress(texts: Texts, say: (text: string) => void): Texts {
  if (texts.GV_BASE_URL === undefined) return texts;
  const problem = problemOf('GV_BASE_URL', texts.GV_BASE_URL);
  if (problem !== undefined) throw new ConfigurationError([`GV_BASE_URL: ${problem}`]);
  const { address, changes } = normalised(texts.GV_BASE_URL);
  for (const change of changes) say(`${address}: ${change}.`);
  return { ...texts, GV_BASE_URL: address };
}

/** Returns why a text is none for a setting. */
export function problemOf(name: SettingName, text: string): string | undefined {
  try {
    if (name === 'GV_BASE_URL') normalised(text);
    else settings[name].parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
