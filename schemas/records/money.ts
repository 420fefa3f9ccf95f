/** Sums of money by currency, and their text. */
import { amount, closed, mapOf, time, type TypeOf } from './schema.ts';

export type Money = Readonly<Record<string, number>>;

/** Money of a run that counts against GV_MAX_SPEND. */
export const countedSchema = closed(
  { money: mapOf(amount) },
  {
    /** Money that GV_MAX_SPEND leaves after the run. */
    room: mapOf(amount),
    /** Time at which GV_MAX_SPEND has room for as much again. Absent if it never has. */
    roomAt: time,
  },
);
export interface Counted extends TypeOf<typeof countedSchema> {}

/** Returns the sums by currency, to the cent. */
export function sumInCents(all: readonly Money[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [currency, value] of all.flatMap(money => Object.entries(money)))
    sums[currency] = Math.round(((sums[currency] ?? 0) + value) * 100) / 100;
  return sums;
}

/** Returns `250 GBP`. A request without a currency spends in an unknown one. */
const amountText = ([currency, value]: readonly [string, number]): string =>
  `${value} ${currency === 'unknown' ? 'in an unknown currency' : currency}`;

/** Returns `250 GBP, 50 EUR`, or an empty text. */
export const amountsText = (money: Money): string =>
  Object.entries(money).map(amountText).join(', ');
