/** Reads the files of a run. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @returns undefined where there is no such file. */
export function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Version of this suite. */
export const version = (): string =>
  (readJson(fileURLToPath(new URL('../package.json', import.meta.url))) as { version: string })
    .version;

/** JSON of each line; an unfinished last line of a run that broke off is ignored. */
export function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map(line => JSON.parse(line) as T);
}
