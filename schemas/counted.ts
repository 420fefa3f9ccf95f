/** Returns a number with its noun: `1 run`, `2 runs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
