/** Requests the transactions of an account from get_wallet_transactions (§4.2), also by ranges of days. */
import { at, isObject, type Exchange, type Item } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import type { Context } from '../../harness/run/context.ts';
import { ifExercised, NotExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { readLastItems, readWhole } from '../steps/lists.ts';
import { transactionsIn } from './judgements.ts';

export const requestTransactions = (
  { api }: Pick<Context, 'api'>,
  body: unknown,
): Promise<Exchange> => api.send(route.getWalletTransactions, { body });

/**
 * Requests transactions.
 *
 * @throws NotExercised if the response has no list of transactions.
 */
export const transactionsFor = async (context: Context, body: Item): Promise<Item[]> =>
  transactionsIn(await requestTransactions(context, body)).filter(isObject);

/** Body of a request for as many transactions as possible. */
export const largest = { limit: 100 };

/** Range of days without transactions. */
export const longAgo = { ...largest, toDate: '1990-01-01' };

export const timeOf = ({ processedAt }: Item): number => Date.parse(String(processedAt));
export const dayOf = ({ processedAt }: Item): string => String(processedAt).slice(0, 10);
export const idOf = ({ transactionId }: Item): string => String(transactionId);

export const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const daysAfter = (date: string, days: number): string =>
  day(Date.parse(date) + days * 86_400_000);

/** Transactions before today, the oldest first. Vouchers that this run sends do not change them. */
export interface History {
  readonly items: readonly Item[];
  /** True if these are all transactions of the account before today. */
  readonly complete: boolean;
  /** Day until which these are all transactions. Undefined if even the first days have too many. */
  readonly wholeUntil: string | undefined;
}

/**
 * Reads the history of an account that has one.
 *
 * @throws NotExercised if the account has no transactions from before today.
 */
export async function requireHistory(context: Context): Promise<History> {
  const history = await readHistory(context);
  if (history.items.length > 0) return history;
  throw new NotExercised('there are no transactions from before today');
}

/** Largest number of requests to read a history. */
const mostRequests = 6;

const isNewestFirst = (items: readonly Item[]): boolean =>
  items.every((each, n) => n === 0 || timeOf(each) <= timeOf(items[n - 1]!));

/** Reads the transactions before today: all, or the newest days and the first days. */
export async function readHistory(context: Context): Promise<History> {
  const today = day(context.clock.now());
  const newest = await readNewest(context, today);
  if (newest.complete) return { ...newest, wholeUntil: daysAfter(today, -1) };
  const toDate = await findEarlyDay(context, today);
  const all = toDate === undefined ? [] : await transactionsFor(context, { ...largest, toDate });
  const early = all.filter(each => dayOf(each) < today);
  if (early.length === 0 || all.length >= largest.limit)
    return { ...newest, wholeUntil: undefined };
  return { ...newest, items: inOrder([...early, ...newest.items]), wholeUntil: toDate };
}

/** Returns the last day before today until which the ledger has few entries, because purchases of runs may fill the newest days. */
async function findEarlyDay(context: Context, today: string): Promise<string | undefined> {
  const ledger = await ifExercised(readWhole(context, lists.ledger));
  if (!ledger) return undefined;
  const last = await ifExercised(readLastItems(context, lists.ledger, ledger));
  // Between the first pages and the last page are entries that were not read.
  const [oldest] = [timesOf(ledger.items), timesOf(last ?? [])].toSorted(
    (a, b) => Math.min(...a) - Math.min(...b),
  );
  return earlyDay(
    oldest!
      .map(day)
      .filter(each => each < today)
      .toSorted(),
  );
}

const timesOf = (entries: readonly unknown[]): number[] =>
  entries.map(each => Date.parse(String(at(each, 'timestamp')))).filter(Number.isFinite);

/** Number of transactions at each end of a history that the ranges contain. It is less than one response returns. */
export const mostInRange = 60;

/** Returns the last day until which there are few transactions, or else the first day. */
export const earlyDay = (days: readonly string[]): string | undefined =>
  days.slice(0, mostInRange + 1).findLast((each, n) => each !== days[n + 1]) ?? days[0];

/** Returns distinct transactions, the oldest first. */
const inOrder = (items: readonly Item[]): Item[] =>
  [...new Map(items.map(each => [idOf(each), each])).values()].toSorted(
    (a, b) => timeOf(a) - timeOf(b),
  );

/** Reads the newest transactions. Then repeatedly reads the transactions up to the oldest day read so far, until no older transactions come. */
async function readNewest(context: Context, today: string): Promise<Omit<History, 'wholeUntil'>> {
  const found = new Map<string, Item>();
  let complete = true;
  let body: Item = largest;
  for (let sent = 0; sent < mostRequests; sent++) {
    const all = await transactionsFor(context, body);
    const isFull = all.length >= largest.limit;
    // The spec does not show which hundred transactions are returned if there are more.
    if (isFull && !isNewestFirst(all)) complete = false;
    const items = all.filter(each => dayOf(each) < today);
    const others = items.filter(each => !found.has(idOf(each)));
    for (const each of others) found.set(idOf(each), each);
    if (sent > 0 && others.length === 0)
      return { items: inOrder([...found.values()]), complete: complete && !isFull };
    body = { ...largest, toDate: items.map(dayOf).toSorted()[0] ?? daysAfter(today, -1) };
  }
  return { items: inOrder([...found.values()]), complete: false };
}
