/** The transactions of wallets, and the same ones in the ledger (§2.5, §2.6). */
import {
  arrayIn,
  at,
  isObject,
  bodyOf,
  type Exchange,
  isAbsent,
  type Item,
} from '../../schemas/records/exchange.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { missingFrom } from '../shared/compared-items.ts';
import { mostPages, readWhole, type ReadOptions, type ListRead } from '../steps/lists.ts';
import { group } from '../../schemas/group.ts';
import { lists } from '../../schemas/lists.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency, object } from '../../schemas/schema.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { showsTransactions } from '../wallet/judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { isSameTime } from '../../fixtures/run/expect/formats.ts';

/** A transaction, and the currency of the wallet that carries it. */
interface Carried {
  readonly entry: Item;
  readonly currency: unknown;
}

export const carriedBy = (wallets: readonly Item[]): Carried[] =>
  wallets.flatMap(({ transactions, currency }) =>
    arrayIn(transactions)
      .filter(isObject)
      .map(entry => ({ entry, currency })),
  );

const upper = (currency: unknown): unknown =>
  typeof currency === 'string' ? currency.toUpperCase() : undefined;

/** Returns a text that is the same for two entries if they are one, whatever their time, currency and order. */
const kindOf = ({ transactionType, transactionValue }: Item): string =>
  JSON.stringify([transactionType, transactionValue]);

const orderOf = ({ orderID }: Item): unknown => (isAbsent(orderID) ? undefined : orderID);

export const timeOf = ({ timestamp }: Item): number => Date.parse(String(timestamp));

/** An entry in two lists of the ledger; one may show more of its details. */
export const identityOf = (entry: unknown): string =>
  isObject(entry)
    ? `${kindOf(entry)} ${String(orderOf(entry))} ${timeOf(entry)} ${String(upper(entry['currency']))}`
    : JSON.stringify(entry);

export const isPurchase = ({ transactionType }: Item): boolean => transactionType === 'purchase';

/**
 * Those that the ledger does not have. An entry of it that states no currency may be of any, a purchase of its order's; whether a
 * purchase names its order is judged elsewhere.
 */
export function notInLedger(carried: readonly Carried[], ledger: readonly unknown[]): Carried[] {
  const known = group(ledger.filter(isObject), kindOf);
  const isSame = ({ entry, currency }: Carried, other: Item): boolean => {
    const stated = upper(other['currency']);
    const [named, listed] = [orderOf(entry), orderOf(other)];
    return (
      (stated === undefined || stated === upper(currency) || isPurchase(entry)) &&
      (named === undefined || listed === undefined || named === listed) &&
      isSameTime(timeOf(entry), timeOf(other))
    );
  };
  return carried.filter(each => !known.get(kindOf(each.entry))?.some(item => isSame(each, item)));
}

/**
 * Currencies of which the account has a wallet: money was paid into it, and not all of it was spent. A wallet may be closed,
 * and an order be paid from one in another currency.
 *
 * @throws NotExercised if no currency is known to be one.
 */
export function heldCurrencies(ledger: readonly unknown[], complete: boolean): string[] {
  const entries = ledger.filter(isObject).filter(({ currency }) => !isAbsent(currency));
  const newest = Math.max(...entries.map(timeOf));
  const held = [...group(entries, ({ currency }) => String(currency))].filter(([, own]) => {
    if (!own.some(({ transactionType }) => transactionType === 'funding')) return false;
    return complete ? (balanceOf(own) ?? 0) !== 0 : own.some(each => timeOf(each) === newest);
  });
  if (held.length === 0)
    throw new NotExercised('the ledger shows of no currency that a wallet has money in it');
  return held.map(([currency]) => currency);
}

/** Returns the currencies of wallets that have money and no transactions, if the ledger has some. */
export const withoutTransactions = (
  wallets: readonly unknown[],
  ledger: readonly unknown[],
): unknown[] =>
  wallets
    .filter(each => at(each, 'balance') !== 0 && !showsTransactions(each))
    .map(each => at(each, 'currency'))
    .filter(currency => ledger.some(entry => isSameCurrency(at(entry, 'currency'), currency)));

