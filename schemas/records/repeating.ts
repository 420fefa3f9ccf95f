/** Defines what a later command needs to repeat a run in another shell, and writes that command. */
import { asWord } from './curl.ts';
import { closed, text, type TypeOf } from './schema.ts';

/**
 * Settings that a command does not take from a result, because a result permits nothing, sends no key anywhere and buys for nobody. Secrets
 * are not among them, and bodies of webhooks may have one.
 */
const given = {
  GV_ENV_FILE: text,
  GV_BASE_URL: text,
  GV_ALLOW: text,
  GV_MAX_SPEND: text,
  GV_RECIPIENT: text,
  GV_ORDER_BODY: text,
  GV_BULK_ORDER_PATH: text,
  GV_BULK_ORDER_BODY: text,
  GV_CA_FILE: text,
  GV_CLIENT_CERT: text,
  GV_CLIENT_KEY: text,
  GV_STATE: text,
  GV_OUT: text,
};
export const givenNames = Object.keys(given) as readonly (keyof typeof given)[];
export const givenSchema = closed({}, given);
export interface Given extends TypeOf<typeof givenSchema> {}

/** Limits the length of a command in a report. The settings of a person are shorter, and a result that somebody sent may have any length. */
export const longestCommand = 10_000;

/** Returns the name of a setting as an option: `max-spend` for GV_MAX_SPEND. */
export const optionOf = (name: string): string =>
  name.replace(/^GV_/, '').toLowerCase().replaceAll('_', '-');

/**
 * Returns a command with the given settings as options.
 *
 * @example
 * commandWith('repeat auth.missing-key', { GV_ALLOW: 'write,spend', GV_MAX_SPEND: '250 GBP' });
 * // ./gv repeat auth.missing-key --allow write,spend --max-spend '250 GBP'
 */
export function commandWith(words: string, { GV_ENV_FILE: file, ...settings }: Given): string {
  const options = givenNames.flatMap(name => {
    const value = name === 'GV_ENV_FILE' ? undefined : settings[name];
    return value === undefined ? [] : [`--${optionOf(name)} ${asWord(value)}`];
  });
  const variable = file === undefined ? [] : [`GV_ENV_FILE=${asWord(file)}`];
  return [...variable, './gv', words, ...options].join(' ');
}
