/** A folder of results, one file a run: each `.json` directly in it. Names are free; `keepResult` names them by their time. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { whyUnwritable, writeWhole } from '../../fixtures/output/atomic-write.ts';
import { harmlessJson } from '../../fixtures/output/sanitize.ts';
import { NoResult, readResult } from '../files.ts';

/** @returns the path of the file. */
export function keepResult(result: ConformanceResult, folder: string): string {
  const file = join(folder, `${result.startedAt.replaceAll(':', '-')}.json`);
  try {
    writeWhole(file, harmlessJson(result, 0));
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

const day = 24 * 60 * 60 * 1000;

/**
 * Returns those that are older; the newest stays in any case, since the next night is compared with it.
 *
 * @param dated in the order in which they began.
 */
export const outdated = <T extends Dated>(dated: readonly T[], days: number, now: Date): T[] =>
  dated.slice(0, -1).filter(each => begin(each) < now.getTime() - days * day);
