/** Reads the ledger (§2.6, §4.1), whole or in one currency, and compares its entries. */
import { at, bodyOf, isAbsent, isObject, type Item } from '../../schemas/records/exchange.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { readWhole, requestPage, type ReadOptions, type ListRead } from '../steps/lists.ts';
import { lists, toPage } from '../../schemas/lists.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { cents, isSameCurrency } from '../../schemas/schema.ts';
import type { Context } from '../../harness/run/context.ts';
import { shown } from '../../harness/run/expect/expect.ts';
import { fail } from '../../harness/run/expect/found.ts';

/** Returns an amount without its sign. Any other value stays, so that a comparison shows it. */
export const withoutSign = (amount: unknown): unknown =>
  typeof amount === 'number' ? cents(Math.abs(amount)) : amount;

export const timeOf = ({ timestamp }: Item): number => Date.parse(String(timestamp));

/** Returns a text that identifies an entry of the ledger. */
export function identityOf(entry: unknown): string {
  if (!isObject(entry)) return JSON.stringify(entry);
  const { transactionType, transactionValue, orderID, currency } = entry;
  const order = isAbsent(orderID) ? undefined : orderID;
  const kind = JSON.stringify([transactionType, transactionValue]);
  return `${kind} ${String(order)} ${timeOf(entry)} ${String(currency).toUpperCase()}`;
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

/**
 * Reads the ledger of one currency.
 *
 * @param name Name of the currency filter.
 * @throws ExpectationFailed if the response is not a page of the ledger.
 * @throws NotExercised if the account has no wallet in the currency, and the response says so (§7).
 */
export async function filteredLedger(
  context: Context,
  name: string,
  currency: string,
  options: Pick<ReadOptions, 'fresh' | 'limit'> = {},
): Promise<ListRead> {
  const query = { [name]: currency };
  const exchange = await requestPage(context, lists.ledger, { query, ...options });
  if (isRow(exchange, errors.noWallet) && !(await hasWallet(context, currency)))
    throw new NotExercised(`the account has no wallet in ${currency}`);
  if (!toPage(lists.ledger, exchange))
    fail(`the ledger with ${name}=${currency}`, shown(exchange), { of: [exchange] });
  return readWhole(context, lists.ledger, { query, ...options });
}

const hasWallet = async ({ api }: Context, currency: string): Promise<boolean> =>
  [bodyOf(await api.send(route.wallet))]
    .flat()
    .some(each => isSameCurrency(at(each, 'currency'), currency));
