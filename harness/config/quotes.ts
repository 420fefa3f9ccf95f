/** Removes quotes from settings. Imports no module, because each virtual user of a load in k6 loads this file. */
import type { Environment } from './values.ts';

/** Returns true for a name of ours, also misspelled: `gv_api_key`, `GV-API-KEY`. */
export const looksLikeOurs = (name: string): boolean => /^gv[-_.]/i.test(name);

/** Returns a value without the quotes around it. Uses no pattern, because k6 compiles each pattern again for each virtual user. */
export function removeQuotes(text: string): string {
  const first = text.charAt(0);
  const isQuoted = text.length > 1 && `'"\``.includes(first) && text.endsWith(first);
  return isQuoted ? text.slice(1, -1) : text;
}

/**
 * Returns the settings of an environment without quotes around their values. `docker run --env-file` and
 * `kubectl create secret --from-env-file` keep the quotes of a `.env`.
 */
export const withoutQuotes = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => looksLikeOurs(name))
      .map(([name, text]) => [name, text && removeQuotes(text)]),
  );
