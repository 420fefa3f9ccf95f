/** What a run left on disk. */
import { existsSync, readFileSync } from 'node:fs';

/** @returns undefined where there is no such file. */
export function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The last line of a run that broke off may be half a line. */
export function readLines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map(line => JSON.parse(line) as unknown);
}
