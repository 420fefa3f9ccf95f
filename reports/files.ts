/** Reads and writes the files of a run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '../fixtures/output/json.ts';
import { linesIn } from '../fixtures/output/lines.ts';
import { harmlessJson } from '../fixtures/output/sanitize.ts';
import { writeWhole } from '../fixtures/output/whole.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

/** Cases that a gate demands. */
export const baselineFile = 'baseline.json';

/** Known failures that a team accepts. */
export const waiversFile = 'waivers.json';

/**
 * @returns undefined where there is no such file.
 * @throws UnreadableJson
 */
export function readJson(file: string): unknown {
  return existsSync(file) ? readJsonFile(file) : undefined;
}

/** Version of this suite. */
export const version = (): string =>
  (readJson(fileURLToPath(new URL('../package.json', import.meta.url))) as { version: string })
    .version;

/** JSON of each line; an unfinished last line of a run that broke off is ignored. */
export function readLines<T>(file: string): T[] {
  return Array.from(linesIn(file), line => JSON.parse(line.toString()) as T);
}

/** `conformance.json` of a run, in the folder of its results. */
export const writeResult = (result: ConformanceResult, out: string): void =>
  writeWhole(join(out, 'conformance.json'), harmlessJson(result, 0));
