/** Returns a number with its noun: `1 run`, `2 runs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Returns the first items, and a text with the number of the rest. */
export const upTo = (most: number, items: readonly string[]): string[] =>
  items.length > most + 1
    ? [...items.slice(0, most), `and ${items.length - most} more`]
    : [...items];
