/** Chooses the purchases by which prices and codes of the catalog are checked (§2.1). */
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import {
  atValue,
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

/** Returns purchases at a picked distance from a price, by a cent and by a unit. */
const purchasesOutside = (where: string, pick: (step: number) => Pick): Wanted[] =>
  steps.map(({ step, by }) => ({ id: `${by} ${where}`, find: cheapestAt(pick(step)) }));

/** Purchases below the prices of a product. */
export const belowMinPrice: readonly Wanted[] = [
  ...purchasesOutside(
    'below the minPrice of a product with denominations',
    step => each => (isFixed(each) ? each.minPrice! - step : undefined),
  ),
  ...purchasesOutside(
    'below the minPrice of a product without denominations',
    step => each => (isFixed(each) ? undefined : each.minPrice! - step),
  ),
];

/** Purchases above the prices of a product. */
export const aboveMaxPrice: readonly Wanted[] = purchasesOutside(
  'above the maxPrice',
  step => each => each.maxPrice && each.maxPrice + step,
);

/** Returns a purchase for each price that must be accepted. */
const purchasesAt = (prices: Readonly<Record<string, Pick>>): Wanted[] =>
  Object.entries(prices).map(([id, pick]) => ({ id, find: cheapestAt(pick) }));

/** Purchases at the prices of a product, and between them. */
export const withinPrices: readonly Wanted[] = purchasesAt({
  'for minPrice': soldAt('minPrice'),
  'for maxPrice': soldAt('maxPrice'),
  'for a fraction above minPrice': ({ highest, value }) =>
    value + 0.25 <= (highest ?? 0) ? value + 0.25 : undefined,
});

/** Purchases at the denominations of a product. */
export const denominations: readonly Wanted[] = purchasesAt({
  'for the first denomination': each => each.denominations[0],
  'for the last denomination': each => each.denominations.at(-1),
  'for the second denomination of three or more': ({ denominations: values }) =>
    values[2] && values[1],
});
