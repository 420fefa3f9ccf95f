/** §4.2 get_wallet_transactions, §8 its limit. */
import { observation, requirement } from '../requirement.ts';
import { expectSomewhere, statesField } from '../../harness/run/judgement.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { tryBounds } from '../steps/bounds.ts';
import {
  largest,
  requestTransactions,
  requireHistory,
  transactionsFor,
  longAgo,
} from './requested-transactions.ts';
import { transactionsIn } from './judgements.ts';
import { field, isAccepted, type Exchange } from '../../schemas/records/exchange.ts';
import {
  getWalletTransactionsBody,
  getWalletTransactionsData,
} from '../../schemas/resources/automation.ts';
import { payloads, payloadsOf } from '../../fixtures/payloads/payloads.ts';
import { partsOf } from '../judgements.ts';
import type { CheckContext } from '../../harness/run/context.ts';

requirement('transactions.fields', async context => {
  const parts = partsOf('transactions.fields');
  const all = parts.map(part => ({ id: part, field: part, body: largest }));
  const none = all
    .filter(({ id }) => id in getWalletTransactionsData.properties)
    .map(each => ({ ...each, id: `${each.id}, without transactions`, body: longAgo }));
  await context.each([...all, ...none], async ({ field: part, body }) => {
    const exchange = await requestTransactions(context, body);
    expect(exchange).toBeAccepted();
    if (part === 'transactions: description')
      expectSomewhere(
        await transactionsFor(context, body),
        'description',
        [exchange],
        statesField('description'),
      );
    context.judge(exchange, part);
  });
});

/** Tries the bounds of the body. */
const bounds = (
  context: CheckContext,
  tried: Pick<Parameters<typeof tryBounds>[1], 'base' | 'fields' | 'keywords' | 'onlyInvalid'>,
): Promise<void> =>
  tryBounds(context, {
    schema: getWalletTransactionsBody,
    send: body => requestTransactions(context, body),
    ...tried,
  });

requirement('transactions.limit-range', context =>
  bounds(context, { base: {}, fields: ['limit'], keywords: ['minimum', 'maximum', 'type'] }),
);

const [leapDay, endOfJanuary, endOfYear] = payloadsOf(
  payloads(getWalletTransactionsBody, {}),
  'fromDate',
  'format',
)
  .filter(({ valid }) => valid)
  .map(({ body }) => (body as { fromDate: string }).fromDate);

/** Valid dates, alone and in pairs: a leap day, and ends of months of 31 days. The ranges are short, because §4.2 shows no maximum length. */
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
  bounds(context, {
    base: {},
    fields: ['fromDate', 'toDate'],
    keywords: ['format', 'type'],
    onlyInvalid: true,
  }),
);

requirement('transactions.limit', async context => {
  const { length } = (await requireHistory(context)).items;
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
    const found = await transactionsFor(context, days);
    if (more.length > 50) expect(found.length, 'transactions without a limit').toBe(50);
  });
});

requirement('transactions.body-optional', async context => {
  await context.each(['an empty object'], async () =>
    expect(await requestTransactions(context, {})).toBeAccepted(),
  );
  const base = { ...largest, ...validDates.at(-1) };
  await bounds(context, { base, keywords: ['optional'] });
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
