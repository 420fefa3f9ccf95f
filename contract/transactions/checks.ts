/** §4.2 get_wallet_transactions, §8 its limit. */
import type { Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../../harness/run/requirement.ts';
import { expectSomewhere, stating } from '../../harness/run/judgement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { isSameTime } from '../../harness/run/expect/formats.ts';
import { tryBounds } from '../steps/bounds.ts';
import { readPage, readWhole } from '../steps/lists.ts';
import { again } from '../steps/again.ts';
import { isInPartRead, timeOf as timeInLedger } from '../wallet/ledger.ts';
import {
  day,
  dayOf,
  daysAfter,
  idOf,
  largest,
  readHistory,
  requestTransactions,
  timeOf,
  transactionsFor,
} from './requested-transactions.ts';
import { isWithin, transactionsIn } from './judgements.ts';
import { NotDone, NotExercised, requireSome } from '../../harness/verdict.ts';
import { lists } from '../../schemas/lists.ts';
import {
  field,
  isAccepted,
  isObject,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { getWalletTransactionsBody } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { automationCurrencies, isSameCurrency, isSameToTheCent } from '../../schemas/schema.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';
import { partsOf } from '../judgements.ts';

/** Range without transactions. */
const longAgo = { ...largest, toDate: '1990-01-01' };

requirement('transactions.fields', async context => {
  const parts = partsOf('transactions.fields');
  const isOfItem = (part: string) => part.startsWith('transactions: ');
  const all = parts.map(part => ({ id: part, field: part, body: largest }));
  const none = all
    .filter(({ id }) => !isOfItem(id))
    .map(each => ({ ...each, id: `${each.id}, without transactions`, body: longAgo }));
  await context.each([...all, ...none], async ({ field: part, body }) => {
    const exchange = await requestTransactions(context, body);
    expect(exchange).toBeAccepted();
    if (part === 'transactions: description')
      expectSomewhere(
        await transactionsFor(context, body),
        'description',
        [exchange],
        stating('description'),
      );
    context.judge(exchange, part);
  });
});

requirement('transactions.limit-range', context =>
  tryBounds(context, {
    schema: getWalletTransactionsBody,
    base: {},
    send: requestTransactions,
    fields: ['limit'],
    keywords: ['minimum', 'maximum', 'type'],
  }),
);

const [leapDay, endOfJanuary, endOfYear] = payloadsOf(
  payloads(getWalletTransactionsBody, {}),
  'fromDate',
  'format',
)
  .filter(({ valid }) => valid)
  .map(({ body }) => (body as { fromDate: string }).fromDate);

/** Valid dates, alone and in pairs: leap day, and ends of months of 31 days. A longer range may be rejected (§4.2 shows no length). */
const validDates = [
  { fromDate: leapDay },
  { toDate: leapDay },
  { fromDate: leapDay, toDate: leapDay },
  { fromDate: endOfYear, toDate: endOfJanuary },
  { fromDate: '2024-12-01', toDate: '2024-12-31' },
];

requirement('transactions.dates', async context => {
  await context.each(
    validDates.map(body => ({ id: JSON.stringify(body), body })),
    async ({ body }) => expect(await requestTransactions(context, body)).toBeAccepted(),
  );
});

requirement('transactions.date-format', context =>
  tryBounds(context, {
    schema: getWalletTransactionsBody,
    base: {},
    send: requestTransactions,
    fields: ['fromDate', 'toDate'],
    keywords: ['format', 'type'],
    onlyInvalid: true,
  }),
);

requirement('transactions.limit', async context => {
  const { length } = (await readHistory(context)).items;
  if (length === 0) throw new NotExercised('there are no transactions');
  await context.each(
    [1, 2, 50, 100].map(limit => ({ id: `limit ${limit}`, limit })),
    async ({ limit }) => {
      const exchange = await requestTransactions(context, { limit });
      context.judge(exchange);
      const found = transactionsIn(exchange).length;
      expect(found, `transactions, of ${length}`).toBeAtLeast(Math.min(limit, length));
    },
  );
});

requirement('transactions.default-limit', async context => {
  const cases = [
    { id: 'without dates', days: {} },
    { id: 'since a date', days: { fromDate: leapDay } },
  ];
  await context.each(cases, async ({ days }) => {
    const more = await transactionsFor(context, { ...largest, ...days });
    if (more.length <= 50) throw new NotExercised('there are no more than 50 transactions');
    const found = await transactionsFor(context, days);
    expect(found.length, 'transactions without a limit').toBe(50);
  });
});

requirement('transactions.body-optional', async context => {
  await context.each(['an empty object'], async () =>
    expect(await requestTransactions(context, {})).toBeAccepted(),
  );
  await tryBounds(context, {
    schema: getWalletTransactionsBody,
    base: { ...largest, ...validDates.at(-1) },
    send: requestTransactions,
    keywords: ['optional'],
  });
});

/** Last transactions of a history that ranges are tried with. They are fewer than one response returns. */
const few = 60;

requirement('transactions.date-range', async context => {
  const today = day(context.clock.now());
  const { items: known, complete } = await readHistory(context);
  const [first] = known;
  if (!first) throw new NotExercised('there are no transactions from before today');
  const early = dayOf(known[Math.min(few, known.length - 1)]!);
  const late = dayOf(known.at(-few) ?? first);
  const later = dayOf(known.at(-few / 2) ?? known.at(-1)!);
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
 * Returns the number of all transactions: the known transactions before today, and the newest of today, or the purchases in the
 * ledger if there are many today.
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

/** Returns the newest transactions, and the entries of the ledger of their time. */
async function readBoth(context: Context) {
  const ledger = await readWhole(context, lists.ledger);
  const entries = ledger.items.filter(isObject);
  requireSome(entries, 'the ledger is empty');
  const inReach = isInPartRead(ledger);
  const all = await transactionsFor(context, largest);
  if (all.length === 0)
    throw new NotDone('the transactions of the wallets', `none; the ledger has ${entries.length}`);
  const transactions = all.filter(({ processedAt }) => inReach({ timestamp: processedAt }));
  const entriesAt = (each: Item) =>
    entries.filter(entry => isSameTime(timeInLedger(entry), timeOf(each)));
  return { transactions, entries, entriesAt };
}

const upper = ({ currency }: Item): string => String(currency).toUpperCase();

requirement('transactions.currency', context =>
  again(async () => {
    const { transactions, entriesAt } = await readBoth(context);
    const pairs = transactions.flatMap(each => {
      const listed = entriesAt(each).map(upper);
      return listed.length > 0 ? [{ each, listed }] : [];
    });
    requireSome(pairs, 'no transaction has the time of a ledger entry', 'transactions.amount');
    for (const { each, listed } of pairs)
      expect(upper(each), `currency of the transaction ${idOf(each)}`).toBeOneOf(listed);
  }),
);

/** Returns an amount without its sign, to the cent. */
const toCents = (amount: unknown): number => Math.round(Math.abs(Number(amount)) * 100) / 100;

requirement('transactions.amount', context =>
  again(async () => {
    const { transactions, entries, entriesAt } = await readBoth(context);
    for (const each of transactions) {
      const listed = entriesAt(each);
      expect(each['processedAt'], `processedAt of ${idOf(each)}`).toSatisfy(
        'the timestamp of an entry of the ledger',
        () => listed.length > 0,
      );
      expect(toCents(each['amount']), `amount of the transaction ${idOf(each)}`).toBeOneOf(
        listed.map(({ transactionValue }) => toCents(transactionValue)),
      );
    }
    const oldest = Math.min(...transactions.map(timeOf));
    if (!Number.isFinite(oldest))
      throw new NotExercised('no transaction has a time', 'transactions.fields');
    const since = transactions.filter(each => timeOf(each) > oldest);
    const what = `transactions after ${new Date(oldest).toISOString()}`;
    const listed = entries.filter(entry => timeInLedger(entry) > oldest);
    expect(since.length, what).toBe(listed.length);
  }),
);

requirement('transactions.balance', async context => {
  await context.each(automationCurrencies, currency =>
    again(async () => {
      const [newest] = (await transactionsFor(context, largest))
        .filter(each => isSameCurrency(each['currency'], currency))
        .toSorted((a, b) => timeOf(b) - timeOf(a));
      if (!newest) throw new NotExercised(`the newest transactions are not in ${currency}`);
      const exchange = await context.api.send(route.getWalletBalance, { body: { currency } });
      const balance = Number(field(exchange, 'data', 'balance'));
      expect(newest['balance'], `balance of the newest transaction in ${currency}`).toSatisfy(
        `${balance}, as in get_wallet_balance`,
        given => isSameToTheCent(Number(given), balance),
      );
    }),
  );
});

observation('transactions.types', async context => {
  const types = (await transactionsFor(context, largest)).map(each => each['type']);
  context.observe('transactions.types', [...new Set(types)]);
});

observation('transactions.total-count', async context => {
  for (const limit of [1, 100]) {
    const exchange = await requestTransactions(context, { limit });
    const items = field(exchange, 'data', 'transactions');
    context.observe('transactions.total-count', {
      limit,
      given: Array.isArray(items) ? items.length : undefined,
      totalCount: field(exchange, 'data', 'totalCount'),
    });
  }
});

observation('transactions.date-freedoms', async context => {
  const reversed = await requestTransactions(context, {
    fromDate: '2024-12-31',
    toDate: '2024-12-01',
  });
  const empty = await requestTransactions(context, { fromDate: '', toDate: '' });
  const answer = (exchange: Exchange) => ({
    answer: isAccepted(exchange) ? 'accepted' : 'refused',
    status: exchange.response.status,
  });
  context.observe('transactions.date-freedoms', { dates: 'start after end', ...answer(reversed) });
  context.observe('transactions.date-freedoms', { dates: 'empty', ...answer(empty) });
});
