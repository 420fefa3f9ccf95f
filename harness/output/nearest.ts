/** Finds the known name that is nearest to a misspelled name. */

const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Returns the name that was probably meant.
 *
 * @returns undefined if more than a quarter of the letters differ, or if two names are equally near.
 */
export function nearest<Name extends string>(
  given: string,
  names: readonly Name[],
): Name | undefined {
  const [wanted, most] = [plain(given), Math.max(1, Math.floor(plain(given).length / 4))];
  // A long text is not a name, and takes long to compare.
  if (wanted.length > 60) return undefined;
  const ranked = names
    .map(name => ({ name, far: distance(wanted, plain(name)) }))
    .toSorted((a, b) => a.far - b.far);
  const [first, second] = ranked;
  return first && first.far <= most && first.far !== second?.far ? first.name : undefined;
}

/** Returns how many letters are added, missing, changed or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? rows[i - 2]![j - 2]! + 1
          : Infinity;
      row.push(Math.min(changed, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
