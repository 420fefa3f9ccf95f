/** Says how much money the purchases of a run need, and what a run leaves out with less. */
import { sumInCents, type Money } from '../../schemas/records/money.ts';
import { cents } from '../../schemas/schema.ts';
import type { Bought } from './prices.ts';

/** Money of a run, by currency, whatever GV_MAX_SPEND is. */
export interface Budget {
  /** Money that a run is expected to send. */
  readonly expected: Money;
  /** Most money that it sends if the target sends vouchers for 0.01. */
  readonly most: Money;
  /** GV_MAX_SPEND that is enough if the target sends vouchers for 0.01. */
  readonly needed: Money;
  /** GV_MAX_SPEND that is enough if the target sends no voucher for less than the price of its product. */
  readonly neededAtPrices: Money;
  /** GV_MAX_SPEND that is enough for the large purchases, too. */
  readonly withLarge: Money;
  /** Names the large purchases. */
  readonly large: readonly string[];
}

const mostOf = ({ money, most = money }: Bought): Money => most;
const mostAtPrices = (bought: Bought): Money => bought.atPrices ?? mostOf(bought);

/**
 * Returns the money for purchases that were priced without a limit.
 *
 * @param isDemanded Returns true for a requirement or a case that a run should show.
 */
export function budgetOf(
  purchases: readonly Bought[],
  isDemanded: (name: string) => boolean,
): Budget {
  // A run with less money does not buy the others.
  const all = purchases.map(({ least, ...rest }) =>
    least && rest.of.some(isDemanded) ? { ...rest, least } : rest,
  );
  const usual = all.filter(({ isLarge }) => !isLarge);
  return {
    expected: sumInCents(usual.map(({ money }) => money)),
    most: sumInCents(usual.map(mostOf)),
    needed: enoughFor(usual, mostOf),
    neededAtPrices: enoughFor(usual, mostAtPrices),
    withLarge: enoughFor(all, mostOf),
    large: all.flatMap(({ isLarge, what }) => (isLarge ? [what] : [])),
  };
}

/** Returns the GV_MAX_SPEND that is enough for purchases: their sum, and at least what each asks for. */
function enoughFor(all: readonly Bought[], priceOf: (bought: Bought) => Money): Money {
  const enough = sumInCents(all.map(priceOf));
  for (const [currency, value] of all.flatMap(({ least = {} }) => Object.entries(least)))
    enough[currency] = Math.max(enough[currency] ?? 0, value);
  return enough;
}

/** Returns true if there is as much money as needed, in each currency. */
export const isEnough = (money: Money, needed: Money): boolean =>
  Object.entries(needed).every(([currency, value]) => (money[currency] ?? 0) >= value);

/**
 * Returns what a run may not buy with the money that there is, as requirements or as `requirement / case`. Cheap vouchers come first,
 * because the run keeps money for them.
 *
 * @param limits GV_MAX_SPEND.
 * @param room Money that it leaves.
 */
export function leftOutWith(all: readonly Bought[], limits: Money, room: Money): readonly string[] {
  const left: Record<string, number> = { ...room };
  const inOrder = all
    .filter(({ isLarge }) => !isLarge)
    .toSorted((a, b) => Number(b.atPrices !== undefined) - Number(a.atPrices !== undefined));
  return inOrder.flatMap(bought => {
    const price = mostOf(bought);
    if (!isEnough(left, price) || !isEnough(limits, bought.least ?? {})) return bought.of;
    for (const [currency, value] of Object.entries(price))
      left[currency] = cents(left[currency]! - value);
    return [];
  });
}
