/** Removes quotes from settings. Imports no module, because each virtual user of a load in k6 loads this file. */
import type { Environment } from './values.ts';

/** Returns true for a name of ours, also misspelled: `gv_api_key`, `GV-API-KEY`. */
export const looksLikeOurs = (name: string): boolean => /^gv[-_.]/i.test(name);

/**
 * Returns the settings of an environment without quotes around their values. `docker run --env-file` and
 * `kubectl create secret --from-env-file` keep the quotes of a `.env`.
 */
export const withoutQuotes = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => looksLikeOurs(name))
      .map(([name, text]) => [name, text?.replace(/^(['"`])([^]*)\1$/, '$2')]),
  );
