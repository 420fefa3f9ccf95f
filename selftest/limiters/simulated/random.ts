/** Random choices that a seed repeats. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer, both ends included. */
  between(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Generates numbers by multiplication (Lehmer), as `seed` decides. */
export function randomOf(seed: number): Random {
  let state = ((seed * 7919) % 2147483646) + 1;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let warm = 0; warm < 8; warm++) next();
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: values => values[between(0, values.length - 1)]!,
    chance: probability => next() < probability,
  };
}
