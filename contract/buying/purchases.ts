/** Chooses the purchases by which prices and codes of the catalog are checked (§2.1). */
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import {
  atValue,
  fundedInOtherCurrency,
  largeShare,
  smallShare,
  unfundedLast,
  type Offer,
  type Shop,
} from '../setup/shop.ts';

/** Purchase of a case. The shop may have none for it. */
export interface Wanted {
  readonly id: string;
  readonly find: (shop: Shop) => Purchase | undefined;
}

const cents = (value: number): number => Math.round(value * 100) / 100;

const isFixed = ({ denominations }: Offer): boolean => denominations.length > 0;

/** Picks a value of an offer to order, or undefined. */
type Pick = (offer: Offer) => number | undefined;

/** Finds the cheapest purchase at a picked value that costs at most a quarter of GV_MAX_SPEND. */
const cheapestAt =
  (pick: Pick) =>
  (shop: Shop): Purchase | undefined => {
    const [found] = shop.offers
      .flatMap(offer => {
        const value = pick(offer);
        return value === undefined || value <= 0 ? [] : [{ offer, value }];
      })
      .filter(({ offer, value }) => value <= largeShare(shop, offer.currency))
      .sort((a, b) => unfundedLast(a.offer, b.offer) || a.value - b.value);
    return found && atValue(found.offer, cents(found.value));
  };

/** Picks a price if the product has no denominations, or if the price is one of them. */
const soldAt =
  (name: 'minPrice' | 'maxPrice'): Pick =>
  offer => {
    const { denominations, [name]: price } = offer;
    return !isFixed(offer) || denominations.includes(price!) ? price : undefined;
  };

/**
 * Finds a purchase of a product with at least three denominations, for the second of them. Of these products, it takes the one whose
 * second denomination is lowest, in a currency other than the usual currency of the run if the account has money in one.
 */
function middleDenomination({ offers }: Shop): Purchase | undefined {
  const fixed = offers
    .filter(({ denominations }) => denominations.length > 2)
    .sort((a, b) => unfundedLast(a, b) || a.denominations[1]! - b.denominations[1]!);
  const offer = fixed.find(fundedInOtherCurrency(offers[0]!)) ?? fixed[0];
  return offer && atValue(offer, offer.denominations[1]!);
}

/** Finds a product at its lowest price, if that is a small share of GV_MAX_SPEND. */
const cheap =
  (select: (shop: Shop) => Offer | undefined) =>
  (shop: Shop): Purchase | undefined => {
    const offer = select(shop);
    return offer && offer.value <= smallShare(shop, offer.currency)
      ? atValue(offer, offer.value)
      : undefined;
  };

const inCurrency = (nth: number) =>
  cheap(({ offers }) =>
    offers.find(
      ({ currency }) => currency === [...new Set(offers.map(each => each.currency))][nth],
    ),
  );

const coded = (nth: number) =>
  cheap(({ offers, codes }) => offers.find(each => each.productCode === codes.at(nth)));

/** Products that the catalog lists, at their lowest price. */
export const listedProducts: readonly Wanted[] = [
  { id: 'the cheapest with denominations', find: cheap(({ offers }) => offers.find(isFixed)) },
  {
    id: 'the cheapest without denominations',
    find: cheap(({ offers }) => offers.find(each => !isFixed(each))),
  },
  { id: 'the cheapest in a second currency', find: inCurrency(1) },
  { id: 'the cheapest in a third currency', find: inCurrency(2) },
  { id: 'the first that is listed', find: coded(0) },
  { id: 'the last that is listed', find: coded(-1) },
];

/** Distances from a price. The whole unit is for targets that reject all fractions. */
const steps = [
  { step: 0.01, by: 'a cent' },
  { step: 1, by: 'a unit' },
];

const outside: readonly { readonly where: string; readonly pick: (step: number) => Pick }[] = [
  {
    where: 'below the minPrice of a product with denominations',
    pick: step => each => (isFixed(each) ? each.minPrice! - step : undefined),
  },
  {
    where: 'below the minPrice of a product without denominations',
    pick: step => each => (isFixed(each) ? undefined : each.minPrice! - step),
  },
  { where: 'above the maxPrice', pick: step => each => each.maxPrice && each.maxPrice + step },
];

/** Purchases outside the prices of a product. */
export const outsidePrices: readonly (Wanted & { readonly where: string })[] = outside.flatMap(
  ({ where, pick }) =>
    steps.map(({ step, by }) => ({
      id: `${by} ${where}`,
      where,
      find: cheapestAt(pick(step)),
    })),
);

/** Purchases at the prices of a product, and between them. */
export const withinPrices: readonly Wanted[] = [
  { id: 'for minPrice', find: cheapestAt(soldAt('minPrice')) },
  { id: 'for maxPrice', find: cheapestAt(soldAt('maxPrice')) },
  {
    id: 'for a fraction above minPrice',
    find: cheapestAt(({ highest, value }) =>
      value + 0.25 <= (highest ?? 0) ? value + 0.25 : undefined,
    ),
  },
];

/** Purchases of denominations. */
export const denominations: readonly Wanted[] = [
  { id: 'the first', find: cheapestAt(each => each.denominations[0]) },
  { id: 'the last', find: cheapestAt(each => each.denominations.at(-1)) },
  { id: 'the second of three or more', find: middleDenomination },
];
