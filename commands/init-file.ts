/** Writes settings to `.env` so that they are read back unchanged. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { parse } from 'dotenv';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';
import { baseUrl } from '../harness/config/parsers.ts';
import { settingNames, settings, type SettingName } from '../harness/config/settings.ts';
import { ConfigurationError, type Environment } from '../harness/config/values.ts';

type Settings = Readonly<Record<string, string>>;

const heading = `# Made by ./gv init; .env.example explains every setting. Never commit a file with keys.\n`;

/**
 * Writes settings atomically to a file that only its owner can read.
 *
 * @throws Error with cause and remedy.
 */
export function save(file: string, settings: Settings): void {
  const isThere = existsSync(file);
  const text = withSettings(isThere ? readFileSync(file, 'utf8') : undefined, settings);
  try {
    // Follows a link.
    writeWhole(isThere ? realpathSync(file) : file, text, { mode: 0o600 });
  } catch (error) {
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
}

/**
 * Returns the text with these settings. Lines with other settings stay.
 *
 * @param text of the existing file.
 * @throws Error if a setting would be read back differently.
 */
export function withSettings(text: string | undefined, settings: Settings): string {
  const before = text ?? heading;
  const changed = Object.entries(settings).reduce(withSetting, before);
  const meant = { ...parse(before), ...settings };
  const found = parse(changed);
  const wrong = [...new Set([...Object.keys(meant), ...Object.keys(found)])].filter(
    name => found[name] !== meant[name],
  );
  if (wrong.length > 0)
    throw new Error(
      `${wrong.join(', ')}: init cannot change this setting in the existing file. Change it by hand`,
    );
  return changed;
}

function withSetting(text: string, [name, value]: readonly [string, string]): string {
  const line = `${name}=${written(name, value)}`;
  const own = new RegExp(`^[^\\S\\n]*(?:export\\s+)?${name}[^\\S\\n]*=.*$`, 'gm');
  if (own.test(text)) return text.replace(own, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

const quotes = ['', "'", '`', '"'] as const;

/** Returns the value in the first quotes with which it is read back unchanged. */
function written(name: string, value: string): string {
  const forms = quotes.map(quote => quote + value + quote);
  const form = forms.find(each => !/[\r\n]/.test(each) && reads(name, each, value));
  if (form === undefined)
    throw new Error(`${name}: no quotes keep this value unchanged. Set it in the environment`);
  return form;
}

/** Returns true if the value is read back unchanged, and ends before the next line. */
const reads = (name: string, form: string, value: string): boolean => {
  if (form === value && !/^[\w.,:/@%+=-]+$/.test(value)) return false;
  const { [name]: found, after } = parse(`${name}=${form}\nafter=x\n`);
  return found === value && after === 'x';
};

export type Texts = Readonly<Partial<Record<SettingName, string>>>;

/** Names the settings that `init` writes. They describe a target, not the folders and bounds of this machine. */
export const initialisable: readonly SettingName[] = settingNames.filter(
  name => 'target' in settings[name],
);

/** Returns the settings of an environment that `init` writes. */
export const settingsToWrite = (env: Environment): Texts =>
  Object.fromEntries(
    initialisable.flatMap(name => (env[name] ? [[name, env[name]] as const] : [])),
  );

/** Matches a path from the version of the API on. */
const ofRoutes = /\/api\/v\d+(?:\/.*)?$/;

/**
 * Returns {base_url} of an address that lacks a scheme or ends with a route of the API. A word is no address, because it may be a key,
 * which would be looked up as the name of a host.
 *
 * @throws Error with the fault.
 */
export function toBaseUrl(given: string): string {
  const text = given.trim().replace(/^<(.*)>$/, '$1');
  if (!/[.:/]/.test(text)) throw new Error('must begin with https:// or http://');
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const parsed = baseUrl(withScheme.replace(/[?#].*$/s, ''));
  return baseUrl(parsed.replace(ofRoutes, '').replace(/\/+$/, ''));
}

/**
 * Replaces the address by {base_url}, and says so if they differ.
 *
 * @throws ConfigurationError
 */
export function withPlainAddress(texts: Texts, say: (text: string) => void): Texts {
  const { GV_BASE_URL: given } = texts;
  if (given === undefined) return texts;
  const problem = problemOf('GV_BASE_URL', given);
  if (problem !== undefined) throw new ConfigurationError([`GV_BASE_URL: ${problem}`]);
  const address = toBaseUrl(given);
  if (address !== given) say(`Uses the address ${address}.`);
  return { ...texts, GV_BASE_URL: address };
}

/** Returns why a setting cannot have this text, or undefined. */
export function problemOf(name: SettingName, text: string): string | undefined {
  try {
    if (name === 'GV_BASE_URL') toBaseUrl(text);
    else settings[name].parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
