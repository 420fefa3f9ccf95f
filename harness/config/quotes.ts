/** Reads variables as they were meant. It imports nothing, because each virtual user of a load in k6 loads it. */
import type { Environment } from './values.ts';

/** Also as somebody may misspell it: `gv_api_key`, `GV-API-KEY`. */
export const looksLikeOurs = (name: string): boolean => /^gv[-_.]/i.test(name);

/**
 * Returns the settings of an environment without the quotes around them, which stay if a `.env` was handed over by
 * `docker run --env-file` or `kubectl create secret --from-env-file`.
 */
export const withoutQuotes = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => looksLikeOurs(name))
      .map(([name, text]) => [name, text?.replace(/^(['"`])([^]*)\1$/, '$2')]),
  );
