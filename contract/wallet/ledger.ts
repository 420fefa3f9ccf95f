/** Reads the ledger (§2.6, §4.1), whole or in one currency, and compares its entries. */
import { at, bodyOf, isAbsent, isObject, type Item } from '../../schemas/records/exchange.ts';
import type { ListRead } from '../steps/lists.ts';
import { route } from '../../schemas/routes.ts';
import { cents, isSameCurrency } from '../../schemas/schema.ts';
import type { Context } from '../../harness/run/context.ts';

/** Returns an amount without its sign. Any other value stays, so that a comparison shows it. */
export const withoutSign = (amount: unknown): unknown =>
  typeof amount === 'number' ? cents(Math.abs(amount)) : amount;

export const timeOf = ({ timestamp }: Item): number => Date.parse(String(timestamp));

/** Returns a text with the values of an entry, which is the same in the ledger and in a wallet. */
export function identityOf(entry: Item): string {
  const { transactionType, transactionValue, orderID, currency } = entry;
  const order = isAbsent(orderID) ? undefined : orderID;
  const details = ['type', 'description', 'currency'].map(name => at(entry, 'details', name));
  const code = String(currency).toUpperCase();
  return JSON.stringify([transactionType, transactionValue, order, timeOf(entry), code, details]);
}

type Read = Pick<ListRead, 'items' | 'complete'>;

/**
 * Returns a predicate for entries that belong to the part of the ledger that was read. They are newer than the last entry read, or
 * older if the ledger lists the oldest entries first.
 */
export function isInPartRead({ items, complete }: Read): (entry: Item) => boolean {
  if (complete) return () => true;
  const times = items.filter(isObject).map(timeOf);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return entry => (first > last ? timeOf(entry) > last : timeOf(entry) < last);
}

/** Returns true if the account has a wallet in a currency. */
export const hasWallet = async ({ api }: Context, currency: string): Promise<boolean> =>
  [bodyOf(await api.send(route.wallet))]
    .flat()
    .some(each => isSameCurrency(at(each, 'currency'), currency));
