/** Reads and writes the files of a run, its result above all, and folders of results. */
import { existsSync, statSync, readdirSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
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
import { charactersOf } from '../schemas/records/texts.ts';

/** Cases that a gate demands. */
export const baselineFile = 'baseline.json';

/** Known failures that a team accepts. */
export const waiversFile = 'waivers.json';

/** Version of this suite. */
export const version = (): string =>
  (readJsonFile(fileURLToPath(new URL('../package.json', import.meta.url))) as { version: string })
    .version;

/** `conformance.json` of a run, in the folder of its results. */
export const writeResult = (result: ConformanceResult, out: string): void =>
  writeWhole(join(out, 'conformance.json'), partsOf(result));

/** Returns a result as JSON in parts: one string of all its texts would take their memory once more. */
function* partsOf({ texts, ...rest }: ConformanceResult): Generator<string> {
  yield `${harmlessJson(rest, 0).trimEnd().slice(0, -1)},"texts":{`;
  let comma = '';
  for (const [digest, text] of Object.entries(texts)) {
    yield `${comma}"${digest}":${harmlessJson(text, 0).trimEnd()}`;
    comma = ',';
  }
  yield '}}\n';
}

/** One sentence for whoever named the file. */
export class NoResult extends Error {}

const known: ConformanceResult['schemaVersion'] = 1;

/** A file, or the `conformance.json` in a folder. */
export const resultFile = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, 'conformance.json') : path;

/** Characters of all bodies of a result, each as often as it came: a run leaves fewer, and more do not fit into a small memory. */
const most = 2 ** 30;

/** @throws NoResult if it is none that this version can read. */
export function readResult(file: string): ConformanceResult {
  if (!existsSync(file)) {
    const claimant = claimantOf(dirname(file));
    const soon = claimant === undefined ? '' : ` yet: ${claimant} writes it at its end`;
    throw new NoResult(`There is no file ${file}${soon}.`);
  }
  return checked(() => readJsonFile(file), file);
}

/**
 * @param file where the text was read.
 * @throws NoResult if it is none that this version can read.
 */
export const resultIn = (text: string, file: string): ConformanceResult =>
  checked(() => parseJson(text, file), file);

function checked(read: () => unknown, file: string): ConformanceResult {
  const json = asNoResult(read);
  if (!isObject(json) || !('schemaVersion' in json))
    throw new NoResult(`${file} is not the conformance.json of a run.`);
  if (json['schemaVersion'] !== known)
    throw new NoResult(
      `${file} has schemaVersion ${JSON.stringify(json['schemaVersion'])}; this version of the suite reads ${known}.`,
    );
  const result = asNoResult(() => asRecord(json, resultSchema, file));
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

/** @returns the path of the file. */
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
 * One result is in memory at a time: a year of them is a gigabyte.
 *
 * @returns what `read` makes of each result, in the order in which the runs began, and a line for each file that is none.
 * @throws NoResult if there is no such folder.
 */
export function readFolder<T extends Dated>(
  folder: string,
  read: (result: ConformanceResult, file: string) => T,
): { readonly found: T[]; readonly leftOut: string[] } {
  const found: T[] = [];
  const leftOut: string[] = [];
  for (const each of entriesOf(folder)) {
    // A link is no file: what it names may lie anywhere.
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
    throw new NoResult(`${folder} is no folder of results (${code}).`);
  }
}

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns those that are older; the newest stays in any case, since the next night is compared with it.
 *
 * @param dated in the order in which they began.
 */
export const outdated = <T extends Dated>(dated: readonly T[], days: number, now: Date): T[] =>
  dated.slice(0, -1).filter(each => begin(each) < now.getTime() - days * dayMs);
