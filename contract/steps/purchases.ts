/** Offers of the catalog, for when the suite has to buy: the cheapest first, and the money for them. */
import { arrayIn, bodyOf, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import { lists } from '../../schemas/lists.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency } from '../../schemas/schema.ts';
import { readWhole } from './lists.ts';
import type { Context } from '../../harness/run/context.ts';
import { pricedIn, type Priced, type Purchase } from '../../fixtures/payloads/purchase.ts';
import { aside } from '../../harness/run/expect/expect.ts';
import { ifAnswered, requireSome } from '../../harness/verdict.ts';

/** A code that no catalog has. */
export const unknownProduct = 'NO-SUCH-PRODUCT-7F3A';

/** A product as the catalog offers it (§2.1). */
export interface Offer extends Priced {
  /** A wallet has the money for a few of it. */
  readonly funded: boolean;
}

/**
 * Everything that the catalog offers, each at its least value: first what the account has the money for, the cheapest first.
 *
 * @param currencies that it may cost; absent: those that the run may spend.
 * @throws NotExercised if there is nothing.
 */
export async function offers(
  context: Context,
  currencies: readonly string[] = spendable(context),
): Promise<readonly Offer[]> {
  const { items } = await readWhole(context, lists.browse);
  const wallets = await balancesBefore(context);
  const affordable = items
    .flatMap(pricedIn)
    .map(offer => ({ ...offer, funded: isFunded(wallets, offer) }))
    .filter(
      ({ currency }) =>
        currencies.length === 0 || currencies.some(each => isSameCurrency(each, currency)),
    );
  requireSome(
    affordable,
    `the catalog offers nothing in ${currencies.join(', ') || 'any currency'}`,
  );
  // Of two that cost the same, one at its bound shows more.
  const isOffBound = ({ value, minPrice }: Offer) => Number(value !== minPrice);
  return affordable.sort(
    (a, b) => unfundedLast(a, b) || a.value - b.value || isOffBound(a) - isOffBound(b),
  );
}

/**
 * The cheapest product of the catalog.
 *
 * @throws NotExercised if the catalog has none.
 */
export async function cheapest(context: Context): Promise<Purchase> {
  const [best] = await offers(context);
  return atValue(best!, best!.value);
}

/** Balances by currency. */
export type Balances = ReadonlyMap<string, number>;

/** Returns the balances in a list of wallets; none if it is no list. */
export const balancesIn = (wallets: unknown): Balances =>
  new Map(
    arrayIn(wallets)
      .filter(isObject)
      .flatMap(({ currency, balance }) => {
        const isWhole = typeof currency === 'string' && typeof balance === 'number';
        return isWhole ? [[currency.toUpperCase(), balance] as const] : [];
      }),
  );

/** Other purchases of a run are in the same currency. */
const few = 20;

/** True if a wallet has the money for a few of it. */
const isFunded = (wallets: Balances, { currency, value }: Purchase): boolean =>
  (wallets.get(currency.toUpperCase()) ?? 0) >= value * few;

/** Sorts what no wallet has the money for behind the rest. */
export const unfundedLast = (one: Offer, other: Offer): number =>
  Number(other.funded) - Number(one.funded);

/** Returns the wallets as they were before the run bought anything; undefined if they cannot be read. */
export const walletsBefore = (context: Context): Promise<Exchange | undefined> =>
  context.memo('the wallets before a purchase', () =>
    ifAnswered(aside(() => context.api.send(route.wallet, { earlier: true }))),
  );

/** Returns their balances; none if they cannot be read: what is bought does not depend on it. */
export async function balancesBefore(context: Context): Promise<Balances> {
  const wallets = await walletsBefore(context);
  return balancesIn(wallets && bodyOf(wallets));
}

/**
 * Returns the cheapest product in another currency than the cheapest one, of those that the account has money for; undefined if there
 * is none. A product that is sold for any value comes first, if it is cheap: it shows what becomes of a fraction.
 */
export async function offerInSecondCurrency(context: Context): Promise<Offer | undefined> {
  const [best, ...others] = await offers(context);
  const funded = others.filter(fundedElsewhere(best!));
  const isCheap = ({ value, currency }: Offer) => value * 4 <= smallShare(context, currency);
  return funded.find(each => each.highest !== undefined && isCheap(each)) ?? funded[0];
}

const limitIn = ({ target }: Context, currency: string): number =>
  target.values.GV_MAX_SPEND?.[currency.toUpperCase()] ?? Infinity;

/** A small share of what a run may spend in a currency: other checks spend too. */
export const smallShare = (context: Context, currency: string): number =>
  limitIn(context, currency) / 20;

/** The most that one order may cost of it. */
export const largeShare = (context: Context, currency: string): number =>
  limitIn(context, currency) / 4;

/** True if an offer is in another currency than a purchase, of which the account has money for a few. */
export const fundedElsewhere =
  (than: Purchase) =>
  (offer: Offer): boolean =>
    !isSameCurrency(offer.currency, than.currency) && offer.funded;

/**
 * Returns a higher value that a product is sold for; undefined if there is none.
 *
 * @param next the value, if any is sold.
 * @param above a value below those that count.
 */
export function nextValue(
  { value, highest, denominations }: Offer,
  next = value + 1,
  above = value,
): number | undefined {
  if (highest === undefined) return denominations.find(each => each > above);
  return next <= highest ? next : undefined;
}

/** Amounts that are tried, since the price that they begin at is one of the target. */
const mostTried = 1000;

/**
 * Returns the least amount above another that a binary fraction misses from below: a hundred times it is no integer.
 *
 * @param beyond hundredths that it has more than whole units, at least.
 */
export function unevenAbove(least: number, beyond = 0): number {
  const first = Math.round(least * 100) + 1;
  const isUneven = (cents: number) =>
    Math.floor((cents / 100) * 100) !== cents && cents % 100 >= beyond;
  const tried = Array.from({ length: mostTried }, (_, more) => first + more);
  return (tried.find(isUneven) ?? first) / 100;
}

/** The data that an order needs to buy a product for a value. */
export const atValue = (
  { productCode, merchant, currency }: Purchase,
  value: number,
): Purchase => ({ productCode, merchant, currency, value });

/** Every currency for a server of our own. */
const spendable = ({ target }: Context): string[] => Object.keys(target.values.GV_MAX_SPEND ?? {});
