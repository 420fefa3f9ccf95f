/** Reads the version of this suite, without loading the schemas of its records. */
import { readFileSync } from 'node:fs';

/** Returns the version of this suite. */
export const version = (): string =>
  (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    }
  ).version;
