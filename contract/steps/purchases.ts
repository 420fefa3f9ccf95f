/** Chooses products of the catalog to buy: first the cheapest products that a wallet can pay for. */
import { arrayIn, at, bodyOf, type Exchange } from '../../schemas/records/exchange.ts';
import { lists } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency } from '../../schemas/schema.ts';
import { readWhole } from './lists.ts';
import type { Context } from '../../harness/run/context.ts';
import { pricedIn, type Priced, type Purchase } from '../../fixtures/payloads/purchase.ts';
import { withoutEvidence } from '../../harness/run/expect/expect.ts';
import { ifAnswered, NotExercised, requireSome } from '../../harness/verdict.ts';

/** Code of an unknown product. */
export const unknownProduct = 'NO-SUCH-PRODUCT-7F3A';

/** Runs a function while no other purchase of the run is under way, so balances show what its purchase costs. A replay buys nothing. */
export const withoutOtherPurchases = <Result>(
  { api }: Context,
  act: () => Promise<Result>,
): Promise<Result> => (api.withoutOtherPurchases ? api.withoutOtherPurchases(act) : act());

/** Product as the catalog offers it (§2.1). */
export interface Offer extends Priced {
  /** True if a wallet can pay for several purchases. */
  readonly funded: boolean;
}

/**
 * Returns the products of the catalog at their lowest price, in the currencies that the run may spend. Products that the account
 * can pay for come first, the cheapest of them at the top.
 *
 * @param currencies Currencies of the products. By default, all.
 * @throws NotExercised if there are no products.
 */
export async function offers(
  context: Context,
  currencies?: readonly string[],
): Promise<readonly Offer[]> {
  const { GV_MAX_SPEND: limits } = context.target.values;
  const { items } = await readWhole(context, lists.browse);
  const wallets = await balancesBefore(context);
  const found = items
    .flatMap(pricedIn)
    .filter(({ currency }) => !limits || currency.toUpperCase() in limits)
    .filter(({ currency }) => currencies?.some(each => isSameCurrency(each, currency)) ?? true)
    .map(offer => ({ ...offer, funded: isFunded(wallets, offer) }));
  const what = currencies?.join(', ') ?? 'any currency';
  requireSome(found, `the catalog offers nothing in ${what} that GV_MAX_SPEND permits`);
  return found.sort((a, b) => unfundedLast(a, b) || a.value - b.value);
}

/**
 * Returns the cheapest product of the catalog.
 *
 * @throws NotExercised if the catalog is empty.
 */
export async function cheapest(context: Context): Promise<Purchase> {
  const [best] = await offers(context);
  return atValue(best!, best!.value);
}

/** Balances by currency. */
export type Balances = ReadonlyMap<string, number>;

/** Returns the balances in a list of wallets. Any other value has no balances. */
export const balancesIn = (wallets: unknown): Balances =>
  new Map(
    arrayIn(wallets).map(each => [
      String(at(each, 'currency')).toUpperCase(),
      Number(at(each, 'balance')),
    ]),
  );

/**
 * Requires that one of these balances is not 0, because a comparison of balances that are all 0 shows nothing.
 *
 * @throws NotExercised if all balances are 0.
 */
export function requireMoney(...balances: readonly unknown[]): void {
  if (balances.every(balance => balance === 0))
    throw new NotExercised('every balance that was read is 0');
}

/** Number of purchases that a wallet must be able to pay for, because the run buys more in the same currency. */
const purchasesToFund = 20;

/** Returns true if a wallet can pay for several purchases. */
const isFunded = (wallets: Balances, { currency, value }: Purchase): boolean =>
  (wallets.get(currency.toUpperCase()) ?? 0) >= value * purchasesToFund;

/** Sorts the offers that no wallet can pay for to the end. */
export const unfundedLast = (one: Offer, other: Offer): number =>
  Number(other.funded) - Number(one.funded);

/** Returns the wallets before the run bought anything, or undefined if they cannot be read. */
export const walletsBefore = (context: Context): Promise<Exchange | undefined> =>
  context.memo('the wallets before a purchase', () =>
    ifAnswered(withoutEvidence(() => context.api.send(route.wallet, { earlier: true }))),
  );

/** Returns the balances before the run bought anything. They are empty if they cannot be read, and the run buys anyway. */
export async function balancesBefore(context: Context): Promise<Balances> {
  const wallets = await walletsBefore(context);
  return balancesIn(wallets && bodyOf(wallets));
}

/**
 * Returns the cheapest product in a second currency that the account can pay for, or undefined. A cheap product that is sold for
 * any value comes first, because it shows how the target handles fractions.
 */
export async function offerInSecondCurrency(context: Context): Promise<Offer | undefined> {
  const [best, ...others] = await offers(context);
  const funded = others.filter(fundedInOtherCurrency(best!));
  const isCheap = ({ value, currency }: Offer) => value * 4 <= smallShare(context, currency);
  return funded.find(each => each.highest !== undefined && isCheap(each)) ?? funded[0];
}

const limitIn = ({ target }: Context, currency: string): number =>
  target.values.GV_MAX_SPEND?.[currency.toUpperCase()] ?? Infinity;

/** Returns a small share of the spending limit in a currency. Other checks spend too. */
export const smallShare = (context: Context, currency: string): number =>
  limitIn(context, currency) / 20;

/** Returns the upper limit for one order in a currency. */
export const largeShare = (context: Context, currency: string): number =>
  limitIn(context, currency) / 4;

/** Returns a predicate for offers that the account can pay for, in a currency other than the currency of a purchase. */
export const fundedInOtherCurrency =
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
