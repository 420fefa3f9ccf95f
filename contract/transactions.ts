/** §4.2 get_wallet_transactions, §8 its limit. */
import {
  getWalletTransactionsBody,
  getWalletTransactionsData,
} from '../schemas/resources/get-wallet-transactions.ts';
import type { RequirementId } from '../schemas/requirements/index.ts';
import { route } from '../schemas/routes.ts';
import type { ObjectSchema } from '../schemas/schema.ts';
import { judgeBounds } from '../fixtures/scenarios/bounds.ts';
import type { Api } from '../fixtures/client/api.ts';
import type { Clock } from '../fixtures/client/clock.ts';
import { field, isAccepted, isObject } from '../schemas/records/exchange.ts';
import { expect } from '../fixtures/matchers/expect.ts';
import { observation, requirement } from '../fixtures/engine/requirement.ts';
import { NotExercised } from '../fixtures/verdict.ts';

type Item = Record<string, unknown>;

const ask = (api: Api, body: unknown, fresh = false) =>
  api.send(route.getWalletTransactions, { body, fresh });

/** @throws NotExercised where the answer has no transactions; `transactions.fields` tells why. */
async function given(api: Api, body: Item, fresh = false): Promise<Item[]> {
  const exchange = await ask(api, body, fresh);
  const transactions = field(exchange, 'data', 'transactions');
  if (!Array.isArray(transactions))
    throw new NotExercised(`the answer to ${JSON.stringify(body)} has no transactions`);
  return transactions.filter(isObject);
}

const dayMs = 86_400_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (transaction: Item): number => Date.parse(String(transaction['processedAt']));

/** The newest transactions, and those older than what this run did itself. */
async function history(api: Api, clock: Clock): Promise<Item[]> {
  const before = { ...largest, toDate: day(clock.now() - 3 * dayMs) };
  const known = new Map(
    [...(await given(api, largest)), ...(await given(api, before))].map(each => [
      each['transactionId'],
      each,
    ]),
  );
  return [...known.values()];
}

const largest = { limit: 100 };
const { transactions: listSchema } = getWalletTransactionsData.properties;
const item = listSchema?.items as ObjectSchema;

requirement('transactions.fields', async ({ api, clock, each }) => {
  const data = {
    ...getWalletTransactionsData.properties,
    transactions: { type: 'array' } as const,
  };
  await each(Object.keys(data), async name => {
    const exchange = await ask(api, largest);
    expect(exchange).toBeAccepted();
    const schema = { ...getWalletTransactionsData, properties: data };
    expect([field(exchange, 'data')]).toHaveField(schema, name);
  });
  await each(
    Object.keys(item.properties).map(name => ({ id: `transactions: ${name}`, name })),
    async ({ name }) => expect(await history(api, clock)).toHaveField(item, name),
  );
});

function bounds(id: RequirementId, fields: readonly string[], ...keywords: string[]): void {
  requirement(id, context =>
    judgeBounds(context, {
      schema: getWalletTransactionsBody,
      base: {},
      send: ask,
      fields,
      keywords,
    }),
  );
}

bounds('transactions.limit-range', ['limit'], 'minimum', 'maximum', 'type');
bounds('transactions.date-format', ['fromDate', 'toDate'], 'format', 'type');

requirement('transactions.limit', async ({ api, clock, each }) => {
  const all = await given(api, largest);
  if (all.length < 2) throw new NotExercised('the wallet has too few transactions');
  const limits = [1, 2, 50, 100].filter(limit => limit <= all.length);
  await each(
    limits.map(limit => ({ id: `limit ${limit}`, limit })),
    async ({ limit }) => {
      const items = await given(api, { limit });
      expect(items.length, `transactions, of ${all.length} there are at least`).toBe(limit);
    },
  );
  await each(['limit 100, with room for more'], async () => {
    if (all.length >= 100) throw new NotExercised('the answer is full');
    const ids = new Set(all.map(({ transactionId }) => transactionId));
    const left = (await history(api, clock)).filter(item => !ids.has(item['transactionId']));
    expect(left, `transactions that are there, and not among the ${all.length} given`).toEqual([]);
  });
});

