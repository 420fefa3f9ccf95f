/** §4.2 get_wallet_transactions, §8 its limit. */
import { observation, requirement } from '../../fixtures/run/requirement.ts';
import { expectSomewhere, stating } from '../../fixtures/run/judgement.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { tryBounds } from '../steps/bounds.ts';
import {
  clearRanges,
  daysBefore,
  expectFirstDay,
  expectNoneAdded,
  expectNoneLost,
  expectNoneOutside,
  middleOfHistory,
  countOfAll,
  countOfNone,
  countsByLimit,
} from './transaction-ranges.ts';
import { withoutTransactions } from '../steps/ledger.ts';
import { expectNone } from '../steps/again.ts';
import {
  day,
  dayMs,
  expectFifty,
  expectFiftySince,
  historyExchanges,
  inAnotherCurrency,
  inAnotherUnit,
  knownHistory,
  largest,
  requestTransactions,
  timeOf,
  transactionsFor,
  notAmong,
} from './requested-transactions.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { field, isAccepted } from '../../schemas/records/exchange.ts';
import { getWalletTransactionsBody } from '../../schemas/resources/automation.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';
import { partsOf } from '../judgements.ts';

requirement('transactions.fields', async context => {
  const parts = partsOf('transactions.fields');
  const isOfItem = (part: string) => part.startsWith('transactions: ');
  const ofData = parts.filter(part => !isOfItem(part));
  const cases = ofData.flatMap(name => [
    { field: name, body: largest },
    { id: `${name}, without transactions`, field: name, body: withoutTransactions },
  ]);
  await context.each(cases, async ({ field: name, body }) => {
    const exchange = await requestTransactions(context, body);
    if (body === largest) expect(exchange).toBeAccepted();
    if (!isAccepted(exchange))
      throw new NotExercised(`${exchange.route} rejects the range`, 'transactions.dates');
    context.judge(exchange, name);
  });
  await context.each(
    parts.filter(isOfItem).map(part => ({ field: part })),
    async ({ field: part }) => {
      const exchanges = await historyExchanges(context);
      if (part === 'transactions: description')
        expectSomewhere(
          await knownHistory(context),
          'description',
          exchanges,
          stating('description'),
        );
      context.judge(exchanges, part);
    },
  );
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

/** Each date alone, and both: leap day, and ends of months of 31 days. A longer range may be refused (§4.2 shows no length). */
const validDates = [
  { fromDate: leapDay },
  { toDate: leapDay },
  { fromDate: endOfYear, toDate: endOfJanuary },
  { fromDate: '2024-12-01', toDate: '2024-12-31' },
];

requirement('transactions.dates', async context => {
  await context.each(
    validDates.map(body => ({ id: JSON.stringify(body), body })),
    async ({ body }) => {
      let exchange = await requestTransactions(context, body);
      if (!isAccepted(exchange)) {
        if (!isAccepted(await requestTransactions(context, {})))
          throw new NotExercised('a request without dates is refused as well');
        exchange = await requestTransactions(context, body, true);
      }
      expect(exchange).toBeAccepted();
    },
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
  const all = await transactionsFor(context, largest);
  if (all.length < 2) throw new NotExercised('the wallet has too few transactions');
  const limits = [1, 2, 50, 100].filter(limit => limit <= all.length);
  await context.each(
    limits.map(limit => ({ id: `limit ${limit}`, limit })),
    async ({ limit }) => {
      const items = await transactionsFor(context, { limit });
      expect(items.length, `transactions, of at least ${all.length} that there are`).toBe(limit);
    },
  );
  await context.each(['limit 100, with room for more'], async () => {
    if (all.length >= 100) throw new NotExercised('the response is full');
    const known = await knownHistory(context);
    const now = context.clock.now();
    if (known.every(each => timeOf(each) > now - 4 * dayMs))
      throw new NotExercised('there are no transactions but those of the last days');
    const oldest = Math.min(...all.map(timeOf).filter(time => !Number.isNaN(time)));
    const until = Number.isFinite(oldest) ? { toDate: day(oldest + dayMs) } : {};
    const older = await transactionsFor(context, { ...largest, ...until });
    const left = notAmong(all, [...known, ...older]);
    expect(left, `transactions that exist, and are not among the ${all.length} given`).toEqual([]);
  });
});

requirement('transactions.default-limit', async context => {
  await context.each(['without dates'], () => expectFifty(context));
  const [{ fromDate = '' } = {}] = validDates;
  await context.each(['since a date'], () => expectFiftySince(context, fromDate));
});

requirement('transactions.body-optional', context =>
  tryBounds(context, {
    schema: getWalletTransactionsBody,
    base: { ...largest, ...validDates.at(-1) },
    send: requestTransactions,
    keywords: ['optional'],
  }),
);

requirement('transactions.date-range', async context => {
  await context.each(clearRanges(context.clock.now()), async ({ body }) => {
    if ((await transactionsFor(context, largest)).length === 0)
      throw new NotExercised('there are no transactions');
    expectNoneOutside(await transactionsFor(context, body), body);
  });
  const { all, shown, further, first, last, start, late } = await middleOfHistory(context);
  const ranges = [
    { id: 'fromDate', body: { fromDate: start.after } },
    { id: 'toDate', body: { toDate: last.before } },
    { id: 'both', body: { fromDate: first.after, toDate: last.before } },
  ];
  const cases = ranges.flatMap(range => [
    { ...range, id: `${range.id}: none outside`, judge: expectNoneOutside },
    { ...range, id: `${range.id}: none lost`, judge: expectNoneLost },
  ]);
  await context.each(cases, async ({ body, judge }) =>
    judge(await transactionsFor(context, { ...largest, ...body }), body, all),
  );
  const limited = ranges.slice(0, 2).map(range => ({ ...range, id: `${range.id}: a limit of 1` }));
  await context.each(limited, async ({ body }) => {
    const found = await transactionsFor(context, { ...largest, ...body });
    if (found.length === 0) throw new NotExercised('the range has no transactions');
    const one = await transactionsFor(context, { limit: 1, ...body });
    // More than one is judged with the limit.
    expect(one.length, `transactions, of ${found.length} in the range`).toBeAtLeast(1);
  });
  await context.each(['fromDate: its day'], () => expectFirstDay(context, late, shown));
  await context.each(['fromDate: none added'], () => expectNoneAdded(context, start.after, shown));
  if (!further) return;
  // A hundred transactions are less than a day: the same end with a start before it gives the same ones.
  const { toDate, items } = further;
  await context.each(['both, as its end alone: none lost'], async () => {
    const fromDate = daysBefore(toDate, 2);
    const found = await transactionsFor(context, { ...largest, fromDate, toDate });
    expectNoneLost(found, { fromDate }, items);
  });
});

requirement('transactions.count', async context => {
  await context.each(
    [{ limit: 1 }, largest].map(body => ({ id: `limit ${body.limit}`, body })),
    async ({ body }) => context.judge(await requestTransactions(context, body)),
  );
  const what = 'counts that fit no transactions';
  await context.each(['all that there are, where all are given'], async () =>
    expect(await countOfAll(context), what).toEqual([]),
  );
  const counts = [
    { id: 'of a limit of 1 as of 100, or of those returned', look: countsByLimit },
    { id: 'of a range without any: none, or as without dates', look: countOfNone },
  ];
  await context.each(counts, ({ look }) => expectNone(what, () => look(context)));
});

requirement('transactions.currency', context =>
  expectNone('transactions in another currency than in the ledger', () =>
    inAnotherCurrency(context),
  ),
);

requirement('transactions.amount', context =>
  expectNone('transactions in another unit than others, by the ledger', () =>
    inAnotherUnit(context),
  ),
);

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
  const { first, last } = await middleOfHistory(context);
  const backwards = await requestTransactions(context, {
    fromDate: last.before,
    toDate: first.after,
  });
  context.observe('transactions.date-freedoms', {
    startAfterEnd: isAccepted(backwards) ? 'accepted' : 'refused',
    status: backwards.response.status,
  });
  const [newest] = await transactionsFor(context, largest);
  const date = day(timeOf(newest ?? {}) || 0);
  const items = await transactionsFor(context, { ...largest, fromDate: date, toDate: date });
  context.observe('transactions.date-freedoms', { oneDay: date, given: items.length });
  const empty = await requestTransactions(context, { fromDate: '', toDate: '' });
  context.observe('transactions.date-freedoms', {
    emptyDates: isAccepted(empty) ? 'accepted' : 'refused',
    status: empty.response.status,
  });
});
