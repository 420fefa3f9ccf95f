/** A folder of results, one file a run: each `.json` directly in it. Names are free; `keepResult` names them by their time. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { whyUnwritable } from '../../output/problem.ts';
import { harmlessJson } from '../../output/sanitize.ts';
import { writeWhole } from '../../output/whole.ts';
import { NoResult, readResult } from '../read-result.ts';
import { coverage } from '../summary/coverage.ts';

/** @returns the name of the file. */
export function keepResult(result: ConformanceResult, folder: string): string {
  const file = `${result.startedAt.replaceAll(':', '-')}.json`;
  try {
    writeWhole(join(folder, file), harmlessJson(result, 0));
  } catch (error) {
    throw new NoResult(whyUnwritable(join(folder, file), error));
  }
  return file;
}

export interface LeftOut {
  readonly file: string;
  readonly reason: string;
}

/**
 * One result is in memory at a time: a year of them is a gigabyte.
 *
 * @returns what `read` makes of each result, and the files that are none with the reason.
 * @throws NoResult where there is no such folder.
 */
export function readFolder<T>(
  folder: string,
  read: (result: ConformanceResult, file: string) => T,
): { readonly found: T[]; readonly leftOut: LeftOut[] } {
  const found: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of filesIn(folder))
    try {
      found.push(read(readResult(join(folder, file)), file));
    } catch (error) {
      const { message } = error as Error;
      leftOut.push({ file, reason: message.replace(`${join(folder, file)} `, '') });
    }
  return { found, leftOut };
}

function filesIn(folder: string): string[] {
  try {
    // A link is none: what it names may lie anywhere.
    return readdirSync(folder, { withFileTypes: true })
      .filter(each => each.isFile() && each.name.endsWith('.json'))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NoResult(`${folder} is no folder of results (${code}).`);
  }
}

const day = 24 * 60 * 60 * 1000;

export interface Dated {
  readonly file: string;
  readonly startedAt: string;
}

/** Those that are older; the newest stays in any case, since the next night is compared with it. */
export function outdated<T extends Dated>(dated: readonly T[], keepDays: number, now: Date): T[] {
  const oldest = now.getTime() - keepDays * day;
  const [, ...others] = dated.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
  return others.filter(({ startedAt }) => Date.parse(startedAt) < oldest).toReversed();
}

/** @param outdatedOnes results of this folder, as they were read from it. */
export function prune(folder: string, outdatedOnes: readonly Dated[]): void {
  for (const { file } of outdatedOnes) rmSync(join(folder, file));
}

/**
 * The result in a folder that began last before this one and judged anything: after a night without a network, the next one is
 * compared with the night before that.
 *
 * @returns undefined where none did.
 */
export function lastBefore(folder: string, { startedAt }: ConformanceResult): string | undefined {
  const { found } = readFolder(folder, (result, file) => ({
    file,
    startedAt: result.startedAt,
    judged: coverage(result).shown > 0,
  }));
  const [last] = found
    .filter(each => each.judged && Date.parse(each.startedAt) < Date.parse(startedAt))
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
  return last && join(folder, last.file);
}
