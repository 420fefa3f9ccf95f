/** Chooses products and values to order at and around the prices of the catalog (§2.1). */
import type { Context } from '../../harness/run/context.ts';
import { NotExercised } from '../../harness/verdict.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import {
  atValue,
  fundedInOtherCurrency,
  largeShare,
  offers,
  unfundedLast,
  type Offer,
} from '../steps/purchases.ts';

const cents = (value: number): number => Math.round(value * 100) / 100;

export const isFixed = ({ denominations }: Offer): boolean => denominations.length > 0;

/** Picks a value of an offer to order, or undefined. */
export type Pick = (offer: Offer) => number | undefined;

/**
 * Returns the product that costs least at a picked value.
 *
 * @throws NotExercised if no product has such a value, or if all cost more than a quarter of GV_MAX_SPEND.
 */
export async function cheapestAt(context: Context, what: string, pick: Pick): Promise<Purchase> {
  const [found] = (await offers(context))
    .flatMap(offer => {
      const value = pick(offer);
      return value === undefined || value <= 0 ? [] : [{ offer, value }];
    })
    .filter(({ offer, value }) => value <= largeShare(context, offer.currency))
    .sort((a, b) => unfundedLast(a.offer, b.offer) || a.value - b.value);
  if (!found) throw new NotExercised(`no product to order ${what}, or GV_MAX_SPEND is too low`);
  return atValue(found.offer, cents(found.value));
}

/** Picks a price if the product is sold at that price: it has no denominations, or the price is a denomination. */
export const soldAt =
  (name: 'minPrice' | 'maxPrice'): Pick =>
  offer => {
    const { denominations, [name]: price } = offer;
    return !isFixed(offer) || denominations.includes(price!) ? price : undefined;
  };

/**
 * Returns the second denomination of a product with at least three, where it is cheapest. If the account has the money, its
 * currency is not the usual currency of the run.
 * of a run if the account has money in any.
 *
 * @throws NotExercised if no product has three denominations.
 */
export async function middleDenomination(context: Context): Promise<Purchase> {
  const all = await offers(context);
  const fixed = all
    .filter(({ denominations }) => denominations.length > 2)
    .sort((a, b) => unfundedLast(a, b) || a.denominations[1]! - b.denominations[1]!);
  const offer = fixed.find(fundedInOtherCurrency(all[0]!)) ?? fixed[0];
  if (!offer) throw new NotExercised('no product has three denominations');
  return atValue(offer, offer.denominations[1]!);
}
