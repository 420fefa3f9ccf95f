/**
 * Ranges of days, and what is clearly inside or outside of them. A range has the day at which it starts; that it has the day at
 * which it ends is not shown, nor in whose time zone its days are (§4.2): a day may begin 14 hours before it does in UTC (UTC+14), or
 * 12 hours after (UTC-12).
 */
import type { Context } from '../../fixtures/run/context.ts';
import { transactionsIn } from './judgements.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { isObject, field, type Item } from '../../schemas/records/exchange.ts';
import { isFalling } from '../steps/ledger.ts';
import {
  day,
  dayMs,
  historyExchanges,
  largest,
  longHistory,
  notAmong,
  timeOf,
  transactionsFor,
  requestTransactions,
} from './requested-transactions.ts';

const hourMs = 3_600_000;
const earliest = 14 * hourMs;
const latest = 12 * hourMs;

/** The days of ranges that just miss a transaction. */
export interface Outside {
  /** A range that begins on this day is after it. */
  readonly after: string;
  /** A range that ends on this day is before it. */
  readonly before: string;
}

const timeOfDay = (transaction: Item): number => timeOf(transaction) % dayMs;
/** The next day is clearly after it in every time zone. */
const isEarly = (transaction: Item): boolean => timeOfDay(transaction) < dayMs - earliest;
/** The day before is clearly before it in every time zone. */
const isLate = (transaction: Item): boolean => timeOfDay(transaction) >= latest;

const justOutside = (transaction: Item): Outside => ({
  after: day(timeOf(transaction) + (isEarly(transaction) ? 1 : 2) * dayMs),
  before: day(timeOf(transaction) - (isLate(transaction) ? 1 : 2) * dayMs),
});

/** One of a part of a list, which begins and ends at these shares of it: one that suits, or else the middle one. */
function oneOf(
  sorted: readonly Item[],
  [from, to]: readonly [number, number],
  suits: (transaction: Item) => boolean,
): Item | undefined {
  const part = sorted.slice(Math.floor(sorted.length * from), Math.ceil(sorted.length * to));
  return part.find(suits) ?? part[Math.floor(part.length / 2)];
}

const olderPart = [0.1, 0.45] as const;
const youngerPart = [0.55, 0.9] as const;
/** Between the two transactions that ranges miss. */
const leastDays = 6;

/**
 * Returns the known transactions, and ranges that miss some of those from before this run.
 *
 * @throws NotExercised if there is too little history for a range of days to show.
 */
export async function middleOfHistory(context: Context) {
  const recently = daysAgo(context, 3);
  const isOld = (each: Item) => timeOf(each) < recently;
  const oldestFirst = (items: readonly Item[]) =>
    items.filter(isOld).toSorted((a, b) => timeOf(a) - timeOf(b));
  const { known, further } = await longHistory(context, leastDays);
  const all = known.filter(each => !Number.isNaN(timeOf(each)));
  const older = oldestFirst(all);
  const first = oneOf(older, olderPart, isEarly);
  const last = oneOf(older, youngerPart, isLate);
  if (!first || !last || timeOf(last) - timeOf(first) < leastDays * dayMs)
    throw new NotExercised('the transactions are too close together for a range of days to show');
  const [newest] = await historyExchanges(context);
  const shown = newest ? transactionsIn(newest).filter(isObject) : [];
  return {
    all,
    shown,
    further,
    first: justOutside(first),
    last: justOutside(last),
    // A response has a hundred at most: what a start leaves out shows only if it is among the newest.
    start: justOutside(oneOf(oldestFirst(shown), olderPart, isEarly) ?? first),
    late: oldestFirst(shown).findLast(isLate),
  };
}

const daysAgo = ({ clock }: Context, days: number): number =>
  Date.parse(day(clock.now() - days * dayMs));

export const daysBefore = (date: string, days: number): string =>
  day(Date.parse(date) - days * dayMs);

interface Days {
  readonly fromDate?: string;
  readonly toDate?: string;
}

const toTime = (date: string | undefined, none: number): number =>
  date === undefined ? none : Date.parse(date);

export function expectNoneOutside(found: readonly Item[], { fromDate, toDate }: Days): void {
  const from = toTime(fromDate, -Infinity) - earliest;
  const to = toTime(toDate, Infinity) + dayMs + latest;
  const outside = found.filter(each => timeOf(each) < from || timeOf(each) >= to);
  expect(outside, 'transactions clearly outside').toEqual([]);
}

/**
 * Returns the time after which a response has all transactions of its range: a full one has the newest of them only.
 *
 * @throws NotExercised if it is full and in another order: it may have any of them.
 */
function reachOf(found: readonly Item[]): number {
  if (found.length < largest.limit) return -Infinity;
  const times = found.map(timeOf);
  if (!isFalling(times)) throw new NotExercised('the response is full, and not the newest first');
  return times.at(-1)!;
}

