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
 * Returns the cheapest purchase at a picked value.
 *
 * @throws NotExercised if no product has such a value, or if each costs more than a quarter of GV_MAX_SPEND.
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

/** Picks a price if the product has no denominations, or if the price is one of them. */
export const soldAt =
  (name: 'minPrice' | 'maxPrice'): Pick =>
  offer => {
    const { denominations, [name]: price } = offer;
    return !isFixed(offer) || denominations.includes(price!) ? price : undefined;
  };

/**
 * Returns a purchase of a product with at least three denominations, for the second of them. Of these products, it returns the one
 * whose second denomination is lowest, in a currency other than the usual currency of the run if the account has money in one.
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
