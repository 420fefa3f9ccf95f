/**
 * Groups the faults that no requirement sees by the reason why nothing sees them. The file is committed, and must be updated when the
 * suite sees more or fewer faults.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const survivorsFile = fileURLToPath(new URL('survivors.json', import.meta.url));

/** Ids by reason. */
export type Survivors = Readonly<Record<string, readonly string[]>>;

let read: Survivors | undefined;

/** Returns the committed survivors. */
export const readSurvivors = (): Survivors =>
  (read ??= JSON.parse(readFileSync(survivorsFile, 'utf8')) as Survivors);

export const idsIn = (survivors: Survivors): string[] => Object.values(survivors).flat();

/** Reason for a fault that a requirement could see, but does not yet. */
const notYet = 'not yet';

/** Groups ids by the reason why they survive. The committed file has the reasons. Move a new id from `not yet` to its reason by hand. */
export function groupSurvivors(
  ids: readonly string[],
  committed: Survivors = readSurvivors(),
): Survivors {
  const groups: Record<string, string[]> = {};
  for (const id of ids.toSorted()) {
    const known = Object.keys(committed).find(reason => committed[reason]?.includes(id));
    (groups[known ?? notYet] ??= []).push(id);
  }
  return Object.fromEntries(Object.entries(groups).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export const renderSurvivors = (survivors: Survivors): string =>
  `${JSON.stringify(survivors, null, 1)}\n`;
