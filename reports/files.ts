/** Reads and writes results and other files of a run, and folders of results. */
import { existsSync, statSync, readdirSync } from 'node:fs';
import { join, dirname } from 'node:path';
import {
  readJsonFile,
  asRecord,
  parseJson,
  writeWhole,
  whyUnwritable,
} from '../harness/output/files.ts';
import { harmlessJson } from '../harness/output/sanitize.ts';
import { type ConformanceResult, resultSchema } from '../schemas/records/result.ts';
import { claimantOf } from '../harness/output/folder.ts';
import { isObject } from '../schemas/records/exchange.ts';
import { recordedRunSchema, type RecordedRun } from '../schemas/records/recorded-run.ts';
import type { SchemaOf } from '../schemas/records/schema.ts';
import { charactersOf, type Stored } from '../schemas/records/texts.ts';

/** Lists the cases that a gate demands. */
export const baselineFile = 'baseline.json';

/** Lists known failures that a team accepts. */
export const waiversFile = 'waivers.json';

/** Writes `conformance.json` to the results folder. */
export const writeResult = (result: ConformanceResult, out: string): void =>
  writeWhole(join(out, 'conformance.json'), partsOf(result));

/** Yields a result as JSON in parts, because a single string would need the memory of all texts again. */
function* partsOf({ texts, ...rest }: ConformanceResult): Generator<string> {
  yield `${harmlessJson(rest, 0).trimEnd().slice(0, -1)},"texts":{`;
  let comma = '';
  for (const [digest, text] of Object.entries(texts)) {
    yield `${comma}"${digest}":${harmlessJson(text, 0).trimEnd()}`;
    comma = ',';
  }
  yield '}}\n';
}

/** Thrown if a file is not a result. The message is one sentence for the user who named the file. */
export class NoResult extends Error {}

const known: ConformanceResult['schemaVersion'] = 2;

/** Returns the path itself, or the path of `conformance.json` if it is a folder. */
export const resultFile = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, 'conformance.json') : path;

/** Limits the characters of all bodies, counting repetitions. A run stays below, and more would not fit into a small memory. */
const most = 2 ** 30;

/** @throws NoResult if this version cannot read the file. */
export function readResult(file: string): ConformanceResult {
  if (!existsSync(file)) {
    const claimant = claimantOf(dirname(file));
    const soon = claimant === undefined ? '' : ` yet: ${claimant} writes it at its end`;
    throw new NoResult(`There is no file ${file}${soon}.`);
  }
  return checked(() => readJsonFile(file), file, resultSchema);
}

/**
 * Parses the run of a certificate.
 *
 * @param file The file that the text comes from, for messages.
 * @throws NoResult if this version cannot read it.
 */
export const recordedRunIn = (text: string, file: string): RecordedRun =>
  checked(() => parseJson(text, file), file, recordedRunSchema);

function checked<T extends Stored>(read: () => unknown, file: string, schema: SchemaOf<T>): T {
  const json = asNoResult(read);
  if (!isObject(json) || !('schemaVersion' in json))
    throw new NoResult(`${file} is not the conformance.json of a run.`);
  if (json['schemaVersion'] !== known)
    throw new NoResult(
      `${file} has schemaVersion ${JSON.stringify(json['schemaVersion'])}, and this version of the suite reads ${known}. Read it with the version that wrote it.`,
    );
  const result = asNoResult(() => asRecord(json, schema, file));
  const characters = asNoResult(() => charactersOf(result), `${file} is damaged: `);
  if (characters > most)
    throw new NoResult(
      `${file} is damaged: its bodies have ${characters} characters together, and no run leaves more than ${most}.`,
    );
  return result;
}

function asNoResult<T>(read: () => T, start = ''): T {
  try {
    return read();
  } catch (error) {
    throw new NoResult(`${start}${(error as Error).message}`);
  }
}

/** Copies a result to a folder. @returns the path of the file. */
export function keepResult(result: ConformanceResult, folder: string): string {
  const file = join(folder, `${result.startedAt.replaceAll(':', '-')}.json`);
  try {
    writeWhole(file, partsOf(result));
  } catch (error) {
    throw new NoResult(whyUnwritable(file, error));
  }
  return file;
}

interface Dated {
  readonly startedAt: string;
}

const begin = ({ startedAt }: Dated): number => Date.parse(startedAt);

/**
 * Reads the results in a folder. Only one is in memory at a time, because the results of a year take a gigabyte.
 *
 * @returns what `read` returns for each result, in the order in which the runs began, and a line for each file that is not a result.
 * @throws NoResult if the folder does not exist.
 */
export function readFolder<T extends Dated>(
  folder: string,
  read: (result: ConformanceResult, file: string) => T,
): { readonly found: T[]; readonly leftOut: string[] } {
  const found: T[] = [];
  const leftOut: string[] = [];
  for (const each of entriesOf(folder)) {
    // Links are ignored, because they could point anywhere.
    if (!each.isFile() || !each.name.endsWith('.json')) continue;
    try {
      found.push(read(readResult(join(folder, each.name)), each.name));
    } catch (error) {
      leftOut.push(`left out: ${(error as Error).message}`);
    }
  }
  return { found: found.toSorted((a, b) => begin(a) - begin(b)), leftOut };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NoResult(`${folder} is not a folder of results (${code}).`);
  }
}

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the results older than some days. The newest always stays, because the next night is compared with it.
 *
 * @param dated Sorted by the beginning of the run.
 */
export const outdated = <T extends Dated>(dated: readonly T[], days: number, now: Date): T[] =>
  dated.slice(0, -1).filter(each => begin(each) < now.getTime() - days * dayMs);