requirement('transactions.default-limit', async ({ api }) => {
  for (const fresh of [false, true]) {
    const [without, fifty] = [await given(api, {}, fresh), await given(api, { limit: 50 }, fresh)];
    const more = (await given(api, largest, fresh)).length;
    if (more <= 50) throw new NotExercised('the wallet has no more than 50 transactions');
    const again = await given(api, {}, true);
    if (JSON.stringify(again) !== JSON.stringify(without)) continue;
    expect(without.length, 'transactions without a limit').toBe(50);
    expect(without, 'against those with a limit of 50').toEqual(fifty);
    return;
  }
  throw new NotExercised('the transactions changed each time while they were read');
});

requirement('transactions.body-optional', context =>
  judgeBounds(context, {
    schema: getWalletTransactionsBody,
    base: { limit: 10, fromDate: '2020-01-01', toDate: '2099-12-31' },
    send: ask,
    keywords: ['optional'],
  }),
);

/**
 * A range in the middle of what the wallet shows, older than what this run did itself, and the transactions known.
 *
 * @throws NotExercised where there is too little history for a range of days to show.
 */
async function middle(api: Api, clock: Clock) {
  const recently = day(clock.now() - 3 * dayMs);
  const all = (await history(api, clock)).filter(each => !Number.isNaN(timeOf(each)));
  const times = all
    .map(timeOf)
    .filter(time => time < Date.parse(recently))
    .sort((a, b) => a - b);
  const [first, last] = [
    times[Math.floor(times.length / 4)],
    times[Math.floor((times.length * 3) / 4)],
  ];
  if (first === undefined || last === undefined || last - first < 4 * dayMs)
    throw new NotExercised(
      'the transactions lie too near to each other for a range of days to show',
    );
  return { all, from: first - dayMs, to: last + dayMs };
}

requirement('transactions.date-range', async ({ api, clock, each }) => {
  const now = clock.now();
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
  await each(ends, async ({ body, outside }) => {
    if ((await given(api, largest)).length === 0)
      throw new NotExercised('there are no transactions');
    const found = await given(api, { ...largest, ...body });
    expect(
      found.filter(each => outside(timeOf(each))),
      'transactions clearly outside',
    ).toEqual([]);
  });
  const { all, from, to } = await middle(api, clock);
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
  await each(cases, async range => {
    const found = await given(api, { ...largest, ...range.body });
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
      // A day of tolerance: whether the ends belong to it, and in whose time zone, is not told.
      const outside = found.filter(
        each => timeOf(each) < range.from - dayMs || timeOf(each) >= range.to + 2 * dayMs,
      );
      expect(outside, 'transactions clearly outside').toEqual([]);
    }
  });
});

requirement('transactions.count', async ({ api, each }) => {
  await each(
    [{ limit: 1 }, largest].map(body => ({ id: `limit ${body.limit}`, body })),
    async ({ body }) => {
      const count = (await given(api, body)).length;
      const total = field(await ask(api, body), 'data', 'totalCount');
      expect(Number(total), 'totalCount').toBeGreaterThanOrEqual(count);
    },
  );
});

observation('transactions.types', async ({ api, observe }) => {
  const types = (await given(api, largest)).map(each => each['type']);
  observe('transactions.types', [...new Set(types)]);
});

observation('transactions.total-count', async ({ api, observe }) => {
  for (const limit of [1, 100]) {
    const exchange = await ask(api, { limit });
    const items = field(exchange, 'data', 'transactions');
    observe('transactions.total-count', {
      limit,
      given: Array.isArray(items) ? items.length : undefined,
      totalCount: field(exchange, 'data', 'totalCount'),
    });
  }
});

observation('transactions.date-freedoms', async ({ api, clock, observe }) => {
  const { from, to } = await middle(api, clock);
  const backwards = await ask(api, { fromDate: day(to), toDate: day(from) });
  observe('transactions.date-freedoms', {
    startAfterEnd: isAccepted(backwards) ? 'accepted' : 'refused',
    status: backwards.response.status,
  });
  const [newest] = await given(api, largest);
  const date = day(timeOf(newest ?? {}) || 0);
  const items = await given(api, { ...largest, fromDate: date, toDate: date });
  observe('transactions.date-freedoms', { oneDay: date, given: items.length });
});
