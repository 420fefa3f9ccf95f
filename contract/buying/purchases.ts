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

/** Prices for which a product must be sold. */
const pricesWithin: Readonly<Record<string, Pick>> = {
  'for minPrice': soldAt('minPrice'),
  'for maxPrice': soldAt('maxPrice'),
  'for a fraction above minPrice': ({ highest, value }) =>
    value + 0.25 <= (highest ?? 0) ? value + 0.25 : undefined,
  'for the first denomination': each => each.denominations[0],
  'for the last denomination': each => each.denominations.at(-1),
  'for the second denomination of three or more': ({ denominations }) =>
    denominations[2] && denominations[1],
};

/** Purchases at the prices and denominations of a product, and between its prices. */
export const withinPrices: readonly Wanted[] = Object.entries(pricesWithin).map(([id, pick]) => ({
  id,
  find: cheapestAt(pick),
}));
