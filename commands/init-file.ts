/** Writes settings to `.env`, so that reading them gives the same values. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { parse } from 'dotenv';
import { whyUnwritable, writeWhole } from '../harness/output/files.ts';
import { linesAmiss } from '../harness/config/environment.ts';
import { baseUrl } from '../harness/config/parsers.ts';
import { settingNames, settings, type SettingName } from '../harness/config/settings.ts';
import { ConfigurationError, parseValues, type Environment } from '../harness/config/values.ts';

type Settings = Readonly<Record<string, string>>;

const heading = `# Made by ./gv init; .env.example explains every setting. Never commit a file with keys.\n`;

/**
 * Writes settings to a file that only its owner can read: whole, or not at all.
 *
 * @throws Error that names cause and remedy.
 */
export function save(file: string, settings: Settings): void {
  const isThere = existsSync(file);
  const text = withSettings(isThere ? readFileSync(file, 'utf8') : undefined, settings);
  try {
    // Of a link, what it leads to.
    writeWhole(isThere ? realpathSync(file) : file, text, { mode: 0o600 });
  } catch (error) {
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
}

/**
 * Returns the text with these settings; lines that name others stay as they are.
 *
 * @param text of the file that is there.
 * @throws Error if reading it would give another value.
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
      `${wrong.join(', ')}: the file that is there is written in a way that init cannot change; change it by hand`,
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

/** Returns the value in the first quotes with which it is read back as it is. */
function written(name: string, value: string): string {
  const forms = quotes.map(quote => quote + value + quote);
  const form = forms.find(each => !/[\r\n]/.test(each) && reads(name, each, value));
  if (form === undefined)
    throw new Error(`${name}: no quotes keep this value as it is; put it into the environment`);
  return form;
}

/** Returns true if the value is read back; the line after it shows that it ends there. */
const reads = (name: string, form: string, value: string): boolean => {
  if (form === value && !/^[\w.,:/@%+=-]+$/.test(value)) return false;
  const { [name]: found, after } = parse(`${name}=${form}\nafter=x\n`);
  return found === value && after === 'x';
};

export type Texts = Readonly<Partial<Record<SettingName, string>>>;

/** Settings that `init` writes: they describe a target, and leave out folders and bounds of this machine. */
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
  const text = readFileSync(0, 'utf8');
  const found = parse(text);
  if (text.trim() !== '' && Object.keys(found).length === 0)
    throw new ConfigurationError(['standard input: no line is a setting like GV_API_KEY=...']);
  const problems = [...linesAmiss(text, found), ...parseValues(found).problems];
  if (problems.length > 0)
    throw new ConfigurationError(problems.map(each => `standard input: ${each}`));
  return chosen(found);
}

/** Begins with the version of the API. */
const ofRoutes = /\/api\/v\d+(?:\/.*)?$/;

/**
 * Returns {base_url} of an address as people have it: without a scheme, or with a route of the API.
 *
 * @throws Error that states the fault.
 */
export function normalised(given: string): string {
  const text = given.trim().replace(/^<(.*)>$/, '$1');
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const parsed = baseUrl(withScheme.replace(/[?#].*$/s, ''));
  return baseUrl(parsed.replace(ofRoutes, '').replace(/\/+$/, ''));
}

/**
 * Returns the settings with {base_url} instead of the address, and says so if it differs.
 *
 * @throws ConfigurationError
 */
export function withPlainAddress(texts: Texts, say: (text: string) => void): Texts {
  const { GV_BASE_URL: given } = texts;
  if (given === undefined) return texts;
  const problem = problemOf('GV_BASE_URL', given);
  if (problem !== undefined) throw new ConfigurationError([`GV_BASE_URL: ${problem}`]);
  const address = normalised(given);
  if (address !== given) say(`The address is taken as ${address}.`);
  return { ...texts, GV_BASE_URL: address };
}

/** Returns why a setting cannot have this text. */
export function problemOf(name: SettingName, text: string): string | undefined {
  try {
    if (name === 'GV_BASE_URL') normalised(text);
    else settings[name].parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
