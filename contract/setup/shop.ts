/** Says what a run can buy, and at which prices: a pure view of the catalog, the wallets and GV_MAX_SPEND. */
import { pricedIn, type Priced, type Purchase } from '../../fixtures/payloads/purchase.ts';
import { arrayIn, at } from '../../schemas/records/exchange.ts';
import type { Money } from '../../schemas/records/money.ts';
import { isSameCurrency } from '../../schemas/schema.ts';

/** Product as the catalog offers it (§2.1). */
export interface Offer extends Priced {
  /** True if a wallet can pay for several purchases. */
  readonly funded: boolean;
}

/** Balances by currency. */
export type Balances = ReadonlyMap<string, number>;

/** Products that a run may buy, and the money for them. */
export interface Shop {
  /**
   * Products at their lowest price, in the currencies that the run may spend. Products that the account can pay for come first, the
   * cheapest of them at the top.
   */
  readonly offers: readonly Offer[];
  /** Product codes in the order of the catalog. */
  readonly codes: readonly unknown[];
  readonly balances: Balances;
  /** GV_MAX_SPEND, or undefined for the reference. */
  readonly limits: Money | undefined;
}

/**
 * Returns what a run may buy.
 *
 * @param products Products of the catalog.
 * @param balances Empty if the wallets cannot be read.
 */
export function shopOf(
  products: readonly unknown[],
  balances: Balances,
  limits: Money | undefined,
): Shop {
  const offers = products
    .flatMap(pricedIn)
    .filter(({ currency }) => !limits || currency.toUpperCase() in limits)
    .map(offer => ({ ...offer, funded: isFunded(balances, offer) }))
    .sort((a, b) => unfundedLast(a, b) || a.value - b.value);
  return { offers, codes: products.map(item => at(item, 'productCode')), balances, limits };
}

/** Returns the offers in these currencies. */
export const offersIn = (
  { offers }: Shop,
  currencies: readonly string[] | undefined,
): readonly Offer[] =>
  offers.filter(({ currency }) => currencies?.some(each => isSameCurrency(each, currency)) ?? true);

/** Returns the balances in a list of wallets. Any other value has no balances. */
export const balancesIn = (wallets: unknown): Balances =>
  new Map(
    arrayIn(wallets).map(each => [
      String(at(each, 'currency')).toUpperCase(),
      Number(at(each, 'balance')),
    ]),
  );

/** Number of purchases that a wallet must be able to pay for, because the run buys more in the same currency. */
const purchasesToFund = 20;

/** Returns true if a wallet can pay for several purchases. */
const isFunded = (balances: Balances, { currency, value }: Purchase): boolean =>
  (balances.get(currency.toUpperCase()) ?? 0) >= value * purchasesToFund;

/** Sorts the offers that no wallet can pay for to the end. */
export const unfundedLast = (one: Offer, other: Offer): number =>
  Number(other.funded) - Number(one.funded);

/**
 * Returns the cheapest product in a second currency that the account can pay for, or undefined. A cheap product that is sold for
 * any value comes first, because it shows how the target handles fractions.
 */
export function offerInSecondCurrency(shop: Shop): Offer | undefined {
  const [best, ...others] = shop.offers;
  const funded = best ? others.filter(fundedInOtherCurrency(best)) : [];
  const isCheap = ({ value, currency }: Offer) => value * 4 <= smallShare(shop, currency);
  return funded.find(each => each.highest !== undefined && isCheap(each)) ?? funded[0];
}

const limitIn = ({ limits }: Shop, currency: string): number =>
  limits?.[currency.toUpperCase()] ?? Infinity;

/** Number of purchases of a small and of a large share that the spending limit has room for. */
export const shares = { small: 20, large: 4 } as const;

/** Returns a small share of the spending limit in a currency. Other checks spend too. */
export const smallShare = (shop: Shop, currency: string): number =>
  limitIn(shop, currency) / shares.small;

/** Returns the upper limit for one order in a currency. */
export const largeShare = (shop: Shop, currency: string): number =>
  limitIn(shop, currency) / shares.large;

/** Returns a predicate for offers that the account can pay for, in a currency other than the currency of a purchase. */
const fundedInOtherCurrency =
  (than: Purchase) =>
  (offer: Offer): boolean =>
    !isSameCurrency(offer.currency, than.currency) && offer.funded;

/**
 * Returns a higher value that a product is sold for, or undefined.
 *
 * @param next Value to choose if the product is sold for any value.
 * @param above Lower bound of the value, exclusive.
 */
export function nextValue(
  { value, highest, denominations }: Offer,
  next = value + 1,
  above = value,
): number | undefined {
  if (highest === undefined) return denominations.find(each => each > above);
  return next <= highest ? next : undefined;
}

/** Number of amounts to try. The first depends on a price of the target. */
const maxAmountsTried = 1000;

/**
 * Returns the lowest amount above another whose binary fraction is a little too small, so that 100 times the amount is not an
 * integer.
 *
 * @param beyond Lowest number of cents beyond whole units.
 */
export function nextUnevenAmount(least: number, beyond = 0): number {
  const first = Math.round(least * 100) + 1;
  const isUneven = (cents: number) =>
    Math.floor((cents / 100) * 100) !== cents && cents % 100 >= beyond;
  const tried = Array.from({ length: maxAmountsTried }, (_, more) => first + more);
  return (tried.find(isUneven) ?? first) / 100;
}

/** Returns the data for an order of a product at a value. */
export const atValue = (
  { productCode, merchant, currency }: Purchase,
  value: number,
): Purchase => ({ productCode, merchant, currency, value });

/** Describes a purchase: `10 GBP of BOOK-1`. */
export const inWords = (
  purchase: Readonly<Record<'productCode' | 'currency' | 'value', unknown>>,
) => `${String(purchase.value)} ${String(purchase.currency)} of ${String(purchase.productCode)}`;
