/** Chooses products of the catalog to buy: first the cheapest products that a wallet can pay for. */
import { bodyOf, type Exchange } from '../../schemas/records/exchange.ts';
import { lists } from '../../schemas/lists.ts';
import { route, type Route } from '../../schemas/routes.ts';
import { readWhole } from './lists.ts';
import {
  atValue,
  balancesIn,
  offersIn,
  shopOf,
  type Balances,
  type Offer,
  type Shop,
} from '../setup/shop.ts';
import type { SendOptions } from '../../harness/client/api.ts';
import { meeting } from '../../harness/client/clock.ts';
import type { Context } from '../../harness/run/context.ts';
import type { Purchase } from '../../fixtures/payloads/purchase.ts';
import { withoutEvidence } from '../../harness/run/expect/expect.ts';
import { ifAnswered, NotExercised, requireSome } from '../../harness/verdict.ts';

/** Runs a function while no other purchase of the run is under way, so balances show what its purchase costs. A replay buys nothing. */
export const withoutOtherPurchases = <Result>(
  { api }: Context,
  act: () => Promise<Result>,
): Promise<Result> => (api.withoutOtherPurchases ? api.withoutOtherPurchases(act) : act());

/** Sends purchases at the same moment. The caller must have the turn of all purchases. */
export function sendTogether(
  { api, clock }: Context,
  to: Route,
  all: readonly SendOptions[],
): Promise<Exchange[]> {
  const departs = meeting(all.length, clock);
  return Promise.all(
    all.map(each => api.send(to, { ...each, departs, fresh: true, unordered: true })),
  );
}

const nothing = (what: string) => `the catalog offers nothing in ${what} that GV_MAX_SPEND permits`;

/**
 * Returns what the run may buy, by the catalog and the wallets before its first purchase.
 *
 * @throws NotExercised if there are no products.
 */
export async function readShop(context: Context): Promise<Shop> {
  const { items } = await readWhole(context, lists.browse);
  const shop = shopOf(items, await balancesBefore(context), context.target.values.GV_MAX_SPEND);
  requireSome(shop.offers, nothing('any currency'));
  return shop;
}

/**
 * Returns the products that the run may buy, as in `Shop`.
 *
 * @param currencies Currencies of the products. By default, all.
 * @throws NotExercised if there are no products.
 */
export async function offers(
  context: Context,
  currencies?: readonly string[],
): Promise<readonly Offer[]> {
  const found = offersIn(await readShop(context), currencies);
  requireSome(found, nothing(currencies?.join(', ') ?? 'any currency'));
  return found;
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

/**
 * Requires that one of these balances is not 0, because a comparison of balances that are all 0 shows nothing.
 *
 * @throws NotExercised if all balances are 0.
 */
export function requireMoney(...balances: readonly unknown[]): void {
  if (balances.every(balance => balance === 0))
    throw new NotExercised('every balance that was read is 0');
}

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
