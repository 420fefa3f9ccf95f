/** Parts of the ledger: its newest or oldest entries if it is too long to be read whole, and those of one currency (§4.1). */
import { isObject, bodyOf, type Exchange } from '../../schemas/records/exchange.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { identityOf } from './ledger-entries.ts';
import { missingFrom } from '../shared/page-laws.ts';
import { type ListRead, mostPages, readWhole, type ReadOptions } from '../shared/lists.ts';
import { lists } from '../../schemas/lists.ts';
import { errors, isRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency, object } from '../../schemas/schema.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';

type Entry = Record<string, unknown>;
type Read = Pick<ListRead, 'items' | 'complete'>;

const timeOf = ({ timestamp }: Entry): number => Date.parse(String(timestamp));

/** Times may be alike. */
export const isFalling = (times: readonly number[]): boolean =>
  times.every((time, at) => at === 0 || time <= times[at - 1]!);

/**
 * Returns a test for entries of the part of a ledger that was read. Entries with the time of the last one may be beyond it.
 *
 * @throws NotExercised if it is a part that is in no order of time.
 */
export function reachOf({ items, complete }: Read): (entry: Entry) => boolean {
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
  isOwn: (entry: Entry) => boolean,
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
  anew: Pick<ReadOptions, 'fresh' | 'around'> = {},
): Promise<ListRead> {
  const query = { [name]: currency };
  try {
    return await readWhole(context, lists.ledger, { query, atMost: mostPages, ...anew });
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
    !Array.isArray(wallets) ||
    wallets.some(each => isObject(each) && isSameCurrency(each['currency'], currency))
  );
}