/** Returns the hundredths that were paid in and not spent; undefined if the direction of an entry is not shown. */
export function balanceOf(entries: readonly Item[]): number | undefined {
  if (!entries.every(each => each['transactionType'] === 'funding' || isPurchase(each)))
    return undefined;
  const changes = entries.map(each => {
    const value = Math.abs(Number(each['transactionValue']));
    return isPurchase(each) ? -value : value;
  });
  return Math.round(changes.reduce((sum, change) => sum + change, 0) * 100);
}

type Read = Pick<ListRead, 'items' | 'complete'>;

/** Times may be alike. */
export const isFalling = (times: readonly number[]): boolean =>
  times.every((time, at) => at === 0 || time <= times[at - 1]!);

/**
 * Returns a test for entries of the part of a ledger that was read. Entries with the time of the last one may be beyond it.
 *
 * @throws NotExercised if it is a part that is in no order of time.
 */
export function reachOf({ items, complete }: Read): (entry: Item) => boolean {
  if (complete) return () => true;
  const times = items.filter(isObject).map(timeOf);
  const last = times.at(-1)!;
  const falls = isFalling(times);
  if (falls === isFalling(times.toReversed()))
    throw new NotExercised('the ledger is too long to be read whole, and in no order of time');
  return entry => (falls ? timeOf(entry) > last : timeOf(entry) < last);
}

/** Returns the entries that the ledger and the ledger of one currency do not have alike, as far as both were read. */
export function unlikeFiltered(
  ledger: Read,
  filtered: Read,
  isOwn: (entry: Item) => boolean,
): unknown[] {
  const [inLedger, inFiltered] = [reachOf(ledger), reachOf(filtered)];
  const inBoth = ({ items }: Read) =>
    items.filter(isObject).filter(each => isOwn(each) && inLedger(each) && inFiltered(each));
  const own = inBoth(ledger);
  if (own.length === 0)
    throw new NotExercised('the ledger is too long to be read whole, and its part has none of it');
  return [
    ...missingFrom(filtered.items, own, identityOf),
    ...missingFrom(ledger.items, inBoth(filtered), identityOf),
  ];
}

/**
 * Returns the total that a list states if it has another number of entries. No number is named if the list itself shows
 * it: what was bought between two looks must not make one fault look like two.
 *
 * @param expected its entries, as far as a list without filter shows them.
 */
export function wrongTotal(
  { total, items, complete }: Pick<ListRead, 'total' | 'items' | 'complete'>,
  expected: number | undefined,
): string[] {
  if (complete) return total === items.length ? [] : ['its total is not the number of its entries'];
  return expected === undefined || total === expected ? [] : [`total ${total}, of ${expected}`];
}

/** No wrapper stands between the body and its list (§7). */
const ledgerPage = object('A page of the ledger', {
  transactions: { type: 'array' },
  pagination: { type: 'object' },
});

/**
 * @param name of the currency filter.
 * @throws ExpectationFailed if a currency of the list is not taken.
 * @throws NotExercised if the account has no wallet in it (§7).
 */
export async function filteredLedger(
  context: Context,
  name: string,
  currency: string,
  options: Pick<ReadOptions, 'fresh'> = {},
): Promise<ListRead> {
  const query = { [name]: currency };
  try {
    return await readWhole(context, lists.ledger, { query, atMost: mostPages, ...options });
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    const exchange = await context.api.send(route.ledger, { query });
    if (hasNoWallet(exchange) && !(await isThere(context, currency)))
      throw new NotExercised(`the account has no wallet in ${currency}`);
    expect(exchange).toHaveStatus(200);
    expect(exchange).toMatchSchema(ledgerPage);
    throw error;
  }
}

const hasNoWallet = (exchange: Exchange): boolean => isRow(exchange, errors.noWallet);

/** Returns true if the responses so far show such a wallet. */
async function isThere({ api }: Context, currency: string): Promise<boolean> {
  const exchange = await api.send(route.wallet);
  const wallets = bodyOf(exchange);
  if (hasNoWallet(exchange)) return false;
  return (
    !Array.isArray(wallets) || wallets.some(each => isSameCurrency(at(each, 'currency'), currency))
  );
}
