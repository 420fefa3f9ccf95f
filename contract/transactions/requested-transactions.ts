/** The automation transactions of an account (§4.2), as far back as a run can see. */
import { isObject, type Exchange, type Item } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Api } from '../../fixtures/client/api.ts';
import type { Context } from '../../fixtures/run/context.ts';
import { transactionsIn } from './judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { isSameAmount, isSameCurrency } from '../../schemas/schema.ts';
import { readWhole } from '../steps/lists.ts';

export const requestTransactions = (
  { api }: { readonly api: Api },
  body: unknown,
  fresh = false,
): Promise<Exchange> => api.send(route.getWalletTransactions, { body, fresh });

/** @throws NotExercised if the response has no transactions. */
export const transactionsFor = async (
  context: Context,
  body: Item,
  fresh = false,
): Promise<Item[]> =>
  transactionsIn(await requestTransactions(context, body, fresh)).filter(isObject);

/** The most that one request returns. */
export const largest = { limit: 100 };

export const dayMs = 86_400_000;
export const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const timeOf = (transaction: Item): number => Date.parse(String(transaction['processedAt']));

/** Responses with the newest transactions, and with those older than what this run did itself. */
export const historyExchanges = async (context: Context): Promise<Exchange[]> => [
  await requestTransactions(context, largest),
  await requestTransactions(context, { ...largest, toDate: day(context.clock.now() - 3 * dayMs) }),
];

/** Each once. */
const itemsOf = (exchanges: readonly Exchange[]): Item[] => {
  const items = exchanges.flatMap(transactionsIn).filter(isObject);
  return [...new Map(items.map(each => [each['transactionId'], each])).values()];
};

/** The transactions of `historyExchanges`. */
export const knownHistory = async (context: Context): Promise<Item[]> =>
  itemsOf(await historyExchanges(context));

/** Days further back that are read if a hundred transactions are those of a few hours. */
const furtherDays = [30, 7];

export interface History {
  readonly known: readonly Item[];
  /** The response to a range that ends on a day long ago, if that was asked for. */
  readonly further?: { readonly toDate: string; readonly items: readonly Item[] };
}

/** As `knownHistory`, and further back if that spans less than so many days. */
export async function longHistory(context: Context, days: number): Promise<History> {
  const exchanges = await historyExchanges(context);
  const known = itemsOf(exchanges);
  const old = itemsOf(exchanges.slice(1));
  const times = old.map(timeOf).filter(time => !Number.isNaN(time));
  const spans = Math.max(...times) - Math.min(...times) >= days * dayMs;
  // A response that is not full has all that there is.
  if (old.length < largest.limit || times.length === 0 || spans) return { known };
  for (const distance of furtherDays) {
    const toDate = day(Math.min(...times) - distance * dayMs);
    const items = await transactionsFor(context, { ...largest, toDate });
    if (items.length > 0) return { known: [...known, ...items], further: { toDate, items } };
  }
  return { known };
}

/** Returns the items that are not among the known ones. */
export function notAmong(known: readonly Item[], items: readonly Item[]): Item[] {
  const ids = new Set(known.map(({ transactionId }) => transactionId));
  return items.filter(({ transactionId }) => !ids.has(transactionId));
}

/** Before each look, in milliseconds: who sends vouchers ends at some time, or pauses. */
const waits = [0, 1000, 4000];

/**
 * Judges that a request without a limit gets what one for 50 gets, if the transactions stood still meanwhile: whoever sends vouchers
 * all the time pushes others out of the newest 50.
 *
 * @throws NotExercised if there are no more, or others are made all the time.
 */
export async function expectFifty(context: Context): Promise<void> {
  for (const wait of waits) {
    await context.clock.sleep(wait);
    const fresh = wait > 0;
    const without = await transactionsFor(context, {}, fresh);
    const fifty = await transactionsFor(context, { limit: 50 }, fresh);
    const more = (await transactionsFor(context, largest, fresh)).length;
    if (more <= 50) throw new NotExercised('the wallet has no more than 50 transactions');
    const again = await transactionsFor(context, {}, true);
    if (JSON.stringify(again) !== JSON.stringify(without)) continue;
    expect(without.length, 'transactions without a limit').toBe(50);
    expect(without, 'compared with those for a limit of 50').toEqual(fifty);
    return;
  }
  throw new NotExercised('the transactions changed each time while they were read');
}

