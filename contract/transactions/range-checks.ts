/** §4.2 Ranges of days, and the count of transactions. */
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import {
  day,
  dayOf,
  daysAfter,
  earlyDay,
  type History,
  idOf,
  largest,
  longAgo,
  mostInRange,
  readHistory,
  requestTransactions,
  requireHistory,
  timeOf,
  transactionsFor,
} from './requested-transactions.ts';
import { type Days, isWithin, transactionsIn } from './judgements.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { field, isObject, type Item } from '../../schemas/records/exchange.ts';
import type { Context } from '../../harness/run/context.ts';
import { readPage } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import { group } from '../../schemas/group.ts';
import { lists } from '../../schemas/lists.ts';

/** Returns ranges of days around the early and the late transactions of a history, as cases. */
function rangesOf({ items: known, complete, wholeUntil }: History) {
  const first = earlyDay(known.map(dayOf))!;
  // After the first days of a long history are transactions that were not read.
  const early = complete ? first : (wholeUntil ?? first);
  const late = dayOf(known.at(-mostInRange) ?? known[0]!);
  const ranges = {
    'fromDate, its day included': { fromDate: late },
    'fromDate, not the day before': { fromDate: daysAfter(late, 1) },
    'toDate, its day included': { toDate: early },
    'toDate, not the day after': { toDate: daysAfter(early, -1) },
    'long before all': { toDate: longAgo.toDate },
  };
  return Object.entries(ranges).map(([id, days]) => ({ id, days }));
}

/** Returns the days of the transactions that are earliest and latest in their UTC day, as cases. Days with many transactions come last. */
function daysOf(known: readonly Item[]) {
  const timeOfDay = (each: Item) => timeOf(each) % 86_400_000;
  const few = [...group(known, dayOf).values()].filter(({ length }) => length < mostInRange).flat();
  const sorted = (few.length > 0 ? few : known).toSorted((a, b) => timeOfDay(a) - timeOfDay(b));
  return [
    { id: 'one day, early in it', each: sorted[0]! },
    { id: 'one day, late in it', each: sorted.at(-1)! },
  ].map(({ id, each }) => ({ id, days: { fromDate: dayOf(each), toDate: dayOf(each) } }));
}

/**
 * Expects a range of days to have all known transactions of its days.
 *
 * @throws NotExercised if the response is full, because the spec does not show which of a hundred or more transactions are returned.
 */
async function expectWholeRange(
  context: Context,
  days: Days,
  { items: known, complete }: History,
): Promise<void> {
  const exchange = await requestTransactions(context, { ...largest, ...days });
  const all = transactionsIn(exchange).filter(isObject);
  if (all.length >= largest.limit) throw new NotExercised('there are a hundred transactions');
  const today = day(context.clock.now());
  const found = all.filter(each => dayOf(each) < today).map(idOf);
  const inside = known.filter(isWithin(days)).map(idOf);
  const expected = complete ? inside : [...new Set([...inside, ...found])];
  const what = `transactions from ${JSON.stringify(days)}`;
  expect(found.length, `number of ${what}`).toBe(expected.length);
  expect(found.toSorted(), what).toEqual(expected.toSorted());
}

requirement('transactions.date-range', async context => {
  const history = await requireHistory(context);
  await context.each([...rangesOf(history), ...daysOf(history.items)], async ({ days }) =>
    context.judge(await requestTransactions(context, { ...largest, ...days })),
  );
});

requirement('transactions.whole-range', async context => {
  const history = await requireHistory(context);
  await context.each(rangesOf(history), ({ days }) => expectWholeRange(context, days, history));
  await context.each(['toDate, with a limit of 1'], async () => {
    const toDate = earlyDay(history.items.map(dayOf));
    const found = await transactionsFor(context, { limit: 1, toDate });
    expect(found.length, `transactions until ${toDate} with a limit of 1`).toBe(1);
  });
});

requirement('transactions.one-day', async context => {
  const history = await requireHistory(context);
  await context.each(daysOf(history.items), ({ days }) => expectWholeRange(context, days, history));
});

/**
 * Returns the number of all transactions: the transactions before today, plus the transactions of today. If there are too many for that,
 * returns the total of the ledger.
 */
async function countAll(
  context: Context,
  { items, complete }: History,
): Promise<number | undefined> {
  const today = day(context.clock.now());
  const newest = await transactionsFor(context, largest);
  const { length } = newest.filter(each => dayOf(each) >= today);
  if (complete && length < largest.limit) return items.length + length;
  return (await readPage(context, lists.ledger, {})).total;
}

requirement('transactions.count', async context => {
  const cases = [
    { id: 'limit 1', limit: 1 },
    { id: 'limit 100', ...largest },
    { id: 'a range without transactions', ...longAgo },
  ];
  await context.each(cases, ({ limit, toDate }: { limit: number; toDate?: string }) =>
    again(async () => {
      const history = await readHistory(context);
      const { items, wholeUntil } = history;
      if (wholeUntil === undefined)
        throw new NotExercised('there are too many transactions to count');
      const range = { limit, toDate: toDate ?? wholeUntil };
      const exchange = await requestTransactions(context, range);
      const returned = transactionsIn(exchange).length;
      const inRange = items.filter(isWithin(range)).length;
      const counts = new Set([returned, inRange, await countAll(context, history)]);
      expect(field(exchange, 'data', 'totalCount'), 'totalCount').toBeOneOf([...counts]);
    }),
  );
});
