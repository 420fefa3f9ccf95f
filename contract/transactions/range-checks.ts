/** §4.2 get_wallet_transactions: ranges of days, and the number of transactions. */
import type { Context } from '../../harness/run/context.ts';
import { requirement } from '../requirement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { readPage } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import {
  day,
  dayOf,
  daysAfter,
  idOf,
  largest,
  readHistory,
  requestTransactions,
  transactionsFor,
  longAgo,
} from './requested-transactions.ts';
import { isWithin, transactionsIn } from './judgements.ts';
import { NotExercised } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import { field, isObject } from '../../schemas/records/exchange.ts';

/** Number of transactions at each end of a history that the ranges contain. It is less than one response returns. */
const mostInRange = 60;

requirement('transactions.date-range', async context => {
  const today = day(context.clock.now());
  const { items: known, complete } = await readHistory(context);
  const [first] = known;
  if (!first) throw new NotExercised('there are no transactions from before today');
  const early = dayOf(known[Math.min(mostInRange, known.length - 1)]!);
  const late = dayOf(known.at(-mostInRange) ?? first);
  const later = dayOf(known.at(-mostInRange / 2) ?? known.at(-1)!);
  const before = daysAfter(later, -1);
  const ranges = {
    'fromDate, its day included': { fromDate: late },
    'fromDate, not the day before': { fromDate: daysAfter(late, 1) },
    'toDate, its day included': { toDate: early },
    'toDate, not the day after': { toDate: daysAfter(early, -1) },
    'both, their days included': { fromDate: late, toDate: later },
    'both, not the day after': { fromDate: late < later ? late : before, toDate: before },
    'long before all': { toDate: longAgo.toDate },
  };
  const cases = Object.entries(ranges).map(([id, days]) => ({ id, days }));
  await context.each(cases, async ({ days }) => {
    const exchange = await requestTransactions(context, { ...largest, ...days });
    context.judge(exchange);
    const all = transactionsIn(exchange).filter(isObject);
    // The spec does not show which of a hundred or more transactions are returned.
    if (all.length >= largest.limit) return;
    const found = all.filter(each => dayOf(each) < today).map(idOf);
    const inside = known.filter(isWithin(days)).map(idOf);
    const expected = complete ? inside : [...new Set([...inside, ...found])];
    const what = `transactions from ${JSON.stringify(days)}`;
    expect(found.length, `number of ${what}`).toBe(expected.length);
    expect(found.toSorted(), what).toEqual(expected.toSorted());
  });
  await context.each(['toDate, with a limit of 1'], async () => {
    const found = await transactionsFor(context, { limit: 1, toDate: early });
    expect(found.length, `transactions until ${early} with a limit of 1`).toBe(1);
  });
});

/**
 * Returns the number of all transactions: the transactions before today, plus the transactions of today. If there are too many today
 * for one response, returns the total of the ledger.
 */
async function countAll(context: Context, known: number): Promise<number | undefined> {
  const today = day(context.clock.now());
  const newest = await transactionsFor(context, largest);
  const { length } = newest.filter(each => dayOf(each) >= today);
  if (length < largest.limit) return known + length;
  return (await readPage(context, lists.ledger, {})).total;
}

requirement('transactions.count', async context => {
  const toDate = daysAfter(day(context.clock.now()), -1);
  const bodies = {
    'limit 1': { limit: 1, toDate },
    'limit 100': { ...largest, toDate },
    'a range without transactions': longAgo,
  };
  const cases = Object.entries(bodies).map(([id, body]) => ({ id, body }));
  await context.each(cases, ({ body }) =>
    again(async () => {
      const { items, complete } = await readHistory(context);
      if (!complete) throw new NotExercised('there are too many transactions to count');
      const exchange = await requestTransactions(context, body);
      const returned = transactionsIn(exchange).length;
      const inRange = items.filter(isWithin(body)).length;
      const counts = new Set([returned, inRange, await countAll(context, items.length)]);
      expect(field(exchange, 'data', 'totalCount'), 'totalCount').toBeOneOf([...counts]);
    }),
  );
});