/**
 * Judges the number of those that a request without a limit gets since a date.
 *
 * @throws NotExercised if there are no more.
 */
export async function expectFiftySince(context: Context, fromDate: string): Promise<void> {
  const known = (await knownHistory(context)).map(timeOf);
  const inside = known.filter(time => time >= Date.parse(fromDate) + dayMs);
  if (inside.length <= 50)
    throw new NotExercised(`the wallet shows no more than 50 transactions since ${fromDate}`);
  const found = await transactionsFor(context, { fromDate });
  expect(found.length, `transactions since ${fromDate} without a limit`).toBe(50);
}

/** The items that are alone at their time with their amount, by both. */
function alone(items: readonly Item[], momentOf: (item: Item) => readonly unknown[]) {
  const found = new Map<string, Item | undefined>();
  for (const item of items) {
    const moment = momentOf(item).join();
    found.set(moment, found.has(moment) ? undefined : item);
  }
  return found;
}

/** Fewer that agree may do so by chance. */
const fewPairs = 3;

/** Returns each transaction with the entry of the ledger, if both are alone in their list with their time and this. */
async function inBoth(context: Context, by: 'amount' | 'currency') {
  const { items } = await readWhole(context, lists.ledger);
  const keyOf = (amount: unknown, currency: unknown) =>
    by === 'amount' ? Math.abs(Number(amount)) : String(currency).toUpperCase();
  const entries = alone(items.filter(isObject), ({ timestamp, transactionValue, currency }) => [
    Date.parse(String(timestamp)),
    keyOf(transactionValue, currency),
  ]);
  const own = alone(await transactionsFor(context, largest), each => [
    timeOf(each),
    keyOf(each['amount'], each['currency']),
  ]);
  return [...own].flatMap(([moment, transaction]) => {
    const entry = entries.get(moment);
    return transaction && entry ? [{ transaction, entry }] : [];
  });
}

/**
 * Transactions that are in another currency than the entry of the ledger with their time and amount.
 *
 * @throws NotExercised if hardly any transaction has such an entry: the two keys may be of two accounts.
 */
export async function inAnotherCurrency(context: Context): Promise<object[]> {
  const both = await inBoth(context, 'amount');
  const pairs = both.flatMap(({ transaction: { transactionId, currency }, entry }) => {
    const inLedger = entry['currency'];
    return typeof currency === 'string' && typeof inLedger === 'string'
      ? [{ transactionId, currency, inLedger }]
      : [];
  });
  if (pairs.length < fewPairs)
    throw new NotExercised(
      'fewer than three transactions have the time and the amount of an entry in the ledger',
    );
  return pairs.filter(({ currency, inLedger }) => !isSameCurrency(currency, inLedger));
}

/**
 * Transactions with a hundred times, or a hundredth of, the value of the entry of the ledger with their time and currency, while
 * others have its value. Other differences may be fees, or an exchange; a list may count in cents as a whole.
 *
 * @throws NotExercised if hardly any transaction has such an entry and its value: the two keys may be of two accounts.
 */
export async function inAnotherUnit(context: Context): Promise<object[]> {
  const pairs = (await inBoth(context, 'currency')).map(({ transaction, entry }) => ({
    transactionId: transaction['transactionId'],
    amount: Math.abs(Number(transaction['amount'])),
    inLedger: Math.abs(Number(entry['transactionValue'])),
  }));
  const other = pairs.filter(
    ({ amount, inLedger }) =>
      isSameAmount(amount, 100 * inLedger) || isSameAmount(100 * amount, inLedger),
  );
  const alike = pairs.filter(({ amount, inLedger }) => isSameAmount(amount, inLedger));
  if (alike.length < fewPairs)
    throw new NotExercised(
      'fewer than three transactions have the time, the currency and the value of an entry in the ledger',
    );
  return other.length < fewPairs ? [] : other;
}