/** @throws NotExercised if nothing that is known is clearly inside. */
export function expectNoneLost(
  found: readonly Item[],
  { fromDate, toDate }: Days,
  all: readonly Item[],
): void {
  const from = toTime(fromDate, -Infinity) + latest;
  const to = toTime(toDate, Infinity) - earliest;
  const since = Math.max(reachOf(found), Math.min(...all.map(timeOf)));
  const inside = all.filter(
    each => timeOf(each) >= from && timeOf(each) < to && timeOf(each) > since,
  );
  if (inside.length === 0) throw new NotExercised('no known transaction is clearly inside');
  expect(notAmong(found, inside), 'transactions of the range that are not given').toEqual([]);
}

/**
 * Judges that a range has the day at which it starts, by what was late on that day.
 *
 * @param late a transaction of that day, in every time zone.
 * @param shown the newest transactions, asked for without dates.
 * @throws NotExercised if there is none, or the response is full of later ones.
 */
export async function expectFirstDay(
  context: Context,
  late: Item | undefined,
  shown: readonly Item[],
): Promise<void> {
  if (!late) throw new NotExercised('no known transaction is late enough on its day');
  const start = Date.parse(day(timeOf(late)));
  const found = await transactionsFor(context, { ...largest, fromDate: day(start) });
  const reach = reachOf(found);
  const ofDay = shown.filter(
    each => timeOf(each) >= start + latest && timeOf(each) < start + dayMs && timeOf(each) > reach,
  );
  if (ofDay.length === 0) throw new NotExercised('the response is full of later ones');
  expect(notAmong(found, ofDay), `transactions of ${day(start)} that are not given`).toEqual([]);
}

/**
 * Judges that a range that begins on a day has no transaction that is not there without dates, as far back as the newest
 * ones reach: one of another account, say.
 *
 * @param shown the newest ones, asked for without dates.
 * @throws NotExercised if none of the range is of their time.
 */
export async function expectNoneAdded(
  context: Context,
  fromDate: string,
  shown: readonly Item[],
): Promise<void> {
  const found = await transactionsFor(context, { ...largest, fromDate });
  const times = shown.map(timeOf);
  if (!isFalling(times) && !isFalling(times.toReversed()))
    throw new NotExercised('the newest transactions are in no order of time');
  const [since, until] = [Math.min(...times), Math.min(Math.max(...times), daysAgo(context, 3))];
  const within = found.filter(each => timeOf(each) > since && timeOf(each) < until);
  if (within.length === 0) throw new NotExercised('none is of the time of the newest transactions');
  expect(notAmong(shown, within), 'transactions that are not there without dates').toEqual([]);
}

/** A range that no transaction is in. */
export const withoutTransactions = { ...largest, toDate: '1990-01-01' };

/** Ranges that all transactions are clearly outside of, or those of today. */
export const clearRanges = (now: number) => [
  { id: 'until long ago', body: withoutTransactions },
  { id: 'from the day after tomorrow', body: { ...largest, fromDate: day(now + 2 * dayMs) } },
  { id: 'until three days ago', body: { ...largest, toDate: day(now - 3 * dayMs) } },
];

interface Counted {
  readonly given: number;
  readonly totalCount: number;
}

/** @throws NotExercised if the response has no transactions or no number of them. */
async function countedIn(context: Context, body: Item): Promise<Counted> {
  const exchange = await requestTransactions(context, body);
  const given = transactionsIn(exchange).length;
  const totalCount = field(exchange, 'data', 'totalCount');
  if (typeof totalCount !== 'number')
    throw new NotExercised('there is no totalCount', 'transactions.fields');
  return { given, totalCount };
}

/** Of a response with room for more, which has all of them. */
export async function countOfAll(context: Context): Promise<Counted[][]> {
  const all = await countedIn(context, largest);
  if (all.given >= largest.limit) throw new NotExercised('the response is full');
  return all.totalCount === all.given ? [] : [[all]];
}

/** Of one transaction and of a hundred; both are one finding, since one of them may be the same twice while the account is used. */
export async function countsByLimit(context: Context): Promise<Counted[][]> {
  const one = await countedIn(context, { limit: 1 });
  const hundred = await countedIn(context, largest);
  const both = [one, hundred];
  if (hundred.given === 0) throw new NotExercised('there are no transactions');
  const areReturned = both.every(({ given, totalCount }) => given === totalCount);
  return one.totalCount === hundred.totalCount || areReturned ? [] : [both];
}

/** Of a range that no transaction is in. */
export async function countOfNone(context: Context): Promise<Counted[][]> {
  const none = await countedIn(context, withoutTransactions);
  if (none.given > 0)
    throw new NotExercised('the range has transactions', 'transactions.date-range');
  const all = await countedIn(context, largest);
  return [0, all.totalCount].includes(none.totalCount) ? [] : [[none, all]];
}
