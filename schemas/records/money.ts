/** Sums of money by currency, and their text. */
export type Money = Readonly<Record<string, number>>;

/** Returns the sums by currency, to the cent. */
export function sumInCents(all: readonly Money[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [currency, value] of all.flatMap(money => Object.entries(money)))
    sums[currency] = Math.round(((sums[currency] ?? 0) + value) * 100) / 100;
  return sums;
}

/** Returns `250 GBP, 50 EUR`, or an empty text. */
export const amountsText = (money: Money): string =>
  Object.entries(money)
    .map(([currency, value]) => `${value} ${currency}`)
    .join(', ');
