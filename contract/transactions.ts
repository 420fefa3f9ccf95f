/** §4.2 get_wallet_transactions, §8 its limit. */
import type { CheckContext } from '../fixtures/engine/context.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { dataFields, itemFields } from '../fixtures/judgements/transactions.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { tryBounds } from '../fixtures/scenarios/bounds/bounds.ts';
import {
  day,
  dayMs,
  historyExchanges,
  knownHistory,
  largest,
  middleOfHistory,
  requestTransactions,
  timeOf,
  transactionsFor,
} from '../fixtures/scenarios/lists/transactions.ts';
import { NotExercised } from '../fixtures/verdict.ts';
import { field, isAccepted } from '../schemas/records/exchange.ts';
import { getWalletTransactionsBody } from '../schemas/resources/get-wallet-transactions.ts';

requirement('transactions.fields', async context => {
  await context.each(dataFields, async name => {
    const exchange = await requestTransactions(context, largest);
    expect(exchange).toBeAccepted();
    context.judge(exchange, name);
  });
  await context.each(itemFields, async part =>
    context.judge(await historyExchanges(context), part),
  );
});

const bounds = (context: CheckContext, fields: readonly string[], ...keywords: string[]) =>
  tryBounds(context, {
    schema: getWalletTransactionsBody,
    base: {},
    send: requestTransactions,
    fields,
    keywords,
  });

requirement('transactions.limit-range', context =>
  bounds(context, ['limit'], 'minimum', 'maximum', 'type'),
);

requirement('transactions.date-format', context =>
  bounds(context, ['fromDate', 'toDate'], 'format', 'type'),
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
    const ids = new Set(all.map(({ transactionId }) => transactionId));
    const left = (await knownHistory(context)).filter(item => !ids.has(item['transactionId']));
    expect(left, `transactions that exist, and are not among the ${all.length} given`).toEqual([]);
  });
});

requirement('transactions.default-limit', async context => {
  for (const fresh of [false, true]) {
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
});

requirement('transactions.body-optional', context =>
  tryBounds(context, {
    schema: getWalletTransactionsBody,
    base: { limit: 10, fromDate: '2020-01-01', toDate: '2099-12-31' },
    send: requestTransactions,
    keywords: ['optional'],
  }),
);

/** Ranges that all transactions are clearly outside of, or those of today. */
async function judgeEnds(context: CheckContext): Promise<void> {
  const now = context.clock.now();
  const ends = [
    { id: 'until long ago', body: { toDate: '1990-01-01' }, outside: () => true },
    {
      id: 'from the day after tomorrow',
      body: { fromDate: day(now + 2 * dayMs) },
      outside: () => true,
    },
    {
      id: 'until three days ago',
      body: { toDate: day(now - 3 * dayMs) },
      outside: (time: number) => time > now - dayMs,
    },
  ];
  await context.each(ends, async ({ body, outside }) => {
    if ((await transactionsFor(context, largest)).length === 0)
      throw new NotExercised('there are no transactions');
    const found = await transactionsFor(context, { ...largest, ...body });
    const wrong = found.filter(each => outside(timeOf(each)));
    expect(wrong, 'transactions clearly outside').toEqual([]);
  });
}

requirement('transactions.date-range', async context => {
  await judgeEnds(context);
  const { all, from, to } = await middleOfHistory(context);
  const oldest = Math.min(...all.map(timeOf));
  const ranges = [
    { id: 'fromDate', body: { fromDate: day(from) }, from, to: Infinity },
    { id: 'toDate', body: { toDate: day(to) }, from: -Infinity, to },
    { id: 'both', body: { fromDate: day(from), toDate: day(to) }, from, to },
  ];
  const cases = ranges.flatMap(range => [
    { ...range, id: `${range.id}: none outside`, lost: false },
    { ...range, id: `${range.id}: none lost`, lost: true },
  ]);
  await context.each(cases, async range => {
    const found = await transactionsFor(context, { ...largest, ...range.body });
    if (range.lost) {
      // The first hundred of the range may be others than those that are known.
      const known = new Set(found.map(each => each['transactionId']));
      const reach = found.length < 100 ? -Infinity : Math.min(...found.map(timeOf));
      const missing = all.filter(
        each =>
          timeOf(each) >= range.from + 2 * dayMs &&
          timeOf(each) < range.to - 2 * dayMs &&
          timeOf(each) > Math.max(reach, oldest) &&
          !known.has(each['transactionId']),
      );
      expect(missing, 'transactions of the range that are not given').toEqual([]);
    } else {
      // A day of tolerance: whether the ends belong to it, and in whose time zone, is not shown.
      const outside = found.filter(
        each => timeOf(each) < range.from - dayMs || timeOf(each) >= range.to + 2 * dayMs,
      );
      expect(outside, 'transactions clearly outside').toEqual([]);
    }
  });
});

requirement('transactions.count', async context => {
  await context.each(
    [{ limit: 1 }, largest].map(body => ({ id: `limit ${body.limit}`, body })),
    async ({ body }) => context.judge(await requestTransactions(context, body)),
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
  const { from, to } = await middleOfHistory(context);
  const backwards = await requestTransactions(context, { fromDate: day(to), toDate: day(from) });
  context.observe('transactions.date-freedoms', {
    startAfterEnd: isAccepted(backwards) ? 'accepted' : 'refused',
    status: backwards.response.status,
  });
  const [newest] = await transactionsFor(context, largest);
  const date = day(timeOf(newest ?? {}) || 0);
  const items = await transactionsFor(context, { ...largest, fromDate: date, toDate: date });
  context.observe('transactions.date-freedoms', { oneDay: date, given: items.length });
});
