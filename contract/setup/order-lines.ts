/** Lists the orders that a run makes first, with their lines and so with their prices. */
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { isSameCurrency } from '../../schemas/schema.ts';
import {
  atValue,
  nextUnevenAmount,
  largeShare,
  nextValue,
  offerInSecondCurrency,
  type Offer,
  type Shop,
} from './shop.ts';

/** Code of an unknown product. */
export const unknownProduct = 'NO-SUCH-PRODUCT-7F3A';

/** Returns the lines of an order, or no lines if the shop has no product for it. */
type Lines = (shop: Shop) => readonly Purchase[];

/** Returns a higher value of a product, with a fraction if the product is sold for any value. */
const higherValue = (offer: Offer): number | undefined =>
  nextValue(offer, nextUnevenAmount(offer.value + 1, 20)) ?? nextValue(offer);

/** Orders the cheapest product. */
const single: Lines = ({ offers }) => offers.slice(0, 1).map(offer => atValue(offer, offer.value));

/** One product for two values, or for one value if it has no second. In a second currency if the account has money in it. */
const bulk: Lines = shop => {
  const offer = offerInSecondCurrency(shop) ?? shop.offers[0];
  if (!offer) return [];
  const higher = higherValue(offer);
  return [offer.value, ...(higher === undefined ? [] : [higher])].map(each => atValue(offer, each));
};

/** Orders a product in a second currency, if the account has money in it. */
const secondCurrency: Lines = shop => {
  const offer = offerInSecondCurrency(shop);
  return offer ? [atValue(offer, higherValue(offer) ?? offer.value)] : [];
};

/** Orders an unknown product and up to two cheap ones. The unknown product comes first, because a target that skips a line may shift the lines after it. */
const withUnknown: Lines = ({ offers: [good, ...others] }) => {
  if (!good) return [];
  const other = others.find(
    each => isSameCurrency(each.currency, good.currency) && each.productCode !== good.productCode,
  );
  const known = [good, ...(other ? [other] : [])].map(each => atValue(each, each.value));
  return [{ ...known[0]!, productCode: unknownProduct }, ...known];
};

/** Lines of the orders of a run. */
export const orderLines = { single, bulk, secondCurrency, withUnknown } as const;

/** Returns the cheapest purchase that costs more than the wallet of its currency has, and at most a quarter of GV_MAX_SPEND. */
export function orderBeyondBalance(shop: Shop): Purchase | undefined {
  const dear = shop.offers.flatMap(offer => {
    const balance = shop.balances.get(offer.currency.toUpperCase()) ?? Infinity;
    const value = nextValue(offer, Math.max(Math.floor(balance) + 1, offer.value), balance);
    return value !== undefined && value <= largeShare(shop, offer.currency)
      ? [atValue(offer, value)]
      : [];
  });
  return dear.sort((a, b) => a.value - b.value)[0];
}
